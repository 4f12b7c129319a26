import { join } from 'node:path';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { unsafeLookUps } from './look-ups';

const ROOT = join(__dirname, '..', '..', '..', '..');
const SOURCES = 'libs/testing/src/architecture/tsconfig.look-ups.json';

const COMPILER = { strict: true, target: 'es2022', types: [] };
const TABLE = "export const TABLE: Record<string, number> = { a: 1 }; export type Letter = 'a' | 'b';";

/** Look-ups that find `constructor` if a stranger writes that as the key. */
const BROKEN = {
  'in a table of another file': 'export const f = (key: string) => TABLE[key];',
  'in a record that may not exist':
    'export const f = (all?: Record<string, 1>, key = "") => all?.[key] ?? 0;',
  'in an object literal': 'export const f = (event: KeyboardEvent) => ({ ArrowUp: 1 } as Steps)[event.key];',
  'with a key from a body': 'export const f = (body: { type: string }) => TABLE[body.type];',
  'with a key that is called one of a list': 'export const f = (key: string) => LETTERS[key as Letter];',
  'by in': 'export const f = (key: string) => key in TABLE;',
  'before an assignment':
    'export const f = (all: Record<string, 1[]>, key: string) => (all[key] ??= []).push(1);',
  'with the keys of another object':
    'export function f(a: object) { for (const key of Object.keys(a)) g(TABLE[key]); }',
  'after another key was looked for':
    'export const f = (a: string, b: string) => (Object.hasOwn(TABLE, a) ? TABLE[b] : 0);',
};

/** Look-ups that come close. */
const FINE = {
  'by a name': 'export const f = () => TABLE["a"];',
  'with a key that the type lists': 'export const f = (key: Letter) => LETTERS[key];',
  'with a fixed part in the key': 'export const f = (key: string) => TABLE[`${key}_FILE`];',
  'in a list': 'export const f = (all: string[], at: number) => all[at];',
  'in a map': 'export const f = (all: Map<string, number>, key: string) => all.get(key);',
  'after Object.hasOwn': 'export const f = (key: string) => (Object.hasOwn(TABLE, key) ? TABLE[key] : 0);',
  'with the own keys of the object':
    'for (const key of Object.keys(TABLE)) g((TABLE as object as typeof TABLE)[key]);',
  'of an assignment or a deletion':
    'export const f = (key: string) => { TABLE[key] = 1; delete TABLE[key]; };',
};

function reportedIn(sources: Readonly<Record<string, string>>): string[] {
  const declared = `import { type Letter, TABLE } from './b';
    declare const LETTERS: Record<Letter, number>; declare function g(value: unknown): void;
    type Steps = Record<string, number>; interface KeyboardEvent { key: string }`;
  const files = Object.entries(sources).map(
    ([name, text]) => [`${name}.ts`, `${declared}\n${text}`] as const,
  );
  const config = { compilerOptions: COMPILER, files: ['b.ts', ...files.map(([name]) => name)] };
  const fs = createVirtualFileSystem({
    '/sources/tsconfig.json': JSON.stringify(config),
    '/sources/b.ts': TABLE,
    ...Object.fromEntries(files.map(([name, text]) => [`/sources/${name}`, text])),
  });
  return unsafeLookUps('/sources', 'tsconfig.json', fs).map((problem) => problem.split('.ts: ')[0] ?? '');
}

/** The types are those of the TypeScript compiler, which this spec runs for about two seconds. */
describe('a look-up with a key that may be any text', () => {
  it('is made by ownValue, Object.hasOwn or a Map in the whole repository', () => {
    expect(unsafeLookUps(ROOT, SOURCES)).toEqual([]);
  });

  it('is reported in each sample that breaks the rule', () => {
    expect(reportedIn(BROKEN)).toEqual(Object.keys(BROKEN).sort());
  });

  it('is reported in no sample that only comes close', () => {
    expect(reportedIn(FINE)).toEqual([]);
  });
});
