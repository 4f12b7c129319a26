import { ApiError } from '@plaudit/contracts';
import type { AiSettingsInput, TranslationSettingsInput } from './account-ai.dto';
import { aiChange, assertMonthlyLimit, assertTranslates, translationChange } from './setting-changes';

const POLICY = { allowLoopback: false };
const URL = 'https://ai.example.com/v1';
const KEY = Buffer.from('sealed');
const NO_AI = { ai_provider: null, ai_base_url: null };
const NO_TRANSLATOR = { translate_provider: null, translate_base_url: null, translate_key_enc: null };
const OPENAI: AiSettingsInput = { provider: 'openai', base_url: URL, model: 'small' };

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    const { code, message, details } = error as ApiError;
    return [code, details.field, message];
  }
}

describe('aiChange', () => {
  it('replaces address and model, and returns the new key', () => {
    expect(aiChange(NO_AI, { ...OPENAI, base_url: `${URL}/`, api_key: 'k' }, POLICY)).toEqual({
      columns: { ai_provider: 'openai', ai_base_url: URL, ai_model: 'small' },
      key: 'k',
    });
  });

  it.each([
    ['keeps the stored key for the same server', { ai_base_url: URL }, undefined, undefined],
    ['removes the key of another address', { ai_base_url: 'https://other.example.com' }, undefined, null],
    ['removes the key of another path of the server', { ai_base_url: `${URL}/x` }, undefined, null],
    ['removes the key for null', { ai_base_url: URL }, null, null],
    ['replaces the key', { ai_base_url: URL }, 'new', 'new'],
  ])('%s', (_what, stored, api_key, key) => {
    const change = aiChange({ ai_provider: 'openai', ...stored }, { ...OPENAI, api_key }, POLICY);
    expect(change.key).toBe(key);
  });

  it.each<[string, AiSettingsInput | null, string | null]>([
    ['the settings of the service', null, null],
    ['the embedded provider', { provider: 'embedded' }, 'embedded'],
  ])('removes address, model and key for %s', (_what, input, ai_provider) => {
    expect(aiChange({ ai_provider: 'openai', ai_base_url: URL }, input, POLICY)).toEqual({
      columns: { ai_provider, ai_base_url: null, ai_model: null },
      key: null,
    });
  });

  it.each<[AiSettingsInput, string, string]>([
    [{ provider: 'openai', model: 'm' }, 'missing_field', 'ai.base_url'],
    [{ provider: 'openai', base_url: '', model: 'm' }, 'missing_field', 'ai.base_url'],
    [{ provider: 'openai', base_url: URL }, 'missing_field', 'ai.model'],
    [{ provider: 'openai', base_url: URL, model: null }, 'missing_field', 'ai.model'],
    [{ ...OPENAI, base_url: 'http://10.0.0.8/v1' }, 'invalid_url', 'ai.base_url'],
    [{ provider: 'embedded', base_url: URL }, 'invalid_value', 'ai.base_url'],
    [{ provider: 'embedded', model: 'm' }, 'invalid_value', 'ai.model'],
    [{ provider: 'embedded', api_key: 'k' }, 'invalid_value', 'ai.api_key'],
  ])('refuses %j with %s of %s', (input, code, field) => {
    expect(faultOf(() => aiChange(NO_AI, input, POLICY))).toEqual([
      code,
      field,
      expect.stringContaining(field),
    ]);
  });
});

