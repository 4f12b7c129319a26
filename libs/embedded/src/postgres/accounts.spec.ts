import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { namedAccount } from './accounts';

describe('the user that initdb runs as', () => {
  const folder = mkdtempSync(join(tmpdir(), 'passwd-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const passwd = (text: string): string => {
    const file = join(folder, 'passwd');
    writeFileSync(file, text);
    return file;
  };
  const ROOT = 'root:x:0:0:root:/root:/bin/bash\n';

  it('is the user nobody', () => {
    const file = passwd(`${ROOT}daemon:x:1:1::/:/bin/false\nnobody:x:65534:65533::/:/bin/false\n`);
    expect(namedAccount(file)).toEqual({ uid: 65_534, gid: 65_533 });
  });

  it('is any user but root on a system without the user nobody', () => {
    expect(namedAccount(passwd(`${ROOT}app:x:1000:1000::/:/bin/sh\n`))).toEqual({ uid: 1000, gid: 1000 });
  });

  it('is missing, and the error names the way out, when there is only root', () => {
    expect(() => namedAccount(passwd(ROOT))).toThrow(/names no other user.*set DATABASE_URL/);
  });
});
