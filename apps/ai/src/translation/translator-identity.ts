import { createHash } from 'node:crypto';
import type { TranslatorSettings } from '../settings/provider-settings';

/** The settings of an account that has a translator. */
export type ActiveTranslator = Exclude<TranslatorSettings, { name: 'none' | 'paused' }>;

/** Identifies who translates: the name, the address and the model. A new key does not change the translations. */
export function translatorIdentity(settings: ActiveTranslator): string {
  return JSON.stringify(
    settings.name === 'llm'
      ? [settings.name, settings.connection.baseUrl, settings.connection.model]
      : [settings.name, settings.baseUrl],
  );
}

/** Identifies a contract with a translator: who translates, and the key that pays for it. The key cannot be read from it. */
export function contractIdentity(settings: ActiveTranslator): string {
  const key = settings.name === 'llm' ? settings.connection.apiKey : settings.apiKey;
  const text = JSON.stringify([translatorIdentity(settings), key]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
