import { Exposition } from './exposition';

const HEAD = '# HELP a_seconds How long\n# TYPE a_seconds histogram\n';

describe('Exposition', () => {
  it('reads metrics with their samples and labels', () => {
    const text = `${HEAD}a_seconds_bucket{le="+Inf",why="say \\"no\\""} 2\na_seconds_sum 1.5\n\n# HELP b b\n# TYPE b gauge\n`;
    const exposition = Exposition.read(text);
    expect([...exposition.families.keys()]).toEqual(['a_seconds', 'b']);
    expect(exposition.families.get('a_seconds')).toMatchObject({ help: 'How long', type: 'histogram' });
    expect(exposition.of('a_seconds_bucket', { le: '+Inf' })).toEqual([
      { name: 'a_seconds_bucket', labels: { le: '+Inf', why: 'say \\"no\\"' }, value: 2 },
    ]);
    expect(exposition.sum('a_seconds_sum')).toBe(1.5);
  });

  it.each([
    ['a metric that is listed twice', `${HEAD}${HEAD}`],
    ['a sample without a metric', 'a_seconds_sum 1'],
    ['a sample of another metric', `${HEAD}b 1`],
    ['a value that is no number', `${HEAD}a_seconds_sum none`],
    ['a label that is listed twice', `${HEAD}a_seconds_sum{x="1",x="2"} 1`],
    ['a label without quotes', `${HEAD}a_seconds_sum{x=1} 1`],
  ])('refuses %s', (_what, text) => {
    expect(() => Exposition.read(text)).toThrow(/twice|no sample|wrong label/);
  });
});
