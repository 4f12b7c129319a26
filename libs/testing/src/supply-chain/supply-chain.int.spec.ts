import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkLicences } from './licences';
import type { Lockfile } from './lockfile';
import { checkSignatures } from './signatures';

describe('checkLicences', () => {
  const reportOn = (license?: string) =>
    checkLicences({ packages: { '': {}, 'node_modules/@a/b': { version: '1.0.0', license } } });

  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND LGPL-3.0-or-later'])('accepts %s', (license) => {
    expect(reportOn(license)).toEqual({ counts: { [license]: 1 }, forbidden: [], unknown: [] });
  });

  it.each([
    'AGPL-3.0-only',
    'GPL-2.0-only',
    'MIT AND GPL-3.0-or-later',
    'SSPL-1.0',
    'BUSL-1.1',
    'CC-BY-NC-4.0',
    'UNLICENSED',
  ])('forbids %s', (license) => {
    expect(reportOn(license).forbidden).toEqual([`@a/b@1.0.0: ${license}`]);
  });

  it.each([
    ['SEE LICENSE IN terms.txt', 'SEE LICENSE IN terms.txt'],
    [undefined, 'none named'],
  ])('asks a person to read the licence %j', (license, shown) => {
    expect(reportOn(license)).toMatchObject({ forbidden: [], unknown: [`@a/b@1.0.0: ${shown}`] });
  });

  it('finds no forbidden and no unknown licence in our lockfile', () => {
    const file = join(__dirname, '..', '..', '..', '..', 'package-lock.json');
    const report = checkLicences(JSON.parse(readFileSync(file, 'utf8')) as Lockfile);
    expect(report.counts['MIT']).toBeGreaterThan(100);
    expect(report).toMatchObject({ forbidden: [], unknown: [] });
  });
});

describe('checkSignatures', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'signatures-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Checks with a program in place of npm that prints `output` and exits with `code`. */
  function checkWith(output: string, code: number): ReturnType<typeof checkSignatures> {
    const npm = join(folder, 'npm');
    writeFileSync(npm, `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${code}\n`, { mode: 0o755 });
    return checkSignatures(folder, npm);
  }

  it('reports the packages with an invalid signature', async () => {
    const output = JSON.stringify({ invalid: [{ name: 'left-pad', version: '1.0.0' }], missing: [] });
    await expect(checkWith(output, 1)).resolves.toEqual({ state: 'invalid', reason: 'left-pad@1.0.0' });
  });

  it('accepts a report without invalid signatures', async () => {
    const output = JSON.stringify({ invalid: [], missing: [] });
    await expect(checkWith(output, 0)).resolves.toEqual({ state: 'verified' });
  });

  it('says that nothing was checked, and why, when npm cannot reach the keys', async () => {
    const output = JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'no route' } });
    await expect(checkWith(output, 1)).resolves.toEqual({ state: 'unchecked', reason: 'no route' });
    await expect(checkSignatures(folder, join(folder, 'missing'))).resolves.toMatchObject({
      state: 'unchecked',
      reason: expect.stringContaining('ENOENT'),
    });
  });
});
