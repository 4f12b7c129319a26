import { ownValue } from '@plaudit/contracts/own-value';

/** What the text of the palette asks for. */
export interface PaletteQuery {
  kind: 'all' | 'actions' | 'accounts' | 'tags';
  text: string;
}

const PREFIXES: Readonly<Record<string, PaletteQuery['kind']>> = {
  '>': 'actions',
  '@': 'accounts',
  '#': 'tags',
};

/** Reads the text of the palette: `>` limits it to actions, `@` to sub accounts, `#` to tags. */
export function readPaletteText(typed: string): PaletteQuery {
  const text = typed.trimStart();
  const kind = ownValue(PREFIXES, text[0] ?? '');
  return kind ? { kind, text: text.slice(1).trim() } : { kind: 'all', text: text.trim() };
}

/** Returns true if each word of `text` begins a word of `name`. Letter case and accents do not count. */
export function matches(name: string, text: string): boolean {
  const words = folded(name).split(/[\s,.&/-]+/);
  return folded(text)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