describe('translationChange', () => {
  it('stores a provider with its key, region and limit', () => {
    const input: TranslationSettingsInput = {
      provider: 'azure',
      region: 'westeurope',
      api_key: 'k',
      monthly_chars: -1,
    };
    expect(translationChange(NO_TRANSLATOR, input, POLICY)).toEqual({
      columns: {
        translate_provider: 'azure',
        translate_base_url: null,
        translate_region: 'westeurope',
        translate_monthly_chars: -1,
      },
      key: 'k',
    });
  });

  it('stores only a limit for the translator of the service', () => {
    expect(translationChange(NO_TRANSLATOR, { monthly_chars: 5 }, POLICY)).toEqual({
      columns: {
        translate_provider: null,
        translate_base_url: null,
        translate_region: null,
        translate_monthly_chars: 5,
      },
      key: null,
    });
  });

  const stored = { translate_provider: 'deepl', translate_base_url: null, translate_key_enc: KEY } as const;

  it('keeps the key while provider and address stay', () => {
    expect(translationChange(stored, { provider: 'deepl' }, POLICY).key).toBeUndefined();
    expect(translationChange(stored, { provider: 'libretranslate', base_url: URL }, POLICY).key).toBeNull();
    expect(translationChange(stored, null, POLICY).key).toBeNull();
  });

  it.each<[TranslationSettingsInput, string, string]>([
    [{ provider: 'google' }, 'missing_field', 'translation.api_key'],
    [{ provider: 'deepl', api_key: null }, 'missing_field', 'translation.api_key'],
    [{ provider: 'deepl', base_url: URL }, 'missing_field', 'translation.api_key'],
    [{ provider: 'libretranslate' }, 'missing_field', 'translation.base_url'],
    [
      { provider: 'libretranslate', base_url: 'http://127.0.0.1:5000' },
      'invalid_url',
      'translation.base_url',
    ],
    [{ provider: 'deepl', api_key: 'k', region: 'westeurope' }, 'invalid_value', 'translation.region'],
    [{ provider: 'none', api_key: 'k' }, 'invalid_value', 'translation.api_key'],
    [{ provider: 'llm', base_url: URL }, 'invalid_value', 'translation.base_url'],
    [{ provider: null, api_key: 'k' }, 'invalid_value', 'translation.api_key'],
    [{ base_url: URL }, 'invalid_value', 'translation.base_url'],
  ])('refuses %j with %s of %s', (input, code, field) => {
    expect(faultOf(() => translationChange(stored, input, POLICY))).toEqual([
      code,
      field,
      expect.stringContaining(field),
    ]);
  });
});

describe('assertTranslates', () => {
  it('refuses llm if the embedded provider writes', () => {
    expect(faultOf(() => assertTranslates({ translate_provider: 'llm' }, 'embedded'))).toEqual([
      'invalid_value',
      'translation.provider',
      expect.stringContaining('llm'),
    ]);
  });

  it.each([
    ['llm', 'openai'],
    ['none', 'embedded'],
    [null, 'embedded'],
  ] as const)('accepts %s if %s writes', (translate_provider, writer) => {
    expect(() => assertTranslates({ translate_provider }, writer)).not.toThrow();
  });
});

describe('assertMonthlyLimit', () => {
  const SERVICE = {
    ai_provider: null,
    ai_base_url: null,
    translate_provider: null,
    translate_base_url: null,
  } as const;
  const env = (limit: number) => ({ TRANSLATE_MONTHLY_CHARS: limit });

  it.each([101, -1])('refuses %d of 100 with the translator of the service', (limit) => {
    const settings = { ...SERVICE, translate_monthly_chars: limit };
    expect(faultOf(() => assertMonthlyLimit(settings, env(100)))).toEqual([
      'invalid_value',
      'translation.monthly_chars',
      expect.stringContaining('between 0 and 100'),
    ]);
  });

  it('refuses a higher limit with a translator of the operator that needs no key', () => {
    const libre = { translate_provider: 'libretranslate', translate_base_url: 'http://libre:5000' } as const;
    const settings = { ...SERVICE, ...libre, translate_monthly_chars: -1 };
    const service = { ...env(100), TRANSLATE_BASE_URL: 'http://libre:5000' };
    expect(() => assertMonthlyLimit(settings, service)).toThrow(ApiError);
  });

  it('refuses a higher limit with the model of the service', () => {
    const settings = { ...SERVICE, translate_provider: 'llm', translate_monthly_chars: 101 } as const;
    expect(() => assertMonthlyLimit(settings, env(100))).toThrow(ApiError);
  });

  it.each([
    [100, 100, SERVICE],
    [0, 100, SERVICE],
    [null, 100, SERVICE],
    [-1, -1, SERVICE],
    [101, 100, { ...SERVICE, translate_provider: 'deepl' as const }],
    [-1, 100, { ...SERVICE, ai_provider: 'openai' as const, translate_provider: 'llm' as const }],
  ])('accepts %s of %d for %j', (limit, serviceLimit, settings) => {
    expect(() =>
      assertMonthlyLimit({ ...settings, translate_monthly_chars: limit }, env(serviceLimit)),
    ).not.toThrow();
  });
});
