import { VOCABULARIES } from './stop-vocabulary';

/** What an inbound message asks for. `unclear`: it has a word that stops messages, and cannot be taken for a request. */
export const MEANINGS = ['stop', 'start', 'unclear', 'other'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Messages are longer than this only if they quote another one. */
const MAX_TEXT = 2_000;
/** The longest phrase of the vocabulary has so many words. */
const MAX_WORDS = 6;

/** What a word or phrase is in a request, the strongest first: a phrase of two kinds has the first one. */
const KINDS = ['plain', 'clear', 'bare', 'polite', 'weak', 'around', 'messages'] as const;
type Kind = (typeof KINDS)[number];

const PHRASES: ReadonlyMap<string, Kind> = new Map(
  [...KINDS].reverse().flatMap((kind) =>
    Object.values(VOCABULARIES).flatMap((words) => {
      const messages = listOf(words.messages);
      return listOf(words[kind])
        .flatMap((phrase) => messages.map((message) => phrase.replace('*', message)))
        .map((phrase): [string, Kind] => [phrase, kind]);
    }),
  ),
);
const START: ReadonlySet<string> = new Set(Object.values(VOCABULARIES).flatMap(({ start }) => listOf(start)));

/** What phones and mail programs add below a message, in a text as {@link folded} returns it. */
const SIGNATURE =
  /(?:^|[\s([-])(?:sent (?:from|via|with|by) |get outlook |envoye (?:de|depuis|a partir|avec) |telecharge[rz] outlook |enviado (?:desde|do|da|de|a partir|con|com|via) |mandado desde |gesendet (?:von|mit|aus) |von mein\w{1,2} [^\n]{1,40} gesendet|inviato (?:da|dal|dallo|con|tramite) |scarica outlook )/u;
/** A line that separates a signature, and the beginning of a quoted message. */
const BELOW = /\n(?:--|__|>|[^\n]{1,200} (?:wrote|schrieb|a ecrit|escribio|escreveu|ha scritto) ?:)/u;
/** The text of another message: reactions of phones repeat it, as in: Liked "Hi Ada, … Reply STOP to opt out." */
const QUOTED = /["“„«][^"“”„«»]{20,}(?:["“”»]|$)/gu;

/**
 * Returns what an inbound message asks for. Messages are stopped if the whole message is a request to stop, with words of courtesy, a
 * signature or emoji, or if it has a sentence that leaves no doubt, such as "stop texting me". They are allowed again only if the
 * whole message is one of the words for that.
 */
export function meaningOf(text: string): Meaning {
  const message = withoutSignature(folded(text));
  if (START.has(wordsOf(message).join(' '))) return 'start';
  const own = message.replace(QUOTED, ' quotation ');
  const [paragraph = ''] = own.split(/\n\s*\n/u);
  if (isRequest(wordsOf(own)) || isRequest(wordsOf(paragraph)) || beginsWithStop(paragraph)) return 'stop';
  const clauses = own.split(/[.,;:!?\n()]+|\s[-–—]+\s/u).map(wordsOf);
  if (clauses.some(leavesNoDoubt)) return 'stop';
  const strong = ['plain', 'clear', 'bare'];
  return partsOf(wordsOf(own), true).some((kind) => strong.includes(kind)) ? 'unclear' : 'other';
}

/** Returns true if these words are a request to stop and nothing else. */
function isRequest(words: readonly string[]): boolean {
  const parts = partsOf(words);
  if (parts.includes('other')) return false;
  if (parts.some((kind) => kind === 'plain' || kind === 'clear' || kind === 'bare')) return true;
  return parts.includes('weak') && parts.every((kind) => kind === 'weak' || kind === 'polite');
}

/** Returns true for "STOP. I have left a review" and for STOP in a line of its own. "Stop!" often begins a joke. */
function beginsWithStop(paragraph: string): boolean {
  const [first = ''] = paragraph.split(/\.(?!\.)|\n|\s[-–—]\s/u);
  if (first.endsWith('.') || first === paragraph) return false;
  const parts = partsOf(wordsOf(first));
  return parts.includes('bare') && parts.every((kind) => kind === 'bare' || kind === 'polite');
}

/** Returns true for a sentence that begins with a request such as "stop texting me", or is one with a word that means nothing else. */
function leavesNoDoubt(words: readonly string[]): boolean {
  const parts = partsOf(words);
  const start = parts.findIndex((kind) => kind !== 'polite' && kind !== 'around');
  if (parts[start] === 'plain') return true;
  return !parts.includes('other') && parts.includes('clear');
}

/**
 * Returns the kinds of the phrases that the words consist of, the longest phrase at each place. A word that is in none is `other`,
 * and ends the list unless `all` of them are to be read.
 */
function partsOf(words: readonly string[], all = false): (Kind | 'other')[] {
  const parts: (Kind | 'other')[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(MAX_WORDS, words.length - at);
    while (length > 1 && !PHRASES.has(words.slice(at, at + length).join(' '))) length -= 1;
    const kind = kindOf(words.slice(at, at + length).join(' '));
    parts.push(kind);
    if (kind === 'other' && !all) return parts;
    at += length;
  }
  return parts;
}

/** A number is that of a sender or of a campaign, as in STOP 36180. */
function kindOf(phrase: string): Kind | 'other' {
  return PHRASES.get(phrase) ?? (/^\d{1,8}$/.test(phrase) ? 'around' : 'other');
}

/** Letters of Greek and Cyrillic that look like Latin ones, as small or as capital letters. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [...'аαвβеεѕσіιјкκмμнηоοрρсτтуυхχνζ'].map((letter, at) => [
    letter,
    'aabbeessiijkkmmhhooppcttyyxxnz'.charAt(at),
  ]),
);

/**
 * Returns a text without case, accents, apostrophes and invisible characters, and with Latin letters for those that look like them.
 * Its line ends are line feeds.
 */
function folded(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’‘ʼ`´]/gu, '')
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/[\p{Script=Greek}\p{Script=Cyrillic}]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replace(/(?<=\p{L})0(?=\p{L})/gu, 'o')
    .trim();
}

function withoutSignature(message: string): string {
  const ends = [SIGNATURE, BELOW].map((pattern) => pattern.exec(message)?.index ?? message.length);
  return message.slice(0, Math.min(...ends));
}

/** Returns the words and numbers of a text. A word of which a letter is repeated, or one that is spelled out, is the word itself. */
function wordsOf(text: string): string[] {
  const words = (text.match(/\p{L}+|\p{N}+/gu) ?? []).map((word) => word.replace(/(\p{L})\1{2,}/gu, '$1'));
  const isSpelled = words.length > 2 && words.every((word) => word.length === 1);
  return isSpelled ? [words.join('')] : words;
}

function listOf(words: string): string[] {
  return words.split(',').map((word) => word.trim().replace(/\s+/gu, ' '));
}
