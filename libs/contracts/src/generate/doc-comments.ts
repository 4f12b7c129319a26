import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionOf } from '../events/fields';
import type { Describe } from './payload-schema';

const CLASS = /export class (\w+)(?: extends \w+)? \{\n([\s\S]*?)\n\}/g;
/** Matches a doc comment, decorators, and the field. A closing brace tells a decorator's options from the field. */
const FIELD = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/[^;]*?\b(\w+)\??: [^;{}]*;/g;

/** Reads field descriptions from the doc comments in a folder, by class. An inherited field has its parent's. */
export function docComments(folder: string): Describe {
  const comments = new Map<string, string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    for (const [, owner, body] of readFileSync(join(folder, file), 'utf8').matchAll(CLASS)) {
      for (const [, comment, field] of (body as string).matchAll(FIELD)) {
        comments.set(`${owner}.${field}`, plainText(comment as string));
      }
    }
  }
  return (owner, field) => {
    let holder = owner as { name: string } | null;
    while (holder?.name && !comments.has(`${holder.name}.${field}`)) {
      holder = Object.getPrototypeOf(holder) as { name: string } | null;
    }
    // A class made by payloadClass has its descriptions in its table.
    return comments.get(`${holder?.name}.${field}`) ?? descriptionOf(owner, field);
  };
}

function plainText(comment: string): string {
  return comment.replace(/\s*\n\s*\*\s?/g, ' ').trim();
}
