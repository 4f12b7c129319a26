import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const TOOL = ['node_modules', 'openapi-typescript', 'bin', 'cli.js'];

describe('src/generated/api.ts', () => {
  it('is what `npm run generate` makes of openapi.json', () => {
    // npm puts it beside the TypeScript that it needs, which is not the root's.
    const tool = [join(ROOT, ...TOOL), join(ROOT, '..', '..', ...TOOL)].find((path) => existsSync(path));
    const flags = ['openapi.json', '-o', 'src/generated/api.ts', '--check'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool as string, ...flags], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
  });
});
