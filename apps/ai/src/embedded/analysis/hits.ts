import type { Lexicon, Role } from '../lexicon/lexicon';

/** A phrase of the lexicon in a clause. */
export interface Hit {
  role: Role;
  /** Index of its first word, and the one behind its last word. */
  begin: number;
  end: number;
}

/** Returns the phrases of a clause in their order. They do not overlap: the longest one wins. */
export function hitsOf(words: readonly string[], { phrases }: Lexicon): Hit[] {
  const hits: Hit[] = [];
  let at = 0;
  while (at < words.length) {
    const match = phrases.longestAt(words, at);
    // "The staff were great too" says nothing against them.
    const isLast = match?.value.kind === 'excess' && at + match.length === words.length;
    if (match && !isLast) hits.push({ role: match.value, begin: at, end: at + match.length });
    at += match?.length ?? 1;
  }
  return hits;
}

/** Returns the clause's hits in parts: a contrast begins a new part, and so does a conjunction between two judgements. */
export function partsOf(hits: readonly Hit[]): Hit[][] {
  const parts: Hit[][] = [[]];
  hits.forEach((hit, at) => {
    const part = parts.at(-1) as Hit[];
    const { kind } = hit.role;
    if (kind === 'contrast' || (kind === 'conjunction' && separates(part, hits.slice(at + 1))))
      parts.push([]);
    else part.push(hit);
  });
  return parts;
}

/** "Great location and friendly staff" is two judgements. "The staff and the food were great" is one about both. */
function separates(before: readonly Hit[], after: readonly Hit[]): boolean {
  return before.some(isJudgement) && after.some(isJudgement);
}

export function isJudgement({ role }: Hit): boolean {
  return role.kind === 'opinion' || role.kind === 'verdict' || role.kind === 'manner';
}
