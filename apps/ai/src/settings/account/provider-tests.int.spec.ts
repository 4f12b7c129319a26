import { randomBytes } from 'node:crypto';
import { placeIn, reseal, Secrets } from '@plaudit/runtime';
import { aiService } from '../../service';
import { AI_KEY, TRANSLATE_KEY } from '../sealed-keys';
import { AccountAiWorld, OWN_KEY, TRANSLATE_OWN_KEY } from './account-ai.suite';

describe('the providers of an account', () => {
  let own: AccountAiWorld;
  beforeAll(async () => (own = await AccountAiWorld.start()));
  afterAll(() => own.close());
  beforeEach(() => own.next());

  it('have their keys stored encrypted for the account, and written into no log', async () => {
    await own.accept({ ai: own.ownAi(), translation: { provider: 'deepl', api_key: TRANSLATE_OWN_KEY } });
    const [{ ai_key_enc, translate_key_enc }] = (await own.rows()) as [Record<string, Buffer>];
    expect(ai_key_enc!.includes(OWN_KEY)).toBe(false);
    expect(translate_key_enc!.includes(TRANSLATE_OWN_KEY)).toBe(false);
    const secrets = new Secrets(own.world.settings('ai')['SECRETS_KEY']!);
    expect(secrets.decrypt(ai_key_enc!, placeIn(AI_KEY, own.account))).toBe(OWN_KEY);
    expect(secrets.decrypt(translate_key_enc!, placeIn(TRANSLATE_KEY, own.account))).toBe(TRANSLATE_OWN_KEY);
    expect(JSON.stringify(own.world.logs.lines)).not.toMatch(/key-of-the-account|key-of-the-operator/);
  });

  it('get the key of the account at its own server, and nothing at that of the service', async () => {
    await own.accept({ ai: own.ownAi() });
    expect(await own.test()).toMatchObject({
      status: 200,
      body: { success: true, provider: 'openai', model: 'own-model', ok: true, error: null },
    });
    expect(own.ownModel.requests[0]?.headers.authorization).toBe(`Bearer ${OWN_KEY}`);
    expect(own.serviceModel.requests).toHaveLength(0);
  });

  it('get the stored key when only the model changes, and never at another address', async () => {
    await own.accept({ ai: own.ownAi() });
    await own.accept({ ai: own.ownAi({ model: 'other-model', api_key: undefined }) });
    await own.test();
    expect(own.ownModel.requests[0]?.headers.authorization).toBe(`Bearer ${OWN_KEY}`);
    await own.accept({ ai: own.ownAi({ base_url: own.serviceModel.baseUrl, api_key: undefined }) });
    expect((await own.get()).ai.has_key).toBe(false);
    await own.test();
    expect(own.serviceModel.requests[0]?.headers.authorization ?? '').not.toMatch(/key-of/);
  });

  it('are invisible to other accounts, whose rows cannot use the key either', async () => {
    await own.accept({ ai: own.ownAi() });
    const other = own.account + 50_000;
    expect((await own.get({ account_id: other })).ai).toMatchObject({ source: 'service', has_key: false });
    await own.world.admin.query(
      `insert into ai.provider_settings (account_id, ai_provider, ai_base_url, ai_model, ai_key_enc)
       select $2, ai_provider, ai_base_url, ai_model, ai_key_enc from ai.provider_settings where account_id = $1`,
      [own.account, other],
    );
    own.world.expectErrors(/Could not decrypt the key of an account/);
    await own.test({}, { account_id: other });
    expect(own.ownModel.requests).toHaveLength(1);
    expect(own.ownModel.requests[0]?.headers.authorization ?? '').not.toContain(OWN_KEY);
  });

  it('have readable keys after a rotation of SECRETS_KEY', async () => {
    await own.accept({ ai: own.ownAi(), translation: { provider: 'deepl', api_key: TRANSLATE_OWN_KEY } });
    await own.world.admin.query('delete from ai.provider_settings where account_id <> $1', [own.account]);
    const key = own.world.settings('ai')['SECRETS_KEY']!;
    const next = randomBytes(32).toString('base64');
    const lines: string[] = [];
    const columns = aiService.sealed ?? [];
    const url = own.world.databaseUrl('ai');
    expect(await reseal(url, columns, new Secrets(next, key), (line) => void lines.push(line))).toBe(true);
    expect(lines).toEqual([
      'ai.provider_settings.ai_key_enc: 1 values, 1 encrypted again',
      'ai.provider_settings.translate_key_enc: 1 values, 1 encrypted again',
    ]);
    const [row] = (await own.rows()) as [Record<string, Buffer>];
    const after = new Secrets(next);
    expect(after.decrypt(row['ai_key_enc']!, placeIn(AI_KEY, own.account))).toBe(OWN_KEY);
    expect(after.decrypt(row['translate_key_enc']!, placeIn(TRANSLATE_KEY, own.account))).toBe(
      TRANSLATE_OWN_KEY,
    );
  });

  describe('when they are tested', () => {
    it('are not called if the embedded provider writes', async () => {
      await own.accept({ ai: { provider: 'embedded' } });
      expect((await own.test()).body).toEqual({
        success: true,
        provider: 'embedded',
        model: 'embedded',
        ok: true,
        latency_ms: 0,
        result: null,
        error: null,
      });
      expect(own.serviceModel.requests).toHaveLength(0);
    });

    it('are said to refuse the key, which is not shown', async () => {
      await own.accept({ ai: own.ownAi() });
      own.ownModel.behave('unauthorised');
      const { body, status } = await own.test({ which: 'ai' });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { success: true, ok: false, result: null },
      });
      expect(body.error).toMatch(/did not accept the API key/);
      expect(JSON.stringify(body)).not.toContain(OWN_KEY);
    });

    it('translate a word', async () => {
      expect((await own.test({ which: 'translation' })).body).toMatchObject({
        provider: 'libretranslate',
        model: null,
        ok: true,
        result: 'Bonjour',
        error: null,
      });
      expect(own.libre.requests).toHaveLength(1);
    });

    it('are said to be missing if nobody translates', async () => {
      await own.accept({ translation: { provider: 'none' } });
      expect((await own.test({ which: 'translation' })).body).toMatchObject({
        provider: 'none',
        ok: false,
        error: 'No translator is configured.',
      });
    });

    it('are those that another process chose a moment ago', async () => {
      await own.test();
      expect(own.serviceModel.requests).toHaveLength(1);
      await own.world.admin.query(
        "insert into ai.provider_settings (account_id, ai_provider) values ($1, 'embedded')",
        [own.account],
      );
      expect((await own.test()).body).toMatchObject({ provider: 'embedded' });
    });

    it('answer ten times in a minute, and each account for itself', async () => {
      await own.accept({ ai: { provider: 'embedded' } });
      const statuses = [];
      for (let count = 0; count < 10; count++) statuses.push((await own.test()).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const refused = await own.test();
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retry_after_seconds);
      expect(refused.body.retry_after_seconds).toBeGreaterThan(0);
      expect((await own.test({ which: 'translation' }, { account_id: own.account + 60_000 })).status).toBe(
        200,
      );
    });

    it.each([{ which: 'both' }, { which: null }, { which: ['ai'] }])(
      'are not called for %j',
      async (body) => {
        expect(await own.test(body)).toMatchObject({ status: 400, body: { field: 'which' } });
      },
    );
  });
});
