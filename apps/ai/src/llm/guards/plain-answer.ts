import { hasContact, hasMarkup, isSuspicious } from '../../generation/suspicious-text';
import { LlmFailure } from '../llm-failure';
import { leaksPrompt } from './prompt-leak';

/** Markdown and simple HTML around words. Models add it in spite of their instructions, and it means nothing. */
const EMPHASIS: readonly (readonly [RegExp, string])[] = [
  [/<\/?(?:b|i|em|strong|u|p|br|ul|ol|li|span|h[1-6]) ?\/?>/giu, ' '],
  [/(\*{1,3}|_{2,3}|~~|`{1,3})(?=\S)([^*_~`\n]{1,300}?)(?<=\S)\1/gu, '$2'],
  [/^[ \t]*(?:#{1,6}|[-*•>]|\d{1,2}[.)])[ \t]+/gmu, ''],
];

/** What a template leaves open, such as [Your name] or {{date}}. It includes our own mask `[…]`. */
const PLACEHOLDER = /\[[^\]\n]{1,60}\]|\{[^}\n]{1,60}\}|<[^>\n]{1,60}>/u;

/** Format characters. Joiners stay, which emoji and some scripts need. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

/** Returns the text of an answer without emphasis and with single spaces. Line breaks stay if `keepsLines`. */
export function plainAnswer(text: string, keepsLines = false): string {
  const bare = EMPHASIS.reduce(
    (plain, [pattern, words]) => plain.replace(pattern, words),
    text.normalize('NFC'),
  );
  const visible = bare.replace(INVISIBLE, '').replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  if (!keepsLines) return visible.replace(/\s+/gu, ' ').trim();
  return visible
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/**
 * Throws an LlmFailure if the text has a link, an address, markup or a placeholder, or repeats our instructions. The name of the
 * business may look like an address: many shops are known by their domain.
 */
export function assertSafe(text: string, business: string): void {
  if (leaksPrompt(text)) throw new LlmFailure('leaked_prompt', 'The model repeated its instructions.');
  const rest = withoutName(text, business);
  if (hasContact(rest) || hasMarkup(rest) || PLACEHOLDER.test(rest)) {
    throw new LlmFailure('unsafe', 'The model wrote a link, an address, markup or a placeholder.');
  }
}

/** Throws as {@link assertSafe} does, and if the text about reviews reads like an instruction. */
export function assertStatement(text: string, business: string): void {
  assertSafe(text, business);
  if (isSuspicious(withoutName(text, business))) {
    throw new LlmFailure('unsafe', 'The model wrote an instruction.');
  }
}

function withoutName(text: string, business: string): string {
  return business === '' ? text : text.replaceAll(business, 'it');
}
