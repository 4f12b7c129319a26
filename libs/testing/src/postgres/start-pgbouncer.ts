import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../eventually';
import { freePort } from '../free-port';

const PGBOUNCER = process.env.PGBOUNCER_BIN ?? '/usr/sbin/pgbouncer';
const DEPLOYED = join(__dirname, '..', '..', '..', '..', 'deploy', 'pgbouncer', 'pgbouncer.ini');
const available = existsSync(PGBOUNCER) || process.env.REQUIRE_PGBOUNCER === '1';

/** A number that no user has. PgBouncer refuses to run as root. */
const UNPRIVILEGED = { uid: 60_778, gid: 60_778 };

/**
 * The shell ends PgBouncer when its standard input closes, which happens at the latest when the worker of jest ends, and
 * then deletes the folder.
 */
const SUPERVISOR =
  '"$0" "$1/pgbouncer.ini" 2>"$1/log" & child=$!; read -r _; kill -INT $child; wait $child; rm -rf "$1"';

export interface PgBouncer {
  /** Returns the URL with the address of PgBouncer. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

interface PgBouncerOptions {
  /** A URL of the Postgres behind it. */
  databaseUrl: string;
  /** The passwords of the roles that may log in. */
  passwords: Readonly<Record<string, string>>;
  /** Connections to Postgres for each role. */
  poolSize: number;
}

/** `describe` for specs that need PgBouncer. Without one they are skipped, or fail if REQUIRE_PGBOUNCER is 1. */
export function describeWithPgBouncer(name: string, specs: () => void): void {
  const run = available ? describe : describe.skip;
  run(`${name} (${available ? PGBOUNCER : 'skipped: no PgBouncer; set PGBOUNCER_BIN'})`, specs);
}

/** Starts a PgBouncer with the settings of `deploy/pgbouncer`, on a free port of this machine. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-pgbouncer-'));
  writeFiles(folder, port, options);
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, PGBOUNCER, folder], {
    ...(process.getuid?.() === 0 ? UNPRIVILEGED : {}),
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await started(folder);
  return {
    through: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.toString();
    },
    stop: () => stop(child, folder),
  };
}

function writeFiles(folder: string, port: number, options: PgBouncerOptions): void {
  const users = Object.entries(options.passwords).map(([role, password]) => `"${role}" "${password}"\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration(folder, port, options));
  writeFileSync(join(folder, 'userlist.txt'), users.join(''), { mode: 0o600 });
  writeFileSync(join(folder, 'log'), '');
  if (process.getuid?.() !== 0) return;
  for (const path of ['', 'pgbouncer.ini', 'userlist.txt', 'log'])
    chownSync(join(folder, path), UNPRIVILEGED.uid, UNPRIVILEGED.gid);
}

/** Returns the deployed settings, with the addresses of this machine and the pool size of the spec. */
function configuration(folder: string, port: number, { databaseUrl, poolSize }: PgBouncerOptions): string {
  const { hostname, port: targetPort } = new URL(databaseUrl);
  const changes = {
    '*': `host=${hostname} port=${targetPort}`,
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_file: `${folder}/userlist.txt`,
    default_pool_size: poolSize,
    // The machine of the tests may stand still for seconds.
    query_wait_timeout: 60,
  };
  let text = readFileSync(DEPLOYED, 'utf8');
  for (const [name, value] of Object.entries(changes)) {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith(`${name} = `));
    if (at === -1) throw new Error(`${DEPLOYED} does not set ${name}.`);
    text = lines.with(at, `${name} = ${value}`).join('\n');
  }
  return text;
}

async function started(folder: string): Promise<void> {
  const log = (): string => readFileSync(join(folder, 'log'), 'utf8');
  const isUp = (text: string): boolean => /process up/.test(text);
  const text = await eventually(log, (lines) => isUp(lines) || /FATAL/.test(lines), 'PgBouncer to start');
  if (!isUp(text)) throw new Error(`PgBouncer did not start:\n${text}`);
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : null;
  child.stdin?.end();
  await ended;
  // The folder above belongs to root, so an unprivileged shell can only empty this one.
  rmSync(folder, { recursive: true, force: true });
}
