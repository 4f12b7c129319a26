import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { hasApt } from './apt-download';
import { findNatsServer } from './find-nats-server';

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
