import { createHash } from 'node:crypto';

/** What a stored translation depends on, besides the account. */
export interface TranslationIdentity {
  /** Identifies the translator: its name, address and model. */
  translator: string;
  /** The language that the translator was told, or null if it detects the language. */
  source: string | null;
  target: string;
  text: string;
}

/** Raise it when texts are prepared differently for the translators. Older translations are not found then. */
const PREPARATION = 1;

/** Returns the key of a translation within its account. */
export function translationKey({ translator, source, target, text }: TranslationIdentity): Buffer {
  const parts = [PREPARATION, translator, source ?? 'auto', target, text];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Returns the hash by which the translations of a text are found when it is edited or deleted. */
export function textHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
