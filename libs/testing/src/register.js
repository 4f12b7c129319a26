'use strict';

/**
 * `node --conditions=@plaudit/source -r <this file> program.ts` runs TypeScript of this repository without a build. It
 * compiles as jest does and resolves workspaces to their sources.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');
const { addHook } = require('pirates');

const settings = JSON.parse(readFileSync(join(__dirname, '..', '..', '..', '.swcrc'), 'utf8'));
delete settings.$schema;

addHook(
  (source, filename) =>
    transformSync(source, { ...settings, filename, swcrc: false, configFile: false, sourceMaps: 'inline' })
      .code,
  { exts: ['.ts'] },
);
process.setSourceMapsEnabled(true);
