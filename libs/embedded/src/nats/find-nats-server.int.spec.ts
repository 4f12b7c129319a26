import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
