import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runTwice, type RunResult } from './run-twice';

interface FileOutcome {
  path: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
}

describe('runTwice', () => {
  let root: string;
  let printed: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'run-twice-'));
    printed = '';
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const file = (path: string, passed: number, failed: number): FileOutcome => ({
    path: join(root, path),
    seconds: 1,
    passed,
    failed,
    skipped: 0,
  });

  /** Runs a fake jest that records its arguments and reports one of these outcomes per run. */
  function runWith(
    ...runs: { code: number | null; outcome?: object; stderr?: string }[]
  ): Promise<RunResult> {
    const jest = join(root, 'jest.js');
    writeFileSync(join(root, 'runs.json'), JSON.stringify(runs));
    writeFileSync(
      jest,
      `const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
       const log = __dirname + '/arguments';
       const done = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\\n').length : 0;
       appendFileSync(log, JSON.stringify(process.argv.slice(2)) + '\\n');
       const { code, outcome, stderr } = JSON.parse(readFileSync(__dirname + '/runs.json', 'utf8'))[done];
       if (stderr) process.stderr.write(stderr);
       if (outcome) writeFileSync(process.env.TEST_OUTCOME, JSON.stringify(outcome));
       if (code === null) process.kill(process.pid, 'SIGTERM');
       process.exitCode = code;`,
    );
    return runTwice({
      command: [process.execPath, jest],
      env: process.env,
      root,
      print: (line) => (printed += line),
    });
  }

  const runs = (): string[][] =>
    readFileSync(join(root, 'arguments'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);

  it('runs once when every file passes', async () => {
    const { code } = await runWith({ code: 0, outcome: { passed: 9, failed: 0, skipped: 1, files: [] } });
    expect(code).toBe(0);
    expect(runs()).toEqual([[]]);
    expect(printed).toBe('');
  });

  it('passes and names a file as flaky when it passes the second time', async () => {
    const { code, outcome } = await runWith(
      { code: 1, outcome: { passed: 8, failed: 1, skipped: 1, files: [file('a.spec.ts', 2, 1)] } },
      { code: 0, outcome: { passed: 3, failed: 0, skipped: 0, files: [] } },
    );
    expect(code).toBe(0);
    expect(runs()).toEqual([[], ['--maxWorkers=1', '--runTestsByPath', join(root, 'a.spec.ts')]]);
    expect(printed).toContain('\nFlaky\n  a.spec.ts\n');
    expect(printed).not.toContain('Failed twice');
    expect(outcome).toMatchObject({ passed: 9, failed: 0, skipped: 1 });
  });

  it('fails when a file fails twice, and prints it apart from the flaky one', async () => {
    const files = [file('a.spec.ts', 2, 1), file('b.spec.ts', 0, 1)];
    const { code, outcome } = await runWith(
      { code: 1, outcome: { passed: 10, failed: 2, skipped: 0, files } },
      { code: 1, outcome: { passed: 3, failed: 1, skipped: 0, files: [file('b.spec.ts', 0, 1)] } },
    );
    expect(code).toBe(1);
    expect(printed).toContain('\nFlaky\n  a.spec.ts\n');
    expect(printed).toContain('\nFailed twice\n  b.spec.ts\n');
    expect(outcome).toMatchObject({ passed: 11, failed: 1, skipped: 0 });
  });

  it('fails without a second run when jest reports no outcome', async () => {
    expect(await runWith({ code: 7 })).toEqual({ code: 7, outcome: null, leftovers: [] });
    expect(runs()).toHaveLength(1);
  });

  it('fails when a signal ended jest', async () => {
    expect((await runWith({ code: null })).code).toBe(1);
  });

  it('fails without a second run when no file failed and jest did', async () => {
    const outcome = { passed: 9, failed: 0, skipped: 0, files: [] };
    expect((await runWith({ code: 1, outcome })).code).toBe(1);
    expect(runs()).toHaveLength(1);
  });

  it('fails when the second run reports no outcome', async () => {
    const outcome = { passed: 8, failed: 1, skipped: 0, files: [file('a.spec.ts', 2, 1)] };
    expect((await runWith({ code: 1, outcome }, { code: 0 })).code).not.toBe(0);
  });

  const LEFTOVERS = [
    '\u001B[33mA worker process has failed to exit gracefully.\u001B[39m',
    'A spec did not stop its server in nats-x.',
    'A worker of jest ended with exit code 1 after a.spec.ts',
    'A worker of jest does not end. It has open: Timeout.',
  ];

  it.each(LEFTOVERS)('fails a run whose specs passed and that printed "%s"', async (stderr) => {
    const outcome = { passed: 9, failed: 0, skipped: 0, files: [] };
    expect((await runWith({ code: 0, outcome, stderr: `${stderr}\n` })).code).toBe(1);
    expect(printed).toContain(stderr);
  });

  it('fails a run that left something running although its flaky file passes', async () => {
    const { code } = await runWith(
      {
        code: 1,
        outcome: { passed: 8, failed: 1, skipped: 0, files: [file('a.spec.ts', 2, 1)] },
        stderr: `${LEFTOVERS[0]}\n`,
      },
      { code: 0, outcome: { passed: 3, failed: 0, skipped: 0, files: [] } },
    );
    expect(code).toBe(1);
  });
});
