import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A doc comment of a class member, what follows it up to the next one, and the field, whose name is in capitals. */
const FIELD =
  /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(?:(?!\/\*\*)[\s\S])*?^ {2}([A-Z][A-Z0-9_]+)[?!]?(?::| =)/gm;

/** Returns the doc comments of the settings that a TypeScript text declares as fields, by name. */
export function settingComments(text: string): Map<string, string> {
  const found = [...text.matchAll(FIELD)];
  return new Map(found.map(([, comment, name]) => [name as string, plainText(comment as string)]));
}

/** Returns the doc comments of all settings that the files of a folder declare. Specs do not count. */
export function commentsIn(folder: string, suffix: string): Map<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith(suffix) && !name.endsWith('.spec.ts'));
  return new Map(files.flatMap((name) => [...settingComments(readFileSync(join(folder, name), 'utf8'))]));
}

function plainText(comment: string): string {
  return comment
    .replace(/\s*\n\s*\*\s?/g, ' ')
    .replace(/\{@link ([^}]*)\}/g, '`$1`')
    .trim();
}
