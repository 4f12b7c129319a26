import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const SOURCE = join(__dirname, '..');
const ORDER = '@layer theme, base, components, utilities;';
const LAYER = '@layer components {';
/** It has fonts and variables, which no layer may weaken. */
const WITHOUT_LAYER = 'styles/tokens.css';

const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

/** Returns the files that app.css imports with the layers that it gives them. Those of packages are left out. */
function importsOf(css: string): Map<string, string | null> {
  const found = css.matchAll(/@import '(\.[^']+)'(?: layer\((\w+)\))?/g);
  return new Map(
    [...found].map(([, path = '', layer]) => [
      relative(SOURCE, resolve(SOURCE, dirname('styles/app.css'), path)),
      layer ?? null,
    ]),
  );
}

/**
 * Returns what is wrong with a file that the build loads by itself. The browser takes the order of layers from the first file that
 * arrives, so each of them must say it.
 */
function faultOf(css: string): string | null {
  if (!css.startsWith(`${ORDER}\n`)) return 'does not begin with the order of the layers';
  const rules = css.slice(ORDER.length).trim();
  if (!rules.startsWith(LAYER)) return 'has rules outside of the layer';
  let depth = 0;
  for (const [brace] of rules.slice(0, -1).matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return 'has rules outside of the layer';
  }
  return null;
}

describe('the layers of the style sheets', () => {
  const imported = importsOf(textOf('styles/app.css'));
  const alone = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && file !== 'styles/app.css' && !imported.has(file),
  );

  it('are given by app.css to each file that it imports', () => {
    expect(textOf('styles/app.css').startsWith(`${ORDER}\n`)).toBe(true);
    const without = [...imported].filter(([, layer]) => layer === null).map(([file]) => file);
    expect(without).toEqual([WITHOUT_LAYER]);
  });

  it('are in their order in each file that a screen loads', () => {
    expect(alone).toContain('screens/inbox/inbox.css');
    const faults = alone.map((file) => [file, faultOf(textOf(file))]).filter(([, fault]) => fault);
    expect(faults).toEqual([]);
  });

  it.each([
    ['.a {}', 'does not begin with the order of the layers'],
    [`${ORDER}\n.a {}`, 'has rules outside of the layer'],
    [`${ORDER}\n${LAYER} .a {} }\n.b {}`, 'has rules outside of the layer'],
    [`${ORDER}\n${LAYER} .a {} }\n`, null],
  ])('have the fault of %j found', (css, fault) => {
    expect(faultOf(css)).toBe(fault);
  });
});
