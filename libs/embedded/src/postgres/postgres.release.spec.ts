import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { administer, eventually, SOURCE_FLAGS } from '@plaudit/testing';

import { removeDataDir } from '../data-dir';
import { FolderInUseError } from '../embedded.error';
import { identify } from '../process-identity';
import { isRoot } from './accounts';
import { locateCluster } from './cluster';
import { type PostgresHandle, startPostgres } from './postgres';

const OWNER = join(__dirname, '..', 'fixtures', 'owner.process.ts');
const DEFAULT_STATE_ROOT = '/var/lib/plaudit';
const asRoot = isRoot() ? it : it.skip;
/** The other user runs this code, which it cannot reach in a clone below a closed folder such as root's home. */
const asRootWithReadableCode = isRoot() && isOpenToAll(__dirname) ? it : it.skip;

describe('startPostgres', () => {
  let parent: string;
  let dataDir: string;

  beforeEach(() => {
    // mkdtemp folders have mode 0700, like root's home. The server's user cannot reach anything below.
    parent = mkdtempSync(join(tmpdir(), 'embedded-'));
    dataDir = join(parent, 'data');
  });
  afterEach(async () => {
    await removeDataDir(dataDir);
    rmSync(parent, { recursive: true, force: true });
  });

  const start = (settings: Record<string, string> = {}): Promise<PostgresHandle> =>
    startPostgres({ dataDir, settings: { fsync: 'off', ...settings } });
  const ask = (postgres: PostgresHandle, sql: string): Promise<unknown[]> =>
    administer(postgres.adminUrl, (admin) => admin.query(sql));
  const clusterPath = (): string => locateCluster(join(dataDir, 'postgres'), DEFAULT_STATE_ROOT).path;

  it('keeps its data through a stop and through a crash', async () => {
    const first = await start();
    await ask(first, 'create table kept as select 1 as n');
    await first.stop();
    const second = await start();
    await ask(second, 'insert into kept values (2)');
    await second.kill();
    const third = await start();
    await expect(ask(third, 'select n from kept order by n')).resolves.toEqual([{ n: 1 }, { n: 2 }]);
    await third.stop();
  });

  it('has the extensions, the sort order and the connection limit that the product needs', async () => {
    const postgres = await start();
    await ask(postgres, 'create extension pg_trgm');
    await ask(postgres, 'create extension btree_gin');
    const [row] = await ask(
      postgres,
      `select current_setting('max_connections') as connections, current_setting('timezone') as zone,
              lower('ÉCLAIR') as folded, 'a' > 'B' as by_code_point, current_setting('listen_addresses') as listens`,
    );
    expect(row).toEqual({
      connections: '300',
      zone: 'UTC',
      folded: 'éclair',
      by_code_point: true,
      listens: '127.0.0.1',
    });
    await postgres.stop();
  });

  it('requires the password, which only its owner can read', async () => {
    const postgres = await start();
    const guess = new URL(postgres.adminUrl);
    guess.password = 'wrong';
    await expect(administer(guess.toString(), (admin) => admin.query('select 1'))).rejects.toThrow(
      /password authentication failed/,
    );
    expect(statSync(join(dataDir, 'postgres', 'superuser-password')).mode & 0o077).toBe(0);
    await postgres.stop();
  });

  it('refuses a second start while the owner lives and names the owner', async () => {
    const postgres = await start();
    await expect(start()).rejects.toThrow(FolderInUseError);
    await expect(start()).rejects.toThrow(new RegExp(`postgres is in use by process ${process.pid}`));
    await expect(ask(postgres, 'select 1 as n')).resolves.toEqual([{ n: 1 }]);
    await postgres.stop();
  });

  it('leaves no process behind when it is stopped twice with open sessions', async () => {
    const postgres = await start();
    let opened = (): void => {};
    const isOpen = new Promise<void>((resolve) => (opened = resolve));
    const session = administer(postgres.adminUrl, async (admin) => {
      await admin.query('select 1');
      opened();
      await admin.query('select pg_sleep(60)');
    });
    const failure = session.catch((error: unknown) => error);
    await isOpen;
    await postgres.stop();
    await postgres.stop();
    expect(await failure).toMatchObject({ message: expect.stringMatching(/terminat/) });
    expect(identify(postgres.pid)).toBeNull();
  });

  it('stops the servers of a killed owner and starts again', async () => {
    const owner = await startOwner();
    await administer(owner.adminUrl, (admin) => admin.query('create table kept as select 1 as n'));
    process.kill(owner.pid, 'SIGKILL');
    await eventually(
      () => identify(owner.pid),
      (found) => found === null,
      'the owner to end',
    );
    expect(owner.pids.map(identify)).not.toContain(null);
    const postgres = await start();
    expect(identify(owner.pids[0]!)).toBeNull();
    await expect(ask(postgres, 'select n from kept')).resolves.toEqual([{ n: 1 }]);
    await postgres.stop();
    await removeDataDir(dataDir);
    expect(owner.pids.map(identify)).toEqual([null, null]);
  });

  it('starts although another process has the pid of a crashed server', async () => {
    const first = await start();
    await first.kill();
    const pidFile = join(clusterPath(), 'postmaster.pid');
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...accountOf(pidFile) });
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
    const second = await start();
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
    await second.stop();
    stranger.kill();
  });

  it('reports the failure, the log file and the server’s output, and releases the folder', async () => {
    const failing = start({ shared_buffers: 'plenty' });
    await expect(failing).rejects.toThrow(
      /did not start \(exit code 1\)[^]*Binary: .*postgres\n[^]*Cluster: .*\n[^]*server\.log:\n[^]*invalid value for parameter "shared_buffers"/,
    );
    await (await start()).stop();
  });

  it('fails at once when the given port is taken', async () => {
    const postgres = await start();
    const other = join(parent, 'other');
    await expect(startPostgres({ dataDir: other, port: postgres.port })).rejects.toThrow(/could not bind/);
    await removeDataDir(other);
    await postgres.stop();
  });

  asRoot('runs as somebody else, with a cluster that nobody but that user can enter', async () => {
    const postgres = await start();
    const cluster = statSync(clusterPath());
    expect(clusterPath()).toMatch(/^\/var\/lib\/plaudit\//);
    expect({ uid: cluster.uid, others: cluster.mode & 0o077 }).toEqual({ uid: 60_777, others: 0 });
    expect(readFileSync(`/proc/${postgres.pid}/status`, 'utf8')).toMatch(/^Uid:\s+60777\s/m);
    await postgres.stop();
  });

  asRoot('keeps the old cluster aside, and starts empty, when its DATA_DIR was deleted', async () => {
    const first = await start();
    await ask(first, 'create table kept as select 1 as n');
    await first.stop();
    rmSync(dataDir, { recursive: true });
    const said: string[] = [];
    const second = await startPostgres({
      dataDir,
      settings: { fsync: 'off' },
      log: (line) => said.push(line),
    });
    await expect(ask(second, "select to_regclass('kept') as it")).resolves.toEqual([{ it: null }]);
    expect(said).toEqual([expect.stringMatching(/as \/var\/lib\/plaudit\//), 'Creating the database …']);
    await second.stop();
  });

  asRoot('does not start empty when the cluster that its DATA_DIR names is gone', async () => {
    await (await start()).stop();
    rmSync(clusterPath(), { recursive: true });
    await expect(start()).rejects.toThrow(
      /is not there\. Put it back, or delete .*postgres to start with an empty one/,
    );
  });

  asRootWithReadableCode(
    'keeps the cluster of a normal user in the DATA_DIR, where root can start it',
    async () => {
      chmodSync(parent, 0o755);
      mkdirSync(dataDir, { mode: 0o700 });
      chownSync(dataDir, 65_534, 65_534);
      const owner = await startOwner({ uid: 65_534, gid: 65_534 });
      expect(statSync(join(dataDir, 'postgres', 'cluster')).uid).toBe(65_534);
      process.kill(owner.pid, 'SIGKILL');
      await eventually(
        () => identify(owner.pid),
        (found) => found === null,
        'the owner to end',
      );
      chmodSync(parent, 0o755);
      // The server's user must be able to reach the cluster in its place.
      chmodSync(dataDir, 0o755);
      chmodSync(join(dataDir, 'postgres'), 0o755);
      const postgres = await start();
      expect(readFileSync(`/proc/${postgres.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m);
      await postgres.stop();
    },
  );

  async function startOwner(account: { uid?: number; gid?: number } = {}) {
    const args = [...SOURCE_FLAGS, OWNER, dataDir, DEFAULT_STATE_ROOT];
    const child = spawn(process.execPath, args, { ...account, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { adminUrl, pids } = JSON.parse(line) as { adminUrl: string; pids: number[] };
    return { pid: child.pid as number, adminUrl, pids };
  }
});

function isOpenToAll(folder: string): boolean {
  const open = (statSync(folder).mode & 0o005) === 0o005;
  return open && (folder === '/' || isOpenToAll(dirname(folder)));
}

/** Postgres ignores processes of other users, so the other process must run as its own user. */
function accountOf(file: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(file);
  return { uid, gid };
}
