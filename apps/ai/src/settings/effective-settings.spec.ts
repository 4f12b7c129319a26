import {
  type ChosenSettings,
  effectiveAi,
  effectiveTranslator,
  monthlyLimit,
  NO_CHOICE,
  type ServiceSettings,
} from './effective-settings';

const EMBEDDED: ServiceSettings = {
  AI_PROVIDER: 'embedded',
  TRANSLATE_PROVIDER: 'none',
  TRANSLATE_MONTHLY_CHARS: 450_000,
};
const OPENAI: ServiceSettings = {
  ...EMBEDDED,
  AI_PROVIDER: 'openai',
  AI_BASE_URL: 'https://ai.example.com/v1/',
  AI_API_KEY: 'service-key',
  AI_MODEL: 'large',
};
const SERVICE_CONNECTION = {
  baseUrl: 'https://ai.example.com/v1',
  apiKey: 'service-key',
  model: 'large',
  origin: 'shared',
};
const OWN_AI: Partial<ChosenSettings> = {
  ai_provider: 'openai',
  ai_base_url: 'https://own.example.com/v1',
  ai_model: 'small',
};
const OWN_CONNECTION = {
  baseUrl: 'https://own.example.com/v1',
  apiKey: null,
  model: 'small',
  origin: 'own',
};

const chosen = (some: Partial<ChosenSettings>): ChosenSettings => ({ ...NO_CHOICE, ...some });

describe('effectiveAi', () => {
  it('is the provider of the service for an account that chose none', () => {
    expect(effectiveAi(EMBEDDED, NO_CHOICE)).toEqual({ name: 'embedded' });
    expect(effectiveAi(OPENAI, NO_CHOICE)).toEqual({ name: 'openai', connection: SERVICE_CONNECTION });
  });

  it('is the embedded provider for an account that chose it, whatever the service has', () => {
    expect(effectiveAi(OPENAI, chosen({ ai_provider: 'embedded' }))).toEqual({ name: 'embedded' });
  });

  it.each([
    ['https://own.example.com/v1', 'another address than the service'],
    ['https://ai.example.com/v1', 'the address of the service'],
  ])('never sends the key of the service to the server of an account, at %s (%s)', (ai_base_url) => {
    expect(effectiveAi(OPENAI, chosen({ ...OWN_AI, ai_base_url }))).toEqual({
      name: 'openai',
      connection: { baseUrl: ai_base_url, apiKey: null, model: 'small', origin: 'own' },
    });
  });

  it('is paused without a maker, and the provider of the service does not take its place', () => {
    const maker = { type: 'key', id: 31, name: 'Website' } as const;
    const paused = chosen({ ...OWN_AI, ai_maker: maker, ai_paused_on: new Date() });
    expect(effectiveAi(OPENAI, paused)).toEqual({ name: 'paused', maker });
    const llm = { ...paused, translate_provider: 'llm' as const };
    expect(effectiveTranslator(OPENAI, llm)).toEqual({ name: 'paused', maker });
    const translate = { translate_provider: 'deepl', translate_paused_on: new Date() } as const;
    expect(effectiveTranslator(OPENAI, chosen(translate))).toEqual({ name: 'paused', maker: null });
  });

  it('uses the own key of an account', () => {
    const { connection } = effectiveAi(EMBEDDED, chosen({ ...OWN_AI, ai_key: 'own-key' })) as {
      connection: object;
    };
    expect(connection).toEqual({ ...OWN_CONNECTION, apiKey: 'own-key' });
  });
});

