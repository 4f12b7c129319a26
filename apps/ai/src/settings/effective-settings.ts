import { parseUrl } from '@plaudit/contracts';
import type { AiEnv } from '../ai.env';
import type { AiProvider, LlmConnection, TranslatorSettings } from './provider-settings';
import type { ProviderSettingsEntity } from './provider-settings.entity';

/** What an account chose, with its keys decrypted. */
export interface ChosenSettings extends Omit<
  ProviderSettingsEntity,
  'account_id' | 'ai_key_enc' | 'translate_key_enc' | 'updated_on'
> {
  ai_key: string | null;
  translate_key: string | null;
}

export const NO_CHOICE: ChosenSettings = {
  ai_provider: null,
  ai_base_url: null,
  ai_model: null,
  ai_key: null,
  ai_maker: null,
  ai_paused_on: null,
  translate_provider: null,
  translate_base_url: null,
  translate_region: null,
  translate_key: null,
  translate_maker: null,
  translate_paused_on: null,
  translate_monthly_chars: null,
};

/** The settings of the service that an account may replace. */
export type ServiceSettings = Pick<
  AiEnv,
  | 'AI_PROVIDER'
  | 'AI_BASE_URL'
  | 'AI_API_KEY'
  | 'AI_MODEL'
  | 'TRANSLATE_PROVIDER'
  | 'TRANSLATE_BASE_URL'
  | 'TRANSLATE_API_KEY'
  | 'TRANSLATE_REGION'
  | 'TRANSLATE_MONTHLY_CHARS'
>;

/**
 * Returns who writes for an account. An account that chose a server of its own never uses the key of the service, which could be
 * sent to any address otherwise. A provider whose maker was removed is paused, and nothing takes its place.
 */
export function effectiveAi(env: ServiceSettings, chosen: ChosenSettings): AiProvider {
  if (chosen.ai_paused_on) return { name: 'paused', maker: chosen.ai_maker };
  const [name, connection] = chosen.ai_provider
    ? [chosen.ai_provider, connectionOf(chosen.ai_base_url, chosen.ai_key, chosen.ai_model, 'own')]
    : [env.AI_PROVIDER, connectionOf(env.AI_BASE_URL, env.AI_API_KEY, env.AI_MODEL, 'shared')];
  return name === 'openai' && connection ? { name, connection } : { name: 'embedded' };
}

/**
 * Returns who translates for an account. `llm` is the model that writes for the account, and nobody translates if that is the
 * embedded provider. A translator whose maker was removed is paused, and so is `llm` with its model.
 */
export function effectiveTranslator(env: ServiceSettings, chosen: ChosenSettings): TranslatorSettings {
  const isOwn = chosen.translate_provider !== null;
  const name = chosen.translate_provider ?? env.TRANSLATE_PROVIDER;
  if (name === 'none') return { name };
  if (chosen.translate_paused_on) return { name: 'paused', maker: chosen.translate_maker };
  const monthlyChars = monthlyLimit(env, chosen);
  if (name === 'llm') {
    const ai = effectiveAi(env, chosen);
    if (ai.name === 'paused') return ai;
    return ai.name === 'openai' ? { name, connection: ai.connection, monthlyChars } : { name: 'none' };
  }
  const baseUrl = isOwn ? chosen.translate_base_url : env.TRANSLATE_BASE_URL;
  const apiKey = isOwn ? chosen.translate_key : env.TRANSLATE_API_KEY;
  const region = isOwn ? chosen.translate_region : env.TRANSLATE_REGION;
  return {
    name,
    baseUrl: baseUrl ? withoutSlash(baseUrl) : null,
    apiKey: apiKey ?? null,
    region: region ?? null,
    origin: isOwn ? 'own' : 'shared',
    monthlyChars,
  };
}

/** The settings of the service that say who pays for translations. */
export type PayingSettings = Pick<
  ServiceSettings,
  'AI_BASE_URL' | 'AI_API_KEY' | 'TRANSLATE_BASE_URL' | 'TRANSLATE_API_KEY' | 'TRANSLATE_MONTHLY_CHARS'
>;

type ChosenServers = Pick<
  ChosenSettings,
  'ai_provider' | 'ai_base_url' | 'translate_provider' | 'translate_base_url'
>;

/**
 * Returns the characters that an account may have translated in a month; -1 means no limit. With a translator that the operator
 * pays for, an account can only lower the limit of the service.
 */
export function monthlyLimit(
  service: PayingSettings,
  chosen: ChosenServers & Pick<ChosenSettings, 'translate_monthly_chars'>,
): number {
  const { TRANSLATE_MONTHLY_CHARS: limit } = service;
  const own = chosen.translate_monthly_chars;
  if (own === null) return limit;
  if (paysItself(service, chosen) || limit === -1) return own;
  return own === -1 ? limit : Math.min(own, limit);
}

/**
 * Returns false if the account translates through the operator's provider or model. That includes a server of the operator that
 * needs no key and whose address the account has chosen as its own.
 */
export function paysItself(service: PayingSettings, chosen: ChosenServers): boolean {
  if (chosen.translate_provider !== 'llm') {
    const isOperators =
      !service.TRANSLATE_API_KEY && isSameServer(chosen.translate_base_url, service.TRANSLATE_BASE_URL);
    return chosen.translate_provider !== null && !isOperators;
  }
  const isOperators = !service.AI_API_KEY && isSameServer(chosen.ai_base_url, service.AI_BASE_URL);
  return chosen.ai_provider !== null && !isOperators;
}

function isSameServer(own: string | null, service: string | undefined): boolean {
  const [first, second] = [own, service].map((url) => parseUrl(url ?? '')?.origin ?? null);
  return first !== null && first === second;
}

function connectionOf(
  baseUrl: string | null | undefined,
  apiKey: string | null | undefined,
  model: string | null | undefined,
  origin: LlmConnection['origin'],
): LlmConnection | null {
  if (!baseUrl || !model) return null;
  return { baseUrl: withoutSlash(baseUrl), apiKey: apiKey ?? null, model, origin };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
