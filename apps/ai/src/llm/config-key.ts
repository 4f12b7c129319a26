import { createHash } from 'node:crypto';
import type { LlmConnection } from '../settings/provider-settings';
import { PROMPT_VERSION } from './prompts/system-prompts';

/**
 * Identifies the prompts, the server and the model. A text that was generated under another key is out of date. The API key is
 * no part of it, because a new one writes the same texts.
 */
export function configKeyOf({ baseUrl, model }: Pick<LlmConnection, 'baseUrl' | 'model'>): string {
  return createHash('sha256')
    .update(JSON.stringify([PROMPT_VERSION, baseUrl, model]))
    .digest('hex')
    .slice(0, 32);
}