describe('effectiveTranslator', () => {
  const DEEPL: ServiceSettings = {
    ...EMBEDDED,
    TRANSLATE_PROVIDER: 'deepl',
    TRANSLATE_API_KEY: 'service-key',
    TRANSLATE_BASE_URL: 'https://deepl.example.com/',
  };

  it('is the translator of the service for an account that chose none', () => {
    expect(effectiveTranslator(DEEPL, NO_CHOICE)).toEqual({
      name: 'deepl',
      baseUrl: 'https://deepl.example.com',
      apiKey: 'service-key',
      region: null,
      origin: 'shared',
      monthlyChars: 450_000,
    });
  });

  it('takes nothing of the service for an account with a translator of its own', () => {
    const own = chosen({
      translate_provider: 'azure',
      translate_key: 'own-key',
      translate_region: 'westeurope',
    });
    expect(effectiveTranslator({ ...DEEPL, TRANSLATE_REGION: 'northeurope' }, own)).toEqual({
      name: 'azure',
      baseUrl: null,
      apiKey: 'own-key',
      region: 'westeurope',
      origin: 'own',
      monthlyChars: 450_000,
    });
    expect(effectiveTranslator(DEEPL, chosen({ translate_provider: 'deepl' }))).toMatchObject({
      apiKey: null,
    });
  });

  it('is none for an account that chose it', () => {
    expect(effectiveTranslator(DEEPL, chosen({ translate_provider: 'none' }))).toEqual({ name: 'none' });
  });

  it.each<[string, ServiceSettings, Partial<ChosenSettings>, object]>([
    ['with llm of the service', { ...OPENAI, TRANSLATE_PROVIDER: 'llm' }, {}, SERVICE_CONNECTION],
    [
      'with llm of the service and an own model',
      { ...OPENAI, TRANSLATE_PROVIDER: 'llm' },
      OWN_AI,
      OWN_CONNECTION,
    ],
    ['with an own llm and an own model', EMBEDDED, { ...OWN_AI, translate_provider: 'llm' }, OWN_CONNECTION],
    [
      'with an own llm and the model of the service',
      OPENAI,
      { translate_provider: 'llm' },
      SERVICE_CONNECTION,
    ],
  ])('is the model that writes for the account, %s', (_model, env, some, connection) => {
    expect(effectiveTranslator(env, chosen(some))).toEqual({
      name: 'llm',
      connection,
      monthlyChars: 450_000,
    });
  });

  it('is none if it is llm and the embedded provider writes', () => {
    const env: ServiceSettings = { ...OPENAI, TRANSLATE_PROVIDER: 'llm' };
    expect(effectiveTranslator(env, chosen({ ai_provider: 'embedded' }))).toEqual({ name: 'none' });
  });
});

describe('monthlyLimit', () => {
  it.each<[string, number, Partial<ChosenSettings>, number]>([
    ['the limit of the service without a choice', 100, {}, 100],
    ['a lower limit with the translator of the service', 100, { translate_monthly_chars: 40 }, 40],
    ['no translation for a limit of 0', 100, { translate_monthly_chars: 0 }, 0],
    ['the limit of the service for a higher one', 100, { translate_monthly_chars: 101 }, 100],
    ['the limit of the service for an unlimited one', 100, { translate_monthly_chars: -1 }, 100],
    ['the chosen limit if the service has none', -1, { translate_monthly_chars: 101 }, 101],
    [
      'a higher limit with an own translator',
      100,
      { translate_provider: 'deepl', translate_monthly_chars: 101 },
      101,
    ],
    [
      'no limit with an own translator',
      100,
      { translate_provider: 'deepl', translate_monthly_chars: -1 },
      -1,
    ],
    [
      'the limit of the service with its model',
      100,
      { translate_provider: 'llm', translate_monthly_chars: -1 },
      100,
    ],
    [
      'no limit with an own model',
      100,
      { ...OWN_AI, translate_provider: 'llm', translate_monthly_chars: -1 },
      -1,
    ],
  ])('returns %s', (_what, limit, some, expected) => {
    expect(monthlyLimit({ TRANSLATE_MONTHLY_CHARS: limit }, chosen(some))).toBe(expected);
  });

  describe('with a server of the operator that the account has chosen itself', () => {
    const LIBRE = { translate_provider: 'libretranslate', translate_monthly_chars: -1 } as const;
    const LLM = { ...OWN_AI, translate_provider: 'llm', translate_monthly_chars: -1 } as const;
    const open = {
      TRANSLATE_MONTHLY_CHARS: 100,
      TRANSLATE_BASE_URL: 'http://libre:5000/',
      AI_BASE_URL: 'http://ollama:11434/v1',
    };
    const keyed = { ...open, TRANSLATE_API_KEY: 'service-key', AI_API_KEY: 'service-key' };

    it.each<[string, typeof open, Partial<ChosenSettings>, number]>([
      ['the limit if it needs no key', open, { ...LIBRE, translate_base_url: 'http://libre:5000' }, 100],
      ['the limit at another path', open, { ...LIBRE, translate_base_url: 'http://libre:5000/x' }, 100],
      ['the limit with its model', open, { ...LLM, ai_base_url: 'http://ollama:11434/v1' }, 100],
      ['none if it needs a key', keyed, { ...LIBRE, translate_base_url: 'http://libre:5000' }, -1],
      ['none if its model needs a key', keyed, { ...LLM, ai_base_url: 'http://ollama:11434/v1' }, -1],
      ['none at another port', open, { ...LIBRE, translate_base_url: 'http://libre:5001' }, -1],
      ['none for a provider at its own address', open, { ...LIBRE, translate_provider: 'deepl' }, -1],
    ])('is %s', (_what, env, some, expected) => {
      expect(monthlyLimit(env, chosen(some))).toBe(expected);
    });
  });
});
