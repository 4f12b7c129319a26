import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { hasApt } from './apt-download';
import { findNatsServer } from './find-nats-server';
import { removeDataDir } from '../data-dir';
import { FolderInUseError } from '../embedded.error';
import { freePort } from '../free-port';
import { within } from '../polling';
import { commandLineOf, identify } from '../process-identity';
import { type NatsServerHandle, startNatsServer } from './nats-server';
import { findKeptNats, setNatsUsers } from './nats-users';

const onDebian = hasApt('/usr/bin') ? it : it.skip;

describe('findNatsServer', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'find-nats-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const program = (name: string, mode = 0o755): string => {
    const file = join(folder, name);
    writeFileSync(file, '#!/bin/sh\n', { mode });
    chmodSync(file, mode);
    return file;
  };

  it('prefers NATS_SERVER_BIN to PATH', async () => {
    const named = program('my-nats');
    program('nats-server');
    await expect(findNatsServer({ env: { NATS_SERVER_BIN: named, PATH: folder } })).resolves.toBe(named);
  });

  it('refuses a NATS_SERVER_BIN that cannot be run instead of running another binary', async () => {
    const named = program('not-executable', 0o644);
    program('nats-server');
    await expect(findNatsServer({ env: { NATS_SERVER_BIN: named, PATH: folder } })).rejects.toThrow(
      /NATS_SERVER_BIN is .*not-executable, which is not an executable file/,
    );
  });

  it('returns the first nats-server on PATH', async () => {
    const found = program('nats-server');
    const env = { PATH: ['', '/nowhere', folder, '/usr/sbin'].join(delimiter) };
    await expect(findNatsServer({ env })).resolves.toBe(found);
  });

  it('names the three ways to get nats-server when there is none and no apt', async () => {
    const nothing = { env: { PATH: '/nowhere' }, cacheDir: folder, toolsDir: folder };
    await expect(findNatsServer(nothing)).rejects.toThrow(
      /nats-server was not found[^]*1\. set NATS_SERVER_BIN[^]*2\. install it[^]*3\. set NATS_URL/,
    );
  });

  it('reports the output of apt when the download fails', async () => {
    for (const tool of ['apt-get', 'dpkg-deb']) {
      writeFileSync(join(folder, tool), '#!/bin/sh\necho "no route to the mirror" >&2\nexit 100\n', {
        mode: 0o755,
      });
    }
    const broken = { env: {}, cacheDir: join(folder, 'cache'), toolsDir: folder };
    await expect(findNatsServer(broken)).rejects.toThrow(/no route to the mirror[^]*three ways/);
  });

  describe('with an apt that downloads a package', () => {
    const CONTENT = 'the package';

    /** Makes tools that behave like apt-get and dpkg-deb, with an index that prints `listed` for the package. */
    function startWith(listed: string): Promise<string> {
      const apt = `case "$*" in
        *--print-uris*) echo "${listed}" ;;
        *download*) printf '${CONTENT}' > nats-server_2.9.10_amd64.deb ;;
      esac`;
      const dpkg = `mkdir -p "$3/usr/sbin"
        printf '#!/bin/sh\\necho nats-server: v2.9.10\\n' > "$3/usr/sbin/nats-server"
        chmod 755 "$3/usr/sbin/nats-server"`;
      for (const [tool, script] of Object.entries({ 'apt-get': apt, 'dpkg-deb': dpkg })) {
        writeFileSync(join(folder, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      }
      return findNatsServer({ env: {}, cacheDir: join(folder, 'cache'), toolsDir: folder });
    }

    const line = (sha256: string): string =>
      `'http://deb.example/nats-server.deb' nats-server_2.9.10_amd64.deb 11 SHA256:${sha256}`;
    const checksum = createHash('sha256').update(CONTENT).digest('hex');

    it('unpacks a package with the checksum of the index', async () => {
      await expect(startWith(line(checksum))).resolves.toBe(join(folder, 'cache', 'nats-server'));
    });

    it('refuses a package with another checksum, and keeps nothing of it', async () => {
      const other = checksum.replace(/./g, (digit) => (digit === '0' ? '1' : '0'));
      await expect(startWith(line(other))).rejects.toThrow(
        `has the wrong checksum: its SHA-256 is ${checksum}, and the index names ${other}`,
      );
      expect(existsSync(join(folder, 'cache', 'nats-server'))).toBe(false);
    });

    it('refuses a package for which the index names no SHA-256', async () => {
      await expect(
        startWith("'http://deb.example/nats-server.deb' nats-server.deb 11 MD5Sum:00"),
      ).rejects.toThrow('The package index names no SHA-256 for nats-server.');
    });
  });

  // Only the first run in a checkout downloads. Later runs use the cache.
  onDebian(
    'downloads nats-server once for all callers, without installing it, when PATH has none',
    async () => {
      const asked = await Promise.all([findNatsServer({ env: {} }), findNatsServer({ env: {} })]);
      expect(new Set(asked).size).toBe(1);
      expect(asked[0]).toMatch(/\.cache\/nats-server\/nats-server$/);
      expect(execFileSync(asked[0], ['--version'], { encoding: 'utf8' })).toMatch(/^nats-server: v2\./);
    },
    300_000,
  );
});

