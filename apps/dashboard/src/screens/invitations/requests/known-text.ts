import type { Translate } from '../../../i18n/texts';

type Texts = Translate<'invitations'>;
type ExplainingKey = Extract<
  Parameters<Texts>[0],
  `reason_${string}` | `src_${string}` | `failure_${string}`
>;

/** Returns the text of a key that may be of a newer server. The translation of a key that does not exist is the key. */
export function knownText(t: Texts, key: string): string | null {
  const text = t(key as ExplainingKey);
  return text === key ? null : text;
}

/** Returns what the code of an error means in plain words. Null for one without a text. */
export function failureText(t: Texts, code: string): string | null {
  return knownText(t, `failure_${code}`);
}
