import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `rv` is the element as a module, `w` as a classic script, and `frame` gives iframes the heights of the pages in them. */
type ScriptName = 'rv' | 'w' | 'frame';

export interface BuiltElement {
  /** The scripts by name. */
  scripts: ReadonlyMap<ScriptName, Buffer>;
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
  const script = (name: ScriptName): [ScriptName, Buffer] => [name, readFileSync(join(folder, `${name}.js`))];
  const styles = JSON.parse(readFileSync(join(folder, 'styles.json'), 'utf8')) as Record<string, string>;
  return { scripts: new Map([script('rv'), script('w'), script('frame')]), styles };
}