describe('startNatsServer', () => {
  let dataDir: string;

  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'embedded-nats-'))));
  afterEach(async () => {
    await removeDataDir(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (config?: string): Promise<NatsServerHandle> =>
    startNatsServer({ dataDir, env: process.env, config });

  it('listens on 127.0.0.1 with JetStream and requires a user', async () => {
    const nats = await start();
    const greeting = await greetingOf(nats.port);
    expect(greeting).toMatchObject({ jetstream: true, auth_required: true, host: '127.0.0.1' });
    await nats.stop();
  });

  it('accepts a client that pauses for three seconds before it authenticates', async () => {
    const nats = await start();
    const client = createConnection(nats.port, '127.0.0.1');
    let said = '';
    client.on('error', () => undefined);
    client.on('data', (data) => (said += data.toString('utf8')));
    await within(30_000, () => said.includes('INFO'));
    const greeted = Date.now();
    await within(30_000, () => Date.now() - greeted >= 3_000);
    client.write(`${connectLine(nats.url)}PING\r\n`);
    await within(30_000, () => said.includes('PONG') || client.closed);
    expect(said).toContain('PONG');
    client.destroy();
    await nats.stop();
  });

  it('hides its password from the command line and from other users', async () => {
    const nats = await start();
    expect(commandLineOf(nats.pid)).toContain('nats-server.conf');
    const { password } = new URL(nats.url);
    expect(commandLineOf(nats.pid)).not.toContain(password);
    const file = (name: string): string => join(dataDir, 'nats', name);
    expect(readFileSync(file('users.conf'), 'utf8')).toContain(password);
    for (const name of ['users.conf', 'access.json', 'nats-server.conf'])
      expect(statSync(file(name)).mode & 0o077).toBe(0);
    await nats.stop();
  });

  it('starts again on the same port with the same user and password', async () => {
    const first = await start();
    await first.kill();
    const second = await start();
    expect(second.url).toBe(first.url);
    await second.stop();
    expect([first.pid, second.pid].map(identify)).toEqual([null, null]);
  });

  it('keeps the port that it was given, and moves to another one only if it is given that', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const on = (port?: number) => startNatsServer({ dataDir, env: process.env, port });
    for (const [given, expected] of [
      [one, one],
      [undefined, one],
      [other, other],
      [undefined, other],
    ] as const) {
      const nats = await on(given);
      expect(nats.port).toBe(expected);
      await nats.stop();
    }
  });

  it('names NATS_PORT if another program has its port, and releases the folder', async () => {
    const nats = await start();
    await nats.stop();
    const other = createServer().listen(nats.port, '127.0.0.1');
    await once(other, 'listening');
    await expect(start()).rejects.toThrow(
      new RegExp(
        `Port ${nats.port} of 127\\.0\\.0\\.1 is in use by another program[^]*set NATS_PORT to a free port`,
      ),
    );
    await new Promise((resolve) => other.close(resolve));
    await (await start()).stop();
  }, 60_000);

  it('waits for a program that is about to release its port', async () => {
    const nats = await start();
    await nats.stop();
    const other = createServer().listen(nats.port, '127.0.0.1');
    await once(other, 'listening');
    setTimeout(() => other.close(), 300);
    const again = await start();
    expect(again.port).toBe(nats.port);
    await again.stop();
  });

  it('refuses a second start while the first owner lives', async () => {
    const nats = await start();
    await expect(start()).rejects.toThrow(FolderInUseError);
    await nats.stop();
  });

  it('names a binary that cannot be run and releases the folder', async () => {
    const binary = join(dataDir, 'no-such-server');
    await expect(startNatsServer({ dataDir, binary })).rejects.toThrow(`Could not run ${binary}: `);
    await (await start()).stop();
  });

  it('reports the failure, the log file and the server’s output, and releases the folder', async () => {
    await expect(start('max_payload: "plenty')).rejects.toThrow(
      /did not start \(exit code 1\)[^]*Binary: .*nats-server\n[^]*Folder: .*\n[^]*server\.log:\n[^]*Parse error/,
    );
    await (await start('max_payload: 2MB')).stop();
  });
});

