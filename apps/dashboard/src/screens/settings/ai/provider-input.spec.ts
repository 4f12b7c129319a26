import {
  aiFieldsOf,
  type AiFields,
  aiInput,
  losesKey,
  translationFieldsOf,
  type TranslationFields,
  translationInput,
} from './provider-input';

const ai: AiFields = {
  provider: 'openai',
  base_url: ' https://api.example.com/v1 ',
  model: 'small',
  api_key: '',
  removeKey: false,
};
const translation: TranslationFields = {
  provider: 'deepl',
  base_url: '',
  region: 'westeurope',
  api_key: 'secret',
  removeKey: false,
  monthly_chars: '',
};

describe('the input of the AI provider', () => {
  it('is null for the provider of this installation', () => {
    expect(aiInput({ ...ai, provider: 'service' })).toBeNull();
  });

  it('keeps the stored key if none was typed, replaces it by a typed one, and removes it on request', () => {
    expect(aiInput(ai)).toEqual({
      provider: 'openai',
      base_url: 'https://api.example.com/v1',
      model: 'small',
    });
    expect(aiInput({ ...ai, api_key: ' new ' })).toMatchObject({ api_key: 'new' });
    expect(aiInput({ ...ai, removeKey: true })).toMatchObject({ api_key: null });
  });

  it('has no address and no key for the part of the product that writes', () => {
    expect(aiInput({ ...ai, provider: 'embedded', api_key: 'x' })).toEqual({ provider: 'embedded' });
  });
});

describe('a stored key', () => {
  it('stays with its provider at its address', () => {
    expect(losesKey(ai, { ...ai, base_url: 'https://api.example.com/v1' })).toBe(false);
  });

  it('is lost with another provider or address unless one is typed or it is removed on purpose', () => {
    expect(losesKey(ai, { ...ai, provider: 'service' })).toBe(true);
    const moved = { ...ai, base_url: 'https://other.example.com' };
    expect(losesKey(ai, moved)).toBe(true);
    expect(losesKey(ai, { ...moved, api_key: 'new' })).toBe(false);
    expect(losesKey(ai, { ...moved, removeKey: true })).toBe(false);
  });
});

describe('the input of the translator', () => {
  it('has only the fields of the chosen translator', () => {
    expect(translationInput(translation)).toEqual({ provider: 'deepl', base_url: null, api_key: 'secret' });
    expect(translationInput({ ...translation, provider: 'azure' })).toMatchObject({ region: 'westeurope' });
    expect(translationInput({ ...translation, provider: 'llm' })).toEqual({ provider: 'llm' });
  });

  it('can lower the limit of the translator of this installation', () => {
    const service = { ...translation, provider: 'service' as const };
    expect(translationInput(service)).toBeNull();
    expect(translationInput({ ...service, monthly_chars: '0' })).toEqual({ monthly_chars: 0 });
  });
});

describe('the fields of the stored settings', () => {
  it('are empty for the settings of this installation, whose values are not those of the account', () => {
    const shown = {
      source: 'service',
      provider: 'openai',
      base_url: 'x',
      model: 'y',
      has_key: false,
      created_by: null,
      paused_on: null,
    } as const;
    expect(aiFieldsOf(shown)).toMatchObject({ provider: 'service', base_url: '', model: '' });
    expect(aiFieldsOf({ ...shown, source: 'account' })).toMatchObject({ provider: 'openai', base_url: 'x' });
  });

  it('show a limit of the account and not the one of this installation', () => {
    const shown = {
      source: 'account',
      provider: 'azure',
      base_url: null,
      region: 'north',
      has_key: true,
      monthly_chars: 400_000,
      own_monthly_chars: null,
      used_chars: 1,
      month: '2026-11',
      created_by: null,
      paused_on: null,
    } as const;
    expect(translationFieldsOf(shown)).toMatchObject({ region: 'north', monthly_chars: '' });
    expect(translationFieldsOf({ ...shown, own_monthly_chars: 10 })).toMatchObject({ monthly_chars: '10' });
    expect(translationFieldsOf({ ...shown, own_monthly_chars: -1 })).toMatchObject({ monthly_chars: '-1' });
  });
});
