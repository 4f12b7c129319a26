import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './compose.suite';

const BUNDLE = join(REPOSITORY, 'deploy', 'bundle', 'bundle.mjs');

/** A program of a few files, as tsc leaves it in the dist of an app. */
const PROGRAM = {
  'main.js': `"use strict";
    const { place, sibling, undeclared } = require('./part/part.js');
    if (process.argv[2] === '--help') console.log('usage');
    else console.log(JSON.stringify({ place, sibling, undeclared, optional: require('./optional.js') }));`,
  'part/part.js': `"use strict";
    exports.place = __dirname;
    exports.sibling = require.resolve('./sibling.js');
    exports.undeclared = (function () { return this === undefined; })();`,
  'part/sibling.js': 'module.exports = 1;',
  'optional.js': `try { module.exports = require('a-package-that-is-not-installed'); }
    catch (error) { module.exports = error.code; }`,
};

describe('the bundle of a program', () => {
  let app: string;
  const file = (name: string): string => join(app, 'dist', name);
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [file('main.js'), ...args], { encoding: 'utf8' });

  beforeEach(() => {
    app = mkdtempSync(join(tmpdir(), 'plaudit-bundle-'));
    for (const [name, code] of Object.entries(PROGRAM)) {
      mkdirSync(dirname(file(name)), { recursive: true });
      writeFileSync(file(name), code);
    }
  });
  afterEach(() => rmSync(app, { recursive: true }));

  const bundle = (): string =>
    execFileSync(process.execPath, [BUNDLE], { cwd: app, stdio: 'pipe' }).toString();

  it('does what the program did, also where a file looks for others beside it or for an optional package', () => {
    const before = run();
    expect(JSON.parse(before)).toEqual({
      place: file('part'),
      sibling: file('part/sibling.js'),
      undeclared: true,
      optional: 'MODULE_NOT_FOUND',
    });
    bundle();
    rmSync(file('optional.js'));
    rmSync(file('part/part.js'));
    expect(run()).toBe(before);
  });

  it('starts with what V8 kept of it, and without if another V8 or a broken disk wrote that', () => {
    bundle();
    expect(statSync(file('program.cache')).size).toBeGreaterThan(0);
    const before = run();
    writeFileSync(file('program.cache'), 'from another version');
    expect(run()).toBe(before);
    rmSync(file('program.cache'));
    expect(run()).toBe(before);
  });

  it('fails the build if the program cannot be loaded', () => {
    writeFileSync(file('part/part.js'), 'throw new Error("this part is broken");');
    expect(bundle).toThrow('this part is broken');
  });
});
