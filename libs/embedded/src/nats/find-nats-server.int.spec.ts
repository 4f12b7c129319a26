import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { hasApt } from './apt-download';
import { findNatsServer } from './find-nats-server';

const onDebian = hasApt('/usr/bin') ? it : it.skip;

describe('finding a nats-server', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'find-nats-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const program = (name: string, mode = 0o755): string => {
    const file = join(folder, name);
    writeFileSync(file, '#!/bin/sh\n', { mode });
    chmodSync(file, mode);
    return file;
  };

  it('believes NATS_SERVER_BIN before PATH', async () => {
    const named = program('my-nats');
    program('nats-server');
    await expect(findNatsServer({ env: { NATS_SERVER_BIN: named, PATH: folder } })).resolves.toBe(named);
  });

  it('refuses a NATS_SERVER_BIN that cannot be run, instead of running another', async () => {
    const named = program('not-executable', 0o644);
    program('nats-server');
    await expect(findNatsServer({ env: { NATS_SERVER_BIN: named, PATH: folder } })).rejects.toThrow(
      /NATS_SERVER_BIN names .*not-executable, which is no executable file/,
    );
  });

  it('takes the first one on PATH', async () => {
    const found = program('nats-server');
    const env = { PATH: ['', '/nowhere', folder, '/usr/sbin'].join(delimiter) };
    await expect(findNatsServer({ env })).resolves.toBe(found);
  });

  it('names the three ways to get one when there is none and no apt either', async () => {
    const nothing = { env: { PATH: '/nowhere' }, cacheDir: folder, toolsDir: folder };
    await expect(findNatsServer(nothing)).rejects.toThrow(
      /nats-server was not found[^]*1\. set NATS_SERVER_BIN[^]*2\. install it[^]*3\. set NATS_URL/,
    );
  });

  it('says what apt said when the download fails', async () => {
    for (const tool of ['apt-get', 'dpkg-deb']) {
      writeFileSync(join(folder, tool), '#!/bin/sh\necho "no route to the mirror" >&2\nexit 100\n', {
        mode: 0o755,
      });
    }
    const broken = { env: {}, cacheDir: join(folder, 'cache'), toolsDir: folder };
    await expect(findNatsServer(broken)).rejects.toThrow(/no route to the mirror[^]*three ways/);
  });

  // Downloads on the first run of a checkout only; from then on the cache answers.
  onDebian(
    'downloads one without PATH and without installing it, once for all who ask',
    async () => {
      const asked = await Promise.all([findNatsServer({ env: {} }), findNatsServer({ env: {} })]);
      expect(new Set(asked).size).toBe(1);
      expect(asked[0]).toMatch(/\.cache\/nats-server\/nats-server$/);
      expect(execFileSync(asked[0], ['--version'], { encoding: 'utf8' })).toMatch(/^nats-server: v2\./);
    },
    300_000,
  );
});
