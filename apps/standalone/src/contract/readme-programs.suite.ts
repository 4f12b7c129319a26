import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_FLAGS, temporaryFolder } from '@plaudit/testing';
import { REPOSITORY } from '../deploy/compose.suite';

const COMPILER = join(REPOSITORY, 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS =
  '--ignoreConfig --noEmit --strict --target es2022 --module esnext --moduleResolution bundler --moduleDetection force ' +
  '--customConditions @plaudit/source --skipLibCheck --types node --lib es2023,dom,dom.iterable';

/** A program that was started, with what it has printed so far. */
interface Run {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** The programs in a README: its blocks of TypeScript, by the heading above them. */
export class ReadmePrograms {
  private readonly folder = temporaryFolder('plaudit-readme-');
  private readonly programs: ReadonlyMap<string, string>;

  constructor(path: string) {
    this.programs = programsIn(readFileSync(join(REPOSITORY, path), 'utf8'));
    symlinkSync(join(REPOSITORY, 'node_modules'), join(this.folder, 'node_modules'));
  }

  get headings(): string[] {
    return [...this.programs.keys()];
  }

  /** Compiles all programs as a user does, and returns what the compiler reports. */
  async typeErrors(): Promise<string> {
    const paths = this.headings.map((heading) => this.write(`typed ${heading}`, this.textOf(heading)));
    const run = start([COMPILER, ...OPTIONS.split(' '), ...paths]);
    await run.ended;
    return run.output();
  }

  /** Starts one program. It becomes a CommonJS module, which has no await at its top. */
  start(heading: string, settings: Record<string, string>): Run {
    const lines = this.textOf(heading).split('\n');
    const isImport = (line: string): boolean => line.startsWith('import ');
    const body = lines.filter((line) => !isImport(line)).join('\n');
    const text = `${lines.filter(isImport).join('\n')}\nasync function main() {\n${body}\n}\nvoid main();\n`;
    return start([...SOURCE_FLAGS, this.write(heading, text)], settings);
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  private textOf(heading: string): string {
    const text = this.programs.get(heading);
    if (text === undefined) throw new Error(`The README has no program under "${heading}"`);
    return text;
  }

  private write(name: string, text: string): string {
    const path = join(this.folder, `${name.replaceAll(/\W+/g, '-')}.ts`);
    writeFileSync(path, text);
    return path;
  }
}

function programsIn(readme: string): Map<string, string> {
  const blocks = [...readme.matchAll(/^#+ (.*)$|^```ts\n([\s\S]*?)^```$/gm)];
  const programs = new Map<string, string>();
  let current = '';
  for (const [, heading, block] of blocks) {
    if (heading !== undefined) current = heading;
    else if (programs.has(current)) throw new Error(`The README has two programs under "${current}"`);
    else programs.set(current, block as string);
  }
  return programs;
}

function start(args: readonly string[], settings: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output: () => output, ended };
}
