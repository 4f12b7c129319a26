import { cleanText, truncate } from '@plaudit/runtime';

/** The variables of texts that clients write. `data.` and a key stands for a value of the request. */
export const VARIABLES = [
  'name',
  'first_name',
  'business_name',
  'from_name',
  'review_url',
  'unsubscribe_url',
  'logo_url',
  'color',
  'heading',
  'body',
  'button_text',
  'signature',
  'footer_address',
  'step',
  'year',
] as const;
export type Variable = (typeof VARIABLES)[number];

const DATA_VARIABLE = /^data\.[a-z][a-z0-9_]{0,39}$/;
/** Bounds of one value and of a whole text after its values are inserted. */
const MAX_VALUE = 2_048;
const MAX_FILLED = 20_000;

type Part = { text: string } | { variable: string };

/** Stand for an empty and for another value while the spaces around empty ones are removed. No text contains them. */
const EMPTY = '\u0000';
const FILLED = '\u0001';

/**
 * Returns the names in `{{` and `}}` that are no variables. For a `{{` that is not closed, it returns the text that follows it,
 * with the braces.
 */
export function unknownVariables(template: string): string[] {
  return partsOf(template).flatMap((part) =>
    'variable' in part && !isVariable(part.variable) ? [part.variable] : [],
  );
}

/** Returns true if the text has this variable. */
export function hasVariable(template: string, variable: Variable): boolean {
  return partsOf(template).some((part) => 'variable' in part && part.variable === variable);
}

/** Returns the value of a variable. `beginsSentence` is true if no word of the sentence stands before it. */
export type ValueOf = (variable: string, beginsSentence: boolean) => string;

/**
 * Replaces each `{{variable}}` by its value. An unknown one is empty. An empty value leaves no space, comma or pair of brackets
 * behind, and a sentence that it began starts with a capital letter.
 */
export function fill(template: string, valueOf: ValueOf): string {
  const values: string[] = [];
  let beginsSentence = true;
  const marked = partsOf(template).map((part) => {
    if ('text' in part) {
      beginsSentence = endsBetweenSentences(part.text, beginsSentence);
      return part.text;
    }
    const value = cleanText(valueOf(part.variable, beginsSentence), MAX_VALUE);
    if (value === '') return EMPTY;
    beginsSentence = false;
    values.push(value);
    return FILLED;
  });
  const tidied = withoutEmpty(marked.join(''));
  let at = 0;
  return truncate(
    tidied.replaceAll(FILLED, () => values[at++] ?? ''),
    MAX_FILLED,
  );
}

function isVariable(name: string): boolean {
  return (VARIABLES as readonly string[]).includes(name) || DATA_VARIABLE.test(name);
}

function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const opened = template.indexOf('{{', at);
    if (opened < 0) return [...parts, textPart(template.slice(at))];
    parts.push(textPart(template.slice(at, opened)));
    const closed = template.indexOf('}}', opened);
    if (closed < 0) return [...parts, { variable: truncate(template.slice(opened), 40) }];
    parts.push({ variable: truncate(template.slice(opened + 2, closed).trim(), 60) });
    at = closed + 2;
  }
}

function textPart(text: string): Part {
  return { text: text.replaceAll(EMPTY, '').replaceAll(FILLED, '').replace(/\r\n?/g, '\n') };
}

/** Returns true if no word follows the end of the last sentence. `before` says whether none stood before the text. */
function endsBetweenSentences(text: string, before: boolean): boolean {
  const afterWords = text.replace(/^.*[\p{L}\p{N}]/su, '');
  return (before && afterWords === text) || /\n|[.!?…][\p{Pe}\p{Pf}"']*\s/u.test(afterWords);
}

/* oxlint-disable no-control-regex */
/**
 * What surrounds an empty value, in the order in which it is removed. Where the value began a sentence, the next letter is a capital. A
 * full stop may end an abbreviation, as in "no. {{data.order}} has arrived", so a comma has to follow the value.
 */
const SURROUNDINGS: readonly (readonly [
  pattern: RegExp,
  replacement: string | ((...match: string[]) => string),
])[] = [
  [/\([ \t]*\u0000[ \t]*\)|\[[ \t]*\u0000[ \t]*\]/g, EMPTY],
  [/\u0000(?:,?[ \t]*\u0000)+/g, EMPTY],
  [
    /(^|[!?…][\p{Pe}\p{Pf}"']*[ \t]+|\.[\p{Pe}\p{Pf}"']*[ \t]+(?=\u0000[ \t]*,))([^\p{L}\p{N}\u0000\u0001\n]{0,20})\u0000[ \t]*(?:,[ \t]*(\n\s*)|[,;:.!?]*[ \t]*)(\p{Ll}?)/gmu,
    (_all, end, marks, lines, letter) =>
      [end, marks?.trim() && marks, lines, letter?.toUpperCase()].map((part) => part ?? '').join(''),
  ],
  [/,?[ \t]*\u0000(?=[ \t\u00a0\u202f]*(?:[,.;:!?…]|$))/gm, ''],
  [/[ \t]+\u0000[ \t]*|\u0000[ \t]+/g, ' '],
  [/\u0000/g, ''],
];
/* oxlint-enable no-control-regex */

function withoutEmpty(text: string): string {
  if (!text.includes(EMPTY)) return text;
  const tidied = SURROUNDINGS.reduce(
    (changed, [pattern, replacement]) => changed.replace(pattern, replacement as string),
    text,
  );
  return tidied.replace(/[ \t]+$/gm, '').trim();
}
