import type { Schema } from '@plaudit/client';

type Ai = Schema<'AiSettings'>;
type Translation = Schema<'TranslationSettings'>;
type TranslationProvider = Translation['provider'];

/** What the forms of all kinds of providers have. */
export interface ProviderFields {
  /** `service` stands for the settings of this installation. */
  provider: string;
  base_url: string;
  /** Empty to keep the stored key. */
  api_key: string;
  removeKey: boolean;
}

export interface AiFields extends ProviderFields {
  provider: 'service' | Ai['provider'];
  model: string;
}

export interface TranslationFields extends ProviderFields {
  provider: 'service' | TranslationProvider;
  region: string;
  /** Empty for the limit of this installation. */
  monthly_chars: string;
}

/** Which fields each translator has. */
export const TRANSLATOR_FIELDS: Readonly<
  Record<TranslationProvider, readonly ('base_url' | 'region' | 'api_key')[]>
> = {
  none: [],
  llm: [],
  libretranslate: ['base_url', 'api_key'],
  deepl: ['base_url', 'api_key'],
  google: ['base_url', 'api_key'],
  azure: ['base_url', 'region', 'api_key'],
};

export function aiFieldsOf({ source, provider, base_url, model }: Ai): AiFields {
  return {
    provider: source === 'service' ? 'service' : provider,
    base_url: source === 'service' ? '' : (base_url ?? ''),
    model: source === 'service' ? '' : (model ?? ''),
    api_key: '',
    removeKey: false,
  };
}

export function translationFieldsOf(settings: Translation): TranslationFields {
  const { source, provider, base_url, region, own_monthly_chars: limit } = settings;
  const own = source === 'account';
  return {
    provider: own ? provider : 'service',
    base_url: own ? (base_url ?? '') : '',
    region: own ? (region ?? '') : '',
    api_key: '',
    removeKey: false,
    monthly_chars: limit === null ? '' : String(limit),
  };
}

/** Returns true if saving deletes the stored key, because a key belongs to one provider at one address. */
export function losesKey(stored: ProviderFields, fields: ProviderFields): boolean {
  const isSame = stored.provider === fields.provider && stored.base_url.trim() === fields.base_url.trim();
  return !isSame && fields.api_key.trim() === '' && !fields.removeKey;
}

/** Returns what the API takes. Null uses the settings of this installation. */
export function aiInput(fields: AiFields): Schema<'AiSettingsInput'> | null {
  const { provider } = fields;
  if (provider === 'service') return null;
  if (provider === 'embedded') return { provider };
  return { provider, base_url: textOf(fields.base_url), model: textOf(fields.model), ...keyOf(fields) };
}

export function translationInput(fields: TranslationFields): Schema<'TranslationSettingsInput'> | null {
  const { provider, monthly_chars } = fields;
  const limit = monthly_chars.trim() === '' ? {} : { monthly_chars: Number(monthly_chars) };
  if (provider === 'service') return 'monthly_chars' in limit ? limit : null;
  const has = TRANSLATOR_FIELDS[provider];
  return {
    provider,
    ...(has.includes('base_url') ? { base_url: textOf(fields.base_url) } : {}),
    ...(has.includes('region') ? { region: textOf(fields.region) } : {}),
    ...(has.includes('api_key') ? keyOf(fields) : {}),
    ...limit,
  };
}

function textOf(text: string): string | null {
  return text.trim() || null;
}

/** A key that is not sent stays as it is. */
function keyOf({ api_key, removeKey }: { api_key: string; removeKey: boolean }): { api_key?: string | null } {
  if (removeKey) return { api_key: null };
  return api_key.trim() === '' ? {} : { api_key: api_key.trim() };
}
