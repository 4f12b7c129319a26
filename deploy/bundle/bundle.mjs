/**
 * Puts the program of an app and the packages that it loads into one file, because a start spends most of its time on finding,
 * reading and compiling thousands of them. Run in the folder of an app after tsc: node ../../deploy/bundle/bundle.mjs
 *
 * dist/main.js becomes launch.cjs. It runs dist/program.js, the bundle, with dist/program.cache, what V8 made of it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const main = resolve('dist/main.js');

/** They find native code or other files beside their own. oidc-provider is an ES module, which Node loads as it does without a bundle. */
const NOT_BUNDLED = ['@node-rs/argon2', 'oidc-provider', 'sharp', 'swagger-ui-dist'];

const NAMES_ITS_PLACE = /\b(?:__dirname|__filename|require\.resolve)\b/;

/** A module in the bundle still finds files by the place of its own file. */
const ownPlace = {
  name: 'own-place',
  setup(bundler) {
    bundler.onLoad({ filter: /\.c?js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      if (!NAMES_ITS_PLACE.test(code)) return undefined;
      const place = JSON.stringify(relative(dirname(main), path));
      const strict = code.startsWith('"use strict"') ? '"use strict";' : '';
      const variables =
        `var __filename = require('node:path').join(__program, ${place}), ` +
        `__dirname = require('node:path').dirname(__filename), ` +
        `__near = require('node:module').createRequire(__filename);`;
      return {
        contents: strict + variables + code.replaceAll('require.resolve(', '__near.resolve('),
        loader: 'js',
      };
    });
  },
};

/** Packages ask for optional ones that are not installed. They go on asking when they run. */
const notInstalled = {
  name: 'not-installed',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === notInstalled) return undefined;
      const found = await bundler.resolve(path, { ...from, pluginData: notInstalled });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

// V8 compares no more than the length of a program with its cache, so an old one must not stay if a later step fails.
rmSync(resolve('dist/program.cache'), { force: true });
await build({
  entryPoints: [main],
  outfile: resolve('dist/program.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  legalComments: 'none',
  logLevel: 'error',
  external: NOT_BUNDLED,
  banner: { js: 'var __program = __dirname;' },
  plugins: [ownPlace, notInstalled],
});
copyFileSync(join(dirname(fileURLToPath(import.meta.url)), 'launch.cjs'), main);
execFileSync(process.execPath, [main, '--help'], {
  env: { ...process.env, WRITE_PROGRAM_CACHE: '1' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
