import { createHash } from 'node:crypto';

/** What a stored translation depends on, besides the account. */
export interface TranslationIdentity {
  /** Identifies the translator: its name, address and model. */
  translator: string;
  target: string;
  /** The text and the language stored with it, or null. The language that the translator is told follows from both. */
  text: string;
  language: string | null;
}

/** Raise it when languages are detected or texts are prepared differently. Older translations are not found then. */
const PREPARATION = 1;

/** Returns the key of a translation within its account, in hex. */
export function translationKey({ translator, target, text, language }: TranslationIdentity): string {
  const parts = [PREPARATION, translator, target, language, text];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Returns the hash by which the translations of a text are found when it is edited or deleted. */
export function textHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
