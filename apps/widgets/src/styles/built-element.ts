import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuiltElement {
  /** The scripts by name: `rv` is the module, `w` the classic script. */
  scripts: ReadonlyMap<'rv' | 'w', Buffer>;
  /** The minified style sheets that only some types need, by name. */
  styles: Readonly<Record<string, string>>;
}

let built: BuiltElement | undefined;

/**
 * Returns what `build-element.mjs` makes of the element. `npm run build` left it in dist. A service that runs from source bundles
 * it first. It is read once per process.
 */
export function builtElement(): BuiltElement {
  return (built ??= __filename.endsWith('.ts') ? bundled() : read(join(__dirname, '..', 'embed-scripts')));
}

function bundled(): BuiltElement {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-element-'));
  try {
    const build = join(__dirname, '..', '..', 'build-element.mjs');
    execFileSync(process.execPath, [build, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(folder: string): BuiltElement {
  const script = (name: 'rv' | 'w'): [typeof name, Buffer] => [
    name,
    readFileSync(join(folder, `${name}.js`)),
  ];
  const styles = JSON.parse(readFileSync(join(folder, 'styles.json'), 'utf8')) as Record<string, string>;
  return { scripts: new Map([script('rv'), script('w')]), styles };
}
