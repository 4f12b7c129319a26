import { decodeText } from '@plaudit/outbound';
import { tidyText } from '@plaudit/runtime/content';

/** Charsets of one byte a letter. Pages in them were read as UTF-8 if only the page itself named its charset. */
const CHARSETS = [
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1254',
  'windows-1257',
] as const;

const HIGH_BYTES = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
const bytesOf = new Map<string, ReadonlyMap<string, number>>();

/** Derived ids have 300 characters, counted after several bytes became one U+FFFD. */
const MAX_LENGTH = 500;

/** Author and text of a review. */
export interface Words {
  author: string;
  text: string;
}

/**
 * Returns what versions before the decoding of today may have read in place of these words: the bytes of a legacy charset as UTF-8, so that
 * its letters became U+FFFD, the bytes of UTF-8 as Latin-1, and windows-1252 without the signs that it has between 0x80 and 0x9F. Texts are cut at {@link MAX_LENGTH}.
 */
export function misreadings({ author, text }: Words): Words[] {
  const words = [author, text.slice(0, MAX_LENGTH)];
  // oxlint-disable-next-line no-control-regex
  if (words.every((one) => /^[\x00-\x7f]*$/.test(one))) return [];
  const read = [
    ...CHARSETS.map((charset) => words.map((one) => encoded(one, charset)?.toString('utf8'))),
    words.map((one) => encoded(one, 'windows-1252')?.toString('latin1')),
    words.map((one) => Buffer.from(one).toString('latin1')),
  ];
  const tidied = read.flatMap(([misreadAuthor, misreadText]) =>
    misreadAuthor === undefined || misreadText === undefined
      ? []
      : [{ author: formerly(misreadAuthor), text: formerly(misreadText) }],
  );
  const distinct = new Map(tidied.map((one) => [JSON.stringify([one.author, one.text]), one]));
  distinct.delete(JSON.stringify(words));
  return [...distinct.values()];
}

/** Returns the text as it was stored: C1 controls were removed then, and are read as letters of windows-1252 today. */
function formerly(text: string): string {
  return tidyText(text.replace(/[\u0080-\u0084\u0086-\u009f]/g, ''));
}

/** Returns the bytes of a text, or undefined if the charset does not have all of its letters. */
function encoded(text: string, charset: (typeof CHARSETS)[number]): Buffer | undefined {
  const table = tableOf(charset);
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x80 ? code : table.get(text[at]!);
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

function tableOf(charset: (typeof CHARSETS)[number]): ReadonlyMap<string, number> {
  let table = bytesOf.get(charset);
  if (table === undefined) {
    const letters = decodeText(HIGH_BYTES, { contentType: `text/plain; charset=${charset}`, kind: 'text' });
    table = new Map([...letters].map((letter, index) => [letter, 0x80 + index]));
    bytesOf.set(charset, table);
  }
  return table;
}
