import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PlauditClient } from '@plaudit/client';
import { removeDataDir } from '@plaudit/embedded';
import { handOverFirstAccess } from '@plaudit/gateway';
import { eventually, freePort, itAtLength } from '@plaudit/testing';
import { REPOSITORY } from './deploy/compose.suite';
import { TourProgram } from './outside/tour-program.suite';
import { ShellProduct } from './shell-product.suite';

jest.setTimeout(240_000);

/** Interactive, because only such a zsh takes a "#" for a word. Without the files of the user. */
const SHELLS = { bash: ['--norc', '--noprofile', '-i'], zsh: ['-f', '-i'] };

type ShellName = keyof typeof SHELLS;
const SHELL_NAMES: readonly ShellName[] = ['bash', 'zsh'];

/** What a shell says about a line that it does not understand. */
const COMPLAINT = /not found|error|unexpected|unmatched|no matches|bad /i;
/** What the steps of the tour print. */
const RESULTS = [
  '{"success":true}',
  '"secret":"whsec_',
  '"crawl_queued":true',
  '"status":"inbox"',
  '"status":"approved"',
  '"summary":{"rating":4.5',
  'Open http://localhost:',
  '"distribution":{"1":0',
  '"model":"embedded"',
  '"status":"sent"',
  '/app in a browser, sign in and open Mailbox',
];

/** Returns the block of README that a reader pastes, with the ports of this run. */
function tour(gatewayPort: number, companionPort: number): string {
  const readme = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
  const block = /```sh\n(KEY=[\s\S]*?)```/.exec(readme)?.[1] as string;
  return block
    .replaceAll('localhost:8080', `localhost:${gatewayPort}`)
    .replaceAll('localhost:9100', `localhost:${companionPort}`);
}

/** Runs the commands in an interactive shell, and returns what the shell prints. */
async function paste(shell: ShellName, commands: string, cwd: string) {
  const env = { PATH: process.env.PATH, TZ: 'UTC', HOME: cwd, PS1: '', TERM: 'dumb' };
  const child = spawn(shell, SHELLS[shell], { cwd, env, stdio: 'pipe' });
  child.stdin.end(commands);
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { printed, complaints };
}

function keyIn(file: string): string {
  return /API key +(\S+)/.exec(readFileSync(file, 'utf8'))?.[1] as string;
}

/** `it` for tests that need a shell. Without it they are skipped, or fail if REQUIRE_ZSH is 1. */
function itWith(shell: ShellName): (title: string, test: () => Promise<void>) => void {
  const isMissing = spawnSync(shell, ['--version']).error !== undefined && process.env.REQUIRE_ZSH !== '1';
  const run = isMissing ? it.skip : it;
  return (title, test) => run(isMissing ? `${title} (skipped: no ${shell})` : title, test);
}

describe('the first steps of a newcomer', () => {
  const home = mkdtempSync(join(tmpdir(), 'plaudit-first-steps-'));
  const dataDir = join(home, '.data');
  const firstAccess = join(dataDir, 'first-access.txt');
  let settings: Record<string, string>;
  let port: number;
  let product: ShellProduct;
  let companion: TourProgram;
  let companionPort: number;
  let firstKey: string;

  beforeAll(async () => {
    [port, companionPort] = [await freePort(), await freePort()];
    settings = {
      DATA_DIR: dataDir,
      PORT: String(port),
      ALLOW_LOOPBACK: 'true',
      LOG_LEVEL: 'info',
      // A busy machine must not make a service seem late.
      SERVICE_TIMEOUT_FACTOR: '20',
    };
    product = new ShellProduct('| head -n 1', settings);
    companion = TourProgram.startCompanion(companionPort);
    await Promise.all([product.isReady(), companion.hasSaid('A bakery on')]);
  });
  afterAll(async () => {
    product.kill();
    await companion.stop();
    await removeDataDir(dataDir);
    rmSync(home, { recursive: true });
  });

  it('begin with a product that serves although the reader of its output went away', async () => {
    expect(product.output).toBe('Starting Plaudit …\n');
    expect(await product.serversRun()).toHaveLength(3);
  });

  it('find the first key in a file that only its owner can read', () => {
    expect(statSync(firstAccess).mode & 0o777).toBe(0o600);
    firstKey = keyIn(firstAccess);
  });

  for (const shell of SHELL_NAMES) {
    itWith(shell)(`paste the tour of the README into ${shell}`, async () => {
      const cwd = shell === 'bash' ? home : await homeOfSubAccount(shell);
      const { printed, complaints } = await paste(shell, tour(port, companionPort), cwd);
      expect(complaints).not.toMatch(COMPLAINT);
      for (const result of RESULTS) expect(printed).toContain(result);
    });
  }

  it('see the webhooks in the terminal of the companion', async () => {
    expect(await companion.hasSaid('review.created from Noa')).toContain('signature not checked');
  });

  itWith('zsh')('would see zsh complain about a comment, which is a command to it', async () => {
    expect((await paste('zsh', '# 1. Subscribe\n', home)).complaints).toMatch(COMPLAINT);
  });

  it('find the file of the first key deleted after its first use', async () => {
    await eventually(
      () => existsSync(firstAccess),
      (exists) => !exists,
      'the file to be deleted',
    );
  });

  it('end with Ctrl-C, which leaves no process', async () => {
    product.pressCtrlC();
    await product.expectNothingLeft();
  });

  itAtLength('write a log with tee until Ctrl-C, which ends tee before the product', async () => {
    const log = join(home, 'log');
    product = new ShellProduct(`| tee ${log}`, settings);
    await product.isReady();
    await product.serversRun();
    // What is still in the pipe when tee ends is lost.
    await eventually(
      () => readFileSync(log, 'utf8'),
      (text) => text.includes(`Plaudit is ready on http://localhost:${port}`),
      'tee to write the address',
    );
    product.pressCtrlC();
    await product.expectNothingLeft();
  });

  itAtLength('press Ctrl-C while the product starts, which leaves no process either', async () => {
    product = new ShellProduct('', settings);
    await product.serversRun();
    product.pressCtrlC();
    await product.expectNothingLeft();
    expect(product.output).toMatch(/Stopped\.\n$/);
    expect(product.output).not.toContain('Plaudit is ready');
  });

  /** The second reader has a sub account of its own, because the page can be connected once. */
  async function homeOfSubAccount(name: string): Promise<string> {
    const client = new PlauditClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: firstKey });
    const added = await client.post('/account/subaccount', { body: { name } });
    const { key } = await client.post('/keys', { body: { name, role: 'admin', sub_account_id: added.id } });
    const folder = join(home, name, '.data');
    mkdirSync(folder, { recursive: true });
    const access = { accountId: 1, email: 'reader@localhost', apiKey: key, password: null, setupUrl: null };
    handOverFirstAccess(access, { stdout: { write: () => true }, folder: () => folder });
    return join(home, name);
  }
});