describe('setNatsUsers', () => {
  let dataDir: string;

  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'embedded-nats-'))));
  afterEach(() => removeDataDir(dataDir));

  const user = (name: string): string => `  { user: "${name}", password: "pw" }`;
  const urlOf = (name: string, port: number): string => `nats://${name}:pw@127.0.0.1:${port}`;

  it('adds and removes users of a running server, which keeps the connections of the others', async () => {
    const nats = await startNatsServer({ dataDir, env: process.env, users: user('one') });
    const own = await Session.open(nats.url);
    const one = await Session.open(urlOf('one', nats.port));
    expect(await setNatsUsers(dataDir, user('two'))).toBe(true);
    const two = await Session.open(urlOf('two', nats.port));
    expect(await one.endsOrAnswers()).toBe('ended');
    expect([await own.endsOrAnswers(), await two.endsOrAnswers()]).toEqual(['answered', 'answered']);
    expect(await (await Session.open(urlOf('one', nats.port))).endsOrAnswers()).toBe('ended');
    for (const session of [own, two]) session.close();
    await nats.stop();
  });

  it('tells that the server is stopped, and where it will listen', async () => {
    expect(findKeptNats(dataDir)).toBeNull();
    const nats = await startNatsServer({ dataDir, env: process.env });
    await nats.stop();
    expect(await setNatsUsers(dataDir, user('one'))).toBe(false);
    expect(findKeptNats(dataDir)).toMatchObject({ address: `127.0.0.1:${nats.port}` });
    expect(findKeptNats(dataDir)?.users).toContain('user: "one"');
  });

  it('throws what the server says about users that it cannot read', async () => {
    const nats = await startNatsServer({ dataDir, env: process.env });
    await expect(setNatsUsers(dataDir, '  { user: "one" password')).rejects.toThrow(
      /did not load[^]*users\.conf/,
    );
    await nats.stop();
  });
});

/** A connection that speaks the protocol of NATS. */
class Session {
  private said = '';

  private constructor(private readonly socket: Socket) {}

  static async open(url: string): Promise<Session> {
    const session = new Session(createConnection(Number(new URL(url).port), '127.0.0.1'));
    session.socket.on('error', () => undefined);
    session.socket.on('data', (data) => (session.said += data.toString('utf8')));
    await within(30_000, () => session.said.includes('INFO'));
    session.socket.write(connectLine(url));
    await session.endsOrAnswers();
    return session;
  }

  async endsOrAnswers(): Promise<string> {
    this.said = '';
    this.socket.write('PING\r\n');
    await within(30_000, () => this.socket.closed || this.said.includes('PONG'));
    return this.said.includes('PONG') ? 'answered' : 'ended';
  }

  close(): void {
    this.socket.destroy();
  }
}

function connectLine(url: string): string {
  const { username: user, password: pass } = new URL(url);
  return `CONNECT ${JSON.stringify({ user, pass, verbose: false })}\r\n`;
}

/** The first line a server sends: `INFO {…}`. */
function greetingOf(port: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(JSON.parse(data.toString('utf8').replace(/^INFO /, '')));
    });
  });
}
