import { eventually } from './eventually';

describe('eventually', () => {
  it('returns the first satisfied sample', async () => {
    let samples = 0;
    await expect(
      eventually(
        () => ++samples,
        (n) => n === 3,
        'three samples',
      ),
    ).resolves.toBe(3);
  });

  it('treats a sample that throws as not satisfied', async () => {
    let samples = 0;
    const sample = (): number => {
      samples += 1;
      if (samples < 3) throw new Error('not yet');
      return samples;
    };
    await expect(eventually(sample, () => true, 'a sample')).resolves.toBe(3);
  });

  it('reports what was awaited and the last sample when it times out', async () => {
    const waiting = eventually(
      () => ({ total: 2 }),
      () => false,
      'reports to count 3 reviews',
      { timeoutMs: 30 },
    );
    await expect(waiting).rejects.toThrow(
      'Waited 30 ms for reports to count 3 reviews. Last seen: { total: 2 }',
    );
  });

  it('reports the last error when every sample threw', async () => {
    const sample = (): never => {
      throw new Error('connection refused');
    };
    await expect(eventually(sample, () => true, 'an answer', { timeoutMs: 30 })).rejects.toThrow(
      'connection refused',
    );
  });
});
