/**
 * Bundles the element for browsers as `rv.js` (module) and `w.js` (classic), minified and with the core style sheet inside,
 * `frame.js`, which gives iframes the heights of the pages in them, and the style sheets that only some types need as `styles.json`:
 * their texts by name. Both `rv.js` and `w.js` contain the element. A `w.js` that only finds places would have 1.4 KB, but the page
 * would then wait for the element in a second request. Fails if a bundle is larger than MAX_GZIP_BYTES. Usage: node
 * build-element.mjs [folder]. The default folder is dist/embed-scripts, beside the compiled service that reads them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { build, transform } from 'esbuild';

const MAX_GZIP_BYTES = 10 * 1024;
const here = dirname(fileURLToPath(import.meta.url));
const styles = join(here, 'src/element/styles');
const folder = resolve(process.argv[2] ?? join(here, 'dist/embed-scripts'));

async function minified(path) {
  const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
  // The values of custom properties keep their spaces otherwise.
  return code.trim().replaceAll(': ', ':').replaceAll(', ', ',');
}

const minifiedCss = {
  name: 'minified-css',
  setup(bundler) {
    bundler.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: await minified(path),
      loader: 'text',
    }));
  },
};

async function bundle(name, format) {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src/element', `${name}.ts`)],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    plugins: [minifiedCss],
    tsconfig: join(here, 'src/element/tsconfig.build.json'),
  });
  // SWC leaves 350 bytes less than the minifier of esbuild.
  const { code } = await minify(outputFiles[0].text, {
    compress: { passes: 3, toplevel: true, keep_fargs: false },
    mangle: { toplevel: true },
    ecma: 2022,
    module: format === 'esm',
  });
  return Buffer.from(code);
}

mkdirSync(folder, { recursive: true });
for (const [name, format] of [
  ['rv', 'esm'],
  ['w', 'iife'],
  ['frame', 'esm'],
]) {
  const code = await bundle(name, format);
  const gzip = gzipSync(code, { level: 9 }).length;
  writeFileSync(join(folder, `${name}.js`), code);
  process.stdout.write(`${name}.js ${code.length} bytes, ${gzip} after gzip\n`);
  if (gzip > MAX_GZIP_BYTES)
    throw new Error(`${name}.js is ${gzip} bytes after gzip; the limit is ${MAX_GZIP_BYTES}`);
}
const blocks = readdirSync(styles).filter((file) => file !== 'core.css');
const texts = await Promise.all(blocks.map((file) => minified(join(styles, file))));
const byName = Object.fromEntries(blocks.map((file, index) => [parse(file).name, texts[index]]));
writeFileSync(join(folder, 'styles.json'), JSON.stringify(byName));
