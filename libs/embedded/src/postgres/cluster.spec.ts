import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { letOthersEnter } from './cluster';

describe('a folder of the cluster that root creates', () => {
  let parent: string;
  let folder: string;

  beforeEach(() => {
    // Every user can enter it, unlike the temporary folder of some users.
    parent = mkdtempSync('/tmp/cluster-');
    chmodSync(parent, 0o755);
    folder = join(parent, 'state');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it.each([
    ['a private folder', 0o700, 0o711],
    ['a folder for everybody, such as /tmp', 0o1777, 0o1777],
    ['a folder that everybody enters', 0o755, 0o755],
  ])('can be entered by others and keeps its other rights: %s', (_, before, after) => {
    chmodSync(folder, before);
    letOthersEnter(folder);
    expect(statSync(folder).mode & 0o7777).toBe(after);
  });

  it('is refused below a folder that others cannot enter, which the error names with the way out', () => {
    chmodSync(parent, 0o750);
    expect(() => letOthersEnter(folder)).toThrow(
      `The user of Postgres cannot enter ${parent}, so it cannot have a database in ${folder}. ` +
        `Run "chmod o+x ${parent}", or set POSTGRES_DIR to a folder that every user can enter.`,
    );
  });
});
