import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MARKED } from '../platform-marks/mark-choices';

/** The files of the package are read one by one, because its index has 5 MB. */
const ICONS = join(dirname(require.resolve('simple-icons/icons.json')), '..', 'icons');

/** Returns the paths of the marks, and for the dashboard a sprite and the names of its symbols. */
export function platformMarkFiles(): { path: string; text: string }[] {
  const marked = Object.entries(MARKED).sort(([a], [b]) => (a < b ? -1 : 1));
  const paths = Object.fromEntries(marked.map(([slug, icon]) => [slug, pathOf(icon)]));
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  return [
    { path: 'libs/contracts/src/generated/platform-marks.json', text: json(paths) },
    { path: 'apps/dashboard/src/components/display/platforms.svg', text: spriteOf(paths) },
    { path: 'apps/dashboard/src/components/display/platform-symbols.json', text: json(Object.keys(paths)) },
  ];
}

/** Returns the path of an icon, which is one path on a grid of 24 by 24. */
function pathOf(icon: string): string {
  const svg = readFileSync(join(ICONS, `${icon}.svg`), 'utf8');
  const [, path] =
    /^<svg [^>]*viewBox="0 0 24 24"[^>]*><title>[^<]*<\/title><path d="([^"]+)"\/><\/svg>\s*$/.exec(svg) ??
    [];
  if (!path) throw new Error(`The icon ${icon} of simple-icons is not one path on a grid of 24 by 24`);
  return path;
}

function spriteOf(paths: Readonly<Record<string, string>>): string {
  const symbols = Object.entries(paths).map(
    ([slug, path]) => `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}
