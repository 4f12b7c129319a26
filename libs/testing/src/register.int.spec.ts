import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');

describe('register.js', () => {
  let folder: string;
  let program: string;
  let kept: string;

  beforeEach(() => {
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    // Only files of the repository are kept.
    folder = mkdtempSync(join(ROOT, '.cache', 'register-'));
    [program, kept] = [join(folder, 'program.ts'), join(folder, 'compiled')];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function run(place = kept): string {
    const env = { PATH: process.env.PATH, PLAUDIT_COMPILED_DIR: place };
    const args = ['-r', join(__dirname, 'register.js'), program];
    return execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim();
  }

  const write = (word: string): void =>
    writeFileSync(program, `const word: string = '${word}';\nprocess.stdout.write(word);\n`);
  const entry = (): string => {
    const [name, ...more] = readdirSync(kept);
    expect(more).toEqual([]);
    return join(kept, name as string);
  };
  const edit = (change: (text: string) => string): void =>
    writeFileSync(entry(), change(readFileSync(entry(), 'utf8')));

  it('runs what an earlier process compiled', () => {
    write('one');
    expect(run()).toBe('one');
    edit((text) => text.replace("'one'", "'two'"));
    expect(run()).toBe('two');
  });

  it('compiles a file again after it changed, and replaces its entry', () => {
    write('one');
    run();
    write('six');
    expect(run()).toBe('six');
    expect(readFileSync(entry(), 'utf8')).toContain("'six'");
  });

  it('compiles a file again whose entry is incomplete', () => {
    write('one');
    run();
    edit((text) => text.slice(0, -10));
    expect(run()).toBe('one');
    edit(() => '');
    expect(run()).toBe('one');
  });

  it('runs a program although its folder cannot be written', () => {
    write('one');
    writeFileSync(join(folder, 'file'), '');
    expect(run(join(folder, 'file', 'below'))).toBe('one');
  });
});
