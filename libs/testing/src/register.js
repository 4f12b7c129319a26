'use strict';

/**
 * `node --conditions=@plaudit/source -r <this file> program.ts` runs TypeScript of this repository without a build. It
 * resolves workspaces to their sources. Compiled files are kept in `.cache/compiled`, or in
 * PLAUDIT_COMPILED_DIR, because a spec that starts many processes would compile the same files again in each.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative, sep } = require('node:path');
const { threadId } = require('node:worker_threads');
const { addHook } = require('pirates');

const ROOT = join(__dirname, '..', '..', '..');
const KEPT = process.env.PLAUDIT_COMPILED_DIR ?? join(ROOT, '.cache', 'compiled');

const swcrc = readFileSync(join(ROOT, '.swcrc'), 'utf8');
const settings = JSON.parse(swcrc);
delete settings.$schema;
/** What the output depends on apart from the file: the settings and the compiler. */
const compiler = `${swcrc}\n${require('@swc/core/package.json').version}`;

addHook(compiled, { exts: ['.ts'] });
process.setSourceMapsEnabled(true);

/** Returns the JavaScript of a file. There is one entry for each source, so the folder is never larger than they are. */
function compiled(source, filename) {
  const path = relative(ROOT, filename);
  // Programs outside the repository are temporary, and their entries would stay.
  if (path.startsWith(`..${sep}`)) return compile(source, filename);
  const entry = join(KEPT, `${digest(path)}.js`);
  const key = digest(`${compiler}\n${path}\n${source}`);
  const kept = read(entry, key);
  if (kept !== null) return kept;
  const code = compile(source, filename);
  keep(entry, `${headOf(key, code)}\n${code}`);
  return code;
}

function compile(source, filename) {
  // The compiler is a native library of 30 MB. A process that finds all its files does not load it.
  const { transformSync } = require('@swc/core');
  const options = { ...settings, filename, swcrc: false, configFile: false, sourceMaps: 'inline' };
  return transformSync(source, options).code;
}

/** Returns the code of an entry, or null if there is none for this key. */
function read(entry, key) {
  try {
    const text = readFileSync(entry, 'utf8');
    const end = text.indexOf('\n');
    const code = text.slice(end + 1);
    // The length tells a file that a power failure left incomplete.
    return text.slice(0, end) === headOf(key, code) ? code : null;
  } catch {
    return null;
  }
}

/** Replaces an entry at once, because other processes read it. A failure, such as a full disk, only costs the time. */
function keep(entry, text) {
  const draft = `${entry}.${process.pid}-${threadId}`;
  try {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, entry);
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {
      // The folder cannot be written at all, so there is no draft.
    }
  }
}

function headOf(key, code) {
  return `// ${key} ${code.length}`;
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
