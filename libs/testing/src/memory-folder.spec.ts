import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryFolder } from './memory-folder';

describe('the folder in memory', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'mounts-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function found(lines: readonly string[], needed = 0): string | null {
    const mounts = join(folder, 'mounts');
    writeFileSync(mounts, `${lines.join('\n')}\n`);
    return memoryFolder({ mounts, needed });
  }

  const DISK = '/dev/vda / ext4 rw,relatime 0 0';
  const mounted = (options: string): string => `tmpfs /dev/shm tmpfs ${options} 0 0`;
  const hasOne = process.platform === 'linux';

  it('is where Linux keeps one', () => {
    expect(found([DISK, mounted('rw,nosuid,nodev,relatime,size=24684092k')])).toBe(
      hasOne ? '/dev/shm' : null,
    );
  });

  it.each([
    ['is not mounted', [DISK]],
    ['starts no programs, as in a container', [mounted('rw,nosuid,nodev,noexec,relatime,size=65536k')]],
    ['cannot be written', [mounted('ro,relatime')]],
    ['was mounted again without programs', [mounted('rw'), mounted('rw,noexec')]],
  ])('is none if it %s', (_, lines) => {
    expect(found(lines)).toBeNull();
  });

  it('is none if it has too little room', () => {
    expect(found([mounted('rw')], 2 ** 60)).toBeNull();
  });
});
