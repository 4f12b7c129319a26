'use strict';
/**
 * Runs program.js with program.cache, the compiled code that V8 kept of it. Another version of Node refuses that and compiles the
 * program anew. With WRITE_PROGRAM_CACHE the cache is written when the program ends, because V8 compiles a function when it is called.
 */
const { readFileSync, existsSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { join } = require('node:path');
const { Script, constants } = require('node:vm');

const filename = join(__dirname, 'program.js');
const cache = join(__dirname, 'program.cache');
const isWriting = process.env.WRITE_PROGRAM_CACHE === '1';
const script = new Script(wrap(readFileSync(filename, 'utf8')), {
  filename,
  cachedData: !isWriting && existsSync(cache) ? readFileSync(cache) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
if (isWriting) process.once('exit', () => writeFileSync(cache, script.createCachedData()));
const program = { exports: {} };
script.runInThisContext()(program.exports, createRequire(filename), program, filename, __dirname);
