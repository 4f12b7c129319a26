import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SOURCE_FLAGS } from '@plaudit/testing';
import { SECTION_NAMES } from '../../../bench/section-names';

const ROOT = join(__dirname, '..', '..', '..');
const MAIN = join(ROOT, 'bench', 'main.ts');
const BUILD_MS = 600_000;
const SECTION_MS = 300_000;
/** SIGTERM comes early enough for the bench to stop its servers before jest gives up. */
const STOP_MS = SECTION_MS - 30_000;
/** The bench prints a table of six columns. */
const TITLES = ['section', 'measured', 'plaudit', 'beside', 'ratio', 'aim'] as const;
type Line = Record<(typeof TITLES)[number], string>;

const run = promisify(execFile);

/** Runs sections in their small form. Returns the rows of the table. */
async function bench(only: string, env: Readonly<Record<string, string>> = {}): Promise<Line[]> {
  const args = [...SOURCE_FLAGS, MAIN, '--small', '--only', only];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env }, timeout: STOP_MS });
  const [, , ...lines] = stdout.trim().split('\n');
  return lines.map((line) => {
    const cells = line.split('|').slice(1, -1);
    return Object.fromEntries(TITLES.map((title, at) => [title, cells[at]?.trim() ?? ''])) as Line;
  });
}

/** Returns true if the row has figures, and a ratio without them or of numbers above 0: "0.94 (0.88-1.06)". */
function isMeasured({ plaudit, beside, ratio }: Line): boolean {
  const quotients = ratio.match(/[^ ()-]+/g) ?? [];
  return (
    /\d/.test(plaudit) &&
    !/NaN|Infinity|undefined/.test(plaudit + beside) &&
    quotients.every((quotient) => Number.isFinite(Number(quotient)) && Number(quotient) > 0)
  );
}

/** The figures themselves say nothing: the sizes are small, and the specs share the machine. */
describe('bench in its small form', () => {
  beforeAll(async () => {
    // With the NODE_ENV of jest, the dashboard would be built for its tests.
    const { NODE_ENV: _ofJest, ...env } = process.env;
    await run('npm', ['run', '--silent', 'build'], { cwd: ROOT, env });
  }, BUILD_MS);

  for (const name of SECTION_NAMES) {
    it(
      `measures every row of the section ${name}`,
      async () => {
        const rows = await bench(name);
        expect(rows.map(({ section }) => section)).toContain(name);
        expect(rows.filter((row) => !isMeasured(row))).toEqual([]);
      },
      SECTION_MS,
    );
  }

  it('ends with an error that names the section that failed', async () => {
    await expect(bench('hello', { TMPDIR: join(ROOT, 'no-such-folder') })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The section "hello" failed.') as string,
    });
  });
});
