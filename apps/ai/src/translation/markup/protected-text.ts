import { ownValue } from '@plaudit/contracts';
import { tidyText } from '@plaudit/runtime';
import { type TextPart, textParts } from './text-parts';

/**
 * A text that is prepared for a translator. Translators change or lose emoji, addresses, placeholders, tags and line breaks. So
 * those at its ends are not sent, and a marker such as `{1}` stands for each of the others. If a marker does not come back
 * exactly once, the words between them are translated piece by piece.
 */
export interface ProtectedText {
  /** What is sent. Empty if there is nothing to translate. */
  sent: string;
  /** Puts everything back into a translation of `sent`. Returns null if the translator lost or invented something. */
  restore(translated: string): string | null;
  /** The words between what is protected, for the second attempt. */
  pieces: readonly string[];
  /** Puts everything back around translations of `pieces`, in their order. Returns null if one of them cannot be used. */
  join(translated: readonly string[]): string | null;
}

const HAS_LETTER = /\p{L}/u;
/** Some translators write full-width braces in Chinese and Japanese, or add spaces. */
const MARKER = /[{｛]\s?(\d{1,4})\s?[}｝]/g;
const BREAKS = /\n+/g;

/** A translation that is longer than this has run away. A Chinese character may become a word of ten letters. */
const MAX_GROWTH = 10;
const MAX_ADDED = 200;

/** Prepares a text for a translator. */
export function protectedText(text: string): ProtectedText {
  const parts = textParts(text);
  const first = parts.findIndex(isTranslatable);
  if (first === -1) return { sent: '', restore: () => null, pieces: [], join: () => null };
  const last = parts.findLastIndex(isTranslatable);
  const inner = parts.slice(first, last + 1);
  const { before, after, middle } = withoutOuterSpace(inner);
  const around = (body: string): string =>
    `${textOf(parts.slice(0, first))}${before}${body}${after}${textOf(parts.slice(last + 1))}`;
  const pieces = middle.filter(isTranslatable);
  return {
    sent: sentFor(middle),
    restore: (translated) => {
      const body = restored(translated, middle);
      return body === null ? null : around(body);
    },
    pieces: pieces.map((piece) => piece.text.trim()),
    join: (translated) => {
      const body = joined(translated, middle);
      return body === null ? null : around(body);
    },
  };
}

function isTranslatable({ kind, text }: TextPart): boolean {
  return kind === 'words' && HAS_LETTER.test(text);
}

function textOf(parts: readonly TextPart[]): string {
  return parts.map((part) => part.text).join('');
}

/** Takes the spaces off the first and the last part, which are words. */
function withoutOuterSpace(parts: readonly TextPart[]): {
  before: string;
  after: string;
  middle: TextPart[];
} {
  const middle = parts.map((part) => ({ ...part }));
  const [begin, end] = [middle[0], middle.at(-1)];
  const before = /^\s*/.exec(begin?.text ?? '')?.[0] ?? '';
  if (begin) begin.text = begin.text.slice(before.length);
  const trimmed = end?.text.trimEnd() ?? '';
  const after = end?.text.slice(trimmed.length) ?? '';
  if (end) end.text = trimmed;
  return { before, after, middle };
}

function sentFor(parts: readonly TextPart[]): string {
  let markers = 0;
  return parts
    .map(({ kind, text }) => {
      if (kind === 'break') return '\n';
      if (kind === 'words') return text;
      markers += 1;
      return `{${markers}}`;
    })
    .join('');
}

function restored(translated: string, parts: readonly TextPart[]): string | null {
  const clean = usable(translated, sentFor(parts));
  if (clean === null) return null;
  const tokens = parts.filter(({ kind }) => kind === 'token');
  const breaks = parts.filter(({ kind }) => kind === 'break').map(({ text }) => text);
  const lines = clean.split(BREAKS);
  const markers = [...clean.matchAll(MARKER)].map(([, number]) => Number(number));
  const isWhole = markers.length === tokens.length && new Set(markers).size === tokens.length;
  if (lines.length !== breaks.length + 1 || !isWhole) return null;
  if (markers.some((number) => number < 1 || number > tokens.length)) return null;
  return lines
    .map((line, index) => `${line}${breaks[index] ?? ''}`)
    .join('')
    .replace(MARKER, (_marker, number: string) => tokens[Number(number) - 1]?.text ?? '');
}

function joined(translated: readonly string[], parts: readonly TextPart[]): string | null {
  const remaining = [...translated];
  const texts = parts.map((part) => {
    if (!isTranslatable(part)) return part.text;
    const words = part.text.trim();
    const clean = usable(remaining.shift() ?? '', words)?.replace(BREAKS, ' ');
    return clean === undefined ? null : part.text.replace(words, () => clean);
  });
  return texts.includes(null) ? null : texts.join('');
}

/** Returns the translation as plain text, or null if it has no letters or has run away. */
function usable(translated: string, sent: string): string | null {
  const clean = tidyText(withoutEntities(translated));
  const isLong = clean.length > MAX_GROWTH * sent.length + MAX_ADDED;
  return isLong || !HAS_LETTER.test(clean) ? null : clean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  '#34': '"',
};

/**
 * Some translators escape what they return, although plain text was requested. What they got contains no entity, because
 * entities are protected, so each of these stands for one character.
 */
function withoutEntities(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|apos|#39|#x27|#34);/g,
    (entity, name: string) => ownValue(ENTITIES, name) ?? entity,
  );
}
