import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = {
  'count.js':
    'let count = 0; module.exports = { next: () => ++count, fail: () => { throw new Error("Failed on purpose"); } };',
  'broken.js': 'module.exports = {',
  'first.test.js': "test('first', () => expect(require('./count').next()).toBe(1));",
  'second.test.js': "test('second', () => expect(require('./count').next()).toBe(1));",
  'stack.test.js': "test('stack', () => require('./count').fail());",
  'broken.test.js': "test('broken', () => require('./broken'));",
};

interface Outcome {
  testResults: { name: string; status: string; message: string }[];
}

describe('SharedScriptsRuntime', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scripts-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(): Map<string, Outcome['testResults'][number]> {
    const config = {
      rootDir: folder,
      transform: {},
      runtime: require.resolve('./shared-scripts-runtime.js'),
    };
    const args = [
      require.resolve('jest/bin/jest'),
      '--config',
      JSON.stringify(config),
      '--runInBand',
      '--json',
    ];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const { testResults } = JSON.parse(stdout) as Outcome;
    return new Map(testResults.map((result) => [result.name.slice(folder.length + 1), result]));
  }

  it('runs modules anew in each spec file, and reports errors with their places', () => {
    const results = run();
    expect(Object.fromEntries([...results].map(([name, { status }]) => [name, status]))).toEqual({
      'broken.test.js': 'failed',
      'first.test.js': 'passed',
      'second.test.js': 'passed',
      'stack.test.js': 'failed',
    });
    const column = FILES['count.js'].indexOf('new Error') + 1;
    expect(results.get('stack.test.js')?.message).toContain(`count.js:1:${column}`);
    expect(results.get('broken.test.js')?.message).toContain('broken.js:1');
  });
});
