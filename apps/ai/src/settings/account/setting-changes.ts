import { ApiError } from '@plaudit/contracts';
import type { UrlPolicy } from '@plaudit/outbound';
import { type PayingSettings, paysItself } from '../effective-settings';
import type { TranslatorName } from '../provider-names';
import type { AiProvider } from '../provider-settings';
import type { ProviderColumns } from '../provider-settings.repository';
import type { AiSettingsInput, TranslationSettingsInput } from './account-ai.dto';
import { checkedBaseUrl } from './base-url';

/** A new key, null to remove the stored one, or undefined to keep it. */
export type KeyChange = string | null | undefined;

type AiColumns = Pick<ProviderColumns, 'ai_provider' | 'ai_base_url' | 'ai_model'>;
type TranslationColumns = Pick<
  ProviderColumns,
  'translate_provider' | 'translate_base_url' | 'translate_region' | 'translate_monthly_chars'
>;

/** What a change makes of the settings of an account. */
export interface Change<Columns> {
  columns: Columns;
  key: KeyChange;
}

type StoredTranslator = Pick<
  ProviderColumns,
  'translate_provider' | 'translate_base_url' | 'translate_key_enc'
>;

/** How the server of a translator is reached. */
interface TranslatorServer extends Pick<TranslationColumns, 'translate_base_url' | 'translate_region'> {
  key: KeyChange;
}

const NO_SERVER: TranslatorServer = { translate_base_url: null, translate_region: null, key: null };

const NEEDS_URL: readonly TranslatorName[] = ['libretranslate'];
const NEEDS_KEY: readonly TranslatorName[] = ['deepl', 'google', 'azure'];

/** Returns true for a translator that the account reaches with an address or a key of its own. */
export function hasServer(provider: TranslatorName): boolean {
  return NEEDS_URL.includes(provider) || NEEDS_KEY.includes(provider);
}

/** Returns the columns for the input; null stands for the settings of the service. Throws 400 that names the field. */
export function aiChange(
  stored: Pick<ProviderColumns, 'ai_provider' | 'ai_base_url'>,
  input: AiSettingsInput | null,
  policy: UrlPolicy,
): Change<AiColumns> {
  if (input === null || input.provider === 'embedded') {
    if (input) refuseUseless('ai', input, ['base_url', 'model', 'api_key'], 'provider embedded');
    const ai_provider = input ? input.provider : null;
    return { columns: { ai_provider, ai_base_url: null, ai_model: null }, key: null };
  }
  const { provider, base_url, model, api_key } = input;
  if (!base_url) throw missing('ai.base_url', `ai.provider is ${provider}`);
  if (!model) throw missing('ai.model', `ai.provider is ${provider}`);
  const baseUrl = checkedBaseUrl('ai.base_url', base_url, policy);
  const isSameServer = stored.ai_provider === provider && stored.ai_base_url === baseUrl;
  return {
    columns: { ai_provider: provider, ai_base_url: baseUrl, ai_model: model },
    key: keyChange(api_key, isSameServer),
  };
}

/** Returns the columns for the input; null stands for the settings of the service. Throws 400 that names the field. */
export function translationChange(
  stored: StoredTranslator,
  input: TranslationSettingsInput | null,
  policy: UrlPolicy,
): Change<TranslationColumns> {
  const { provider = null, monthly_chars = null } = input ?? {};
  const isServer = provider !== null && hasServer(provider);
  const server = input && isServer ? serverChange(stored, { ...input, provider }, policy) : NO_SERVER;
  if (input && !isServer) {
    const reason = provider ? `provider ${provider}` : 'the translator of this installation';
    refuseUseless('translation', input, ['base_url', 'region', 'api_key'], reason);
  }
  const { key, ...columns } = server;
  return {
    columns: { ...columns, translate_provider: provider, translate_monthly_chars: monthly_chars },
    key,
  };
}

function serverChange(
  stored: StoredTranslator,
  { provider, ...input }: TranslationSettingsInput & { provider: TranslatorName },
  policy: UrlPolicy,
): TranslatorServer {
  const cause = `translation.provider is ${provider}`;
  if (provider !== 'azure') refuseUseless('translation', input, ['region'], `provider ${provider}`);
  if (!input.base_url && NEEDS_URL.includes(provider)) throw missing('translation.base_url', cause);
  const baseUrl = input.base_url ? checkedBaseUrl('translation.base_url', input.base_url, policy) : null;
  const isSameServer = stored.translate_provider === provider && stored.translate_base_url === baseUrl;
  const key = keyChange(input.api_key, isSameServer);
  const hasKey = key === undefined ? stored.translate_key_enc !== null : key !== null;
  if (!hasKey && NEEDS_KEY.includes(provider)) throw missing('translation.api_key', cause);
  return { translate_base_url: baseUrl, translate_region: input.region ?? null, key };
}

/** Throws 400 if the account translates with its model and has none. `writer` is who writes with these settings. */
export function assertTranslates(
  { translate_provider }: Pick<ProviderColumns, 'translate_provider'>,
  writer: AiProvider['name'],
): void {
  if (translate_provider !== 'llm' || writer !== 'embedded') return;
  const msg = 'translation.provider llm needs ai.provider openai; choose another translator, or a model.';
  throw new ApiError('invalid_value', msg, { field: 'translation.provider' });
}

/** Throws 400 if the account raises the limit of a translator that the operator pays for. */
export function assertMonthlyLimit(
  settings: Pick<
    ProviderColumns,
    'ai_provider' | 'ai_base_url' | 'translate_provider' | 'translate_base_url' | 'translate_monthly_chars'
  >,
  service: PayingSettings,
): void {
  const { translate_monthly_chars: limit } = settings;
  const { TRANSLATE_MONTHLY_CHARS: serviceLimit } = service;
  if (limit === null || serviceLimit === -1 || paysItself(service, settings)) return;
  if (limit !== -1 && limit <= serviceLimit) return;
  const msg = `translation.monthly_chars must be between 0 and ${serviceLimit}, the limit of this installation, unless the account has a translator of its own.`;
  throw new ApiError('invalid_value', msg, { field: 'translation.monthly_chars' });
}

/** The key of one server is never sent to another one. */
function keyChange(given: string | null | undefined, isSameServer: boolean): KeyChange {
  return given === undefined && !isSameServer ? null : given;
}

function missing(field: string, cause: string): ApiError {
  return new ApiError('missing_field', `${field} is required if ${cause}.`, { field });
}

function refuseUseless<Input extends object>(
  part: string,
  input: Input,
  names: readonly (keyof Input & string)[],
  reason: string,
): void {
  const given = names.find((name) => input[name] !== undefined && input[name] !== null);
  if (given === undefined) return;
  const field = `${part}.${given}`;
  throw new ApiError('invalid_value', `${field} has no effect with ${reason}; leave it out.`, { field });
}
