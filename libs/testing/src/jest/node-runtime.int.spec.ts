import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const JEST = require.resolve('jest/bin/jest');
/** Node 20 and 22 keep a value of each storage in every asynchronous resource. jest-circus has one storage. */
const STORAGES = `const { AsyncLocalStorage, executionAsyncResource } = require('node:async_hooks');
  test('storages', async () => {
    await null;
    const kept = Object.getOwnPropertySymbols(executionAsyncResource());
    expect(kept.filter(({ description }) => description === 'kResourceStore').length).toBeLessThan(2);
    new AsyncLocalStorage().run('used', () => {});
  });`;

const FILES = {
  'count.js':
    'let count = 0; module.exports = { next: () => ++count, fail: () => { throw new Error("Failed on purpose"); } };',
  'broken.js': 'module.exports = {',
  'hooks.suite.ts': "export const calls: string[] = []; beforeEach(() => calls.push('hook'));",
  '3-hooks.test.ts': `import { calls } from './hooks.suite';
    test('hooks', () => expect(calls).toEqual(['hook']));`,
  '4-hooks.test.ts': `import { calls } from './hooks.suite';
    test('hooks', () => expect(calls).toEqual(['hook']));`,
  '1-changes.test.js': `jest.setTimeout(77);
    test('changes', () => {
      expect(require('./count').next()).toBe(1);
      jest.useFakeTimers({ now: 0 });
      jest.spyOn(JSON, 'stringify').mockReturnValue('replaced');
      process.env.ONLY_HERE = 'set';
      delete process.env.HOME;
      process.exit = () => {};
      expect(Date.now()).toBe(0);
    });`,
  '2-unchanged.test.js': `test('unchanged', async () => {
      expect(require('./count').next()).toBe(2);
      expect(Date.now()).toBeGreaterThan(1e12);
      expect(JSON.stringify('given')).toBe('"given"');
      expect(process.env).not.toHaveProperty('ONLY_HERE');
      expect(process.env.HOME).toBe('/home');
      await new Promise((resolve) => setTimeout(resolve, 200));
    });`,
  '5-storages.test.js': STORAGES,
  '6-storages.test.js': STORAGES,
  'broken.test.js': "test('broken', () => require('./broken'));",
  'stack.test.js': "test('stack', () => require('./count').fail());",
  'typed.test.ts': `interface Removed {
      field: string;
    }

    export type { Removed };
    test('typed', () => expect<string>('first').toBe('second'));
    test('thrown', () => {
      throw new Error('Thrown on purpose');
    });`,
  'late.test.js': `test('ends before an error', () => {
      const listener = () => process.listeners('uncaughtException')[0];
      const ofTests = listener();
      setInterval(() => {
        if (listener() === ofTests) return;
        require('node:fs').writeFileSync(__dirname + '/thrown', String(process.pid));
        throw new Error('Thrown after the last test');
      }, 5);
    });`,
  'waits.test.js': `test('waits', async () => {
      const worker = () => {
        try {
          return Number(require('node:fs').readFileSync(__dirname + '/thrown', 'utf8'));
        } catch {
          return 0;
        }
      };
      const isThere = (pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      while (!worker() || isThere(worker())) await new Promise((resolve) => setTimeout(resolve, 5));
    });`,
  'leaves.test.js': `test('leaves', () => {
    new (require('node:worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true });
    return new Promise((resolve) => require('node:net').createServer().listen(0, resolve));
  });`,
  'closes.test.js': `test('closes', async () => {
    const server = require('node:http').createServer((request, response) => response.end('not read'));
    await new Promise((resolve) => server.listen(0, resolve));
    await fetch('http://127.0.0.1:' + server.address().port);
    setTimeout(() => server.close(), 200);
  });`,
};

interface Outcome {
  testResults: { name: string; status: string; message: string }[];
}

describe('NodeRuntime and TestEnvironment', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'runtime-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(files: string): Map<string, Outcome['testResults'][number]> {
    const { testResults } = JSON.parse(startJest(files, '--runInBand').stdout) as Outcome;
    return new Map(testResults.map((result) => [result.name.slice(folder.length + 1), result]));
  }

  function startJest(files: string, ...more: string[]): { stdout: string; stderr: string } {
    const config = {
      rootDir: folder,
      testMatch: [`**/${files}`],
      transform: {},
      runtime: require.resolve('./node-runtime.js'),
      testEnvironment: require.resolve('./test-environment.ts'),
      testEnvironmentOptions: { closingMs: 3_000 },
      testSequencer: join(folder, 'sequencer.js'),
    };
    writeFileSync(
      config.testSequencer,
      `const { default: Sequencer } = require(${JSON.stringify(require.resolve('@jest/test-sequencer'))});
       module.exports = class extends Sequencer {
         sort(tests) { return [...tests].sort((one, other) => one.path.localeCompare(other.path)); }
       };`,
    );
    const options = ['--config', JSON.stringify(config), '--forceExit', '--json', ...more];
    return spawnSync(process.execPath, ['-r', require.resolve('../register.js'), JEST, ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, HOME: '/home' },
    });
  }

  it('shares modules between spec files, and puts back what a file has changed', () => {
    const results = run('[12]-*.test.js');
    expect([...results].map(([name, { status, message }]) => [name, status, message])).toEqual([
      ['1-changes.test.js', 'passed', ''],
      ['2-unchanged.test.js', 'passed', ''],
    ]);
  });

  it('loads suites anew for each spec file', () => {
    const results = run('[34]-*.test.ts');
    expect([...results].map(([name, { status, message }]) => [name, status, message])).toEqual([
      ['3-hooks.test.ts', 'passed', ''],
      ['4-hooks.test.ts', 'passed', ''],
    ]);
  });

  it('ends the storages of a spec file', () => {
    const results = run('[56]-*.test.js');
    expect([...results].map(([name, { status, message }]) => [name, status, message])).toEqual([
      ['5-storages.test.js', 'passed', ''],
      ['6-storages.test.js', 'passed', ''],
    ]);
  });

  it('reports errors with their places', () => {
    const results = run('@(broken|stack|typed).test.*');
    const column = FILES['count.js'].indexOf('new Error') + 1;
    expect(results.get('stack.test.js')?.message).toContain(`count.js:1:${column}`);
    expect(results.get('broken.test.js')?.message).toContain('broken.js:1');
    expect(results.get('typed.test.ts')?.message).toMatch(/typed\.test\.ts:6:[^]*typed\.test\.ts:8:/);
  });

  it('fails a spec file that leaves something open, and waits for what is closing', () => {
    const results = run('@(leaves|closes).test.js');
    expect(results.get('closes.test.js')).toMatchObject({ status: 'passed', message: '' });
    expect(results.get('leaves.test.js')?.status).toBe('failed');
    expect(results.get('leaves.test.js')?.message).toContain(
      'The spec file left open: TCPServerWrap (1), Worker (1)',
    );
  });

  it('names the spec file after which a worker ended', () => {
    const { stderr } = startJest('@(late|waits).test.js', '--maxWorkers=2');
    expect(stderr).toContain(`A worker of jest ended with exit code 1 after ${join(folder, 'late.test.js')}`);
    expect(stderr).toContain('Thrown after the last test');
  });

  it('says how to start specs if Node cannot load TypeScript', () => {
    const { status, stderr } = spawnSync(process.execPath, [JEST, '--listTests'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('npm test -- <part of a path>');
  });
});
