import { randomBytes } from 'node:crypto';
import {
  type AccessReducedPayload,
  accountAccessReduced,
  type DomainEvent,
  type ForwardingPausedPayload,
  forwardingProviderPaused,
  type Principal,
  UNLIMITED,
} from '@plaudit/contracts';
import {
  buildEvent,
  type EventRecorder,
  eventually,
  type HttpResult,
  waitUntilConsumed,
} from '@plaudit/testing';
import { placeIn, reseal, Secrets } from '@plaudit/runtime';
import { AccountAiWorld, PATH, TRANSLATE_OWN_KEY, OWN_KEY } from './account/account-ai.suite';
import { aiService } from '../service';
import { AI_KEY, TRANSLATE_KEY } from './sealed-keys';

const SERVICE = {
  success: true,
  ai: {
    source: 'service',
    provider: 'openai',
    base_url: null,
    model: 'service-model',
    has_key: false,
    created_by: null,
    paused_on: null,
  },
  translation: {
    source: 'service',
    provider: 'libretranslate',
    base_url: null,
    region: null,
    has_key: false,
    monthly_chars: 1_000,
    own_monthly_chars: null,
    used_chars: 0,
    month: new Date().toISOString().slice(0, 7),
    created_by: null,
    paused_on: null,
  },
  daily_cap: -1,
  used_today: 0,
};

let own: AccountAiWorld;

beforeAll(async () => (own = await AccountAiWorld.start()));

afterAll(() => own.close());

describe('the AI settings of an account', () => {
  beforeEach(() => own.next());

  it('are those of the service at first, without its addresses and keys', async () => {
    expect(await own.get()).toEqual(SERVICE);
    expect(JSON.stringify(await own.get())).not.toMatch(/127\.0\.0\.1|operator/);
  });

  it('show the choice of the account and never its keys', async () => {
    await own.accept({
      ai: own.ownAi(),
      translation: { provider: 'azure', region: 'westeurope', api_key: TRANSLATE_OWN_KEY, monthly_chars: -1 },
    });
    const { body } = await own.as().get('ai', PATH);
    expect(body).toMatchObject({
      ai: {
        source: 'account',
        provider: 'openai',
        base_url: own.ownModel.baseUrl,
        model: 'own-model',
        has_key: true,
      },
      translation: {
        source: 'account',
        provider: 'azure',
        base_url: null,
        region: 'westeurope',
        has_key: true,
      },
    });
    expect(body.translation.monthly_chars).toBe(-1);
    expect(JSON.stringify(body)).not.toMatch(/key-of-the-account/);
  });

  it('are those of the service again after null, and leave no row', async () => {
    await own.accept({ ai: own.ownAi(), translation: { provider: 'none' } });
    await own.accept({ ai: null });
    expect(await own.get()).toMatchObject({
      ai: SERVICE.ai,
      translation: { source: 'account', provider: 'none' },
    });
    await own.accept({ translation: null });
    expect(await own.get()).toEqual(SERVICE);
    expect(await own.rows()).toEqual([]);
  });

  it('stay as they are without a part', async () => {
    await own.accept({ ai: own.ownAi() });
    const before = await own.rows();
    await own.accept({});
    expect(await own.get()).toMatchObject({ ai: { model: 'own-model', has_key: true } });
    expect(await own.rows()).toMatchObject([{ ai_key_enc: before[0]?.['ai_key_enc'] }]);
  });

  it('have both parts if an account that chose nothing sends them at once', async () => {
    const { admin } = own.world;
    await admin.query('begin; lock table ai.provider_settings in share mode');
    const changes = [own.accept({ ai: own.ownAi() }), own.accept({ translation: { provider: 'none' } })];
    await eventually(
      () =>
        admin.query("select from pg_locks where relation = 'ai.provider_settings'::regclass and not granted"),
      ({ length }) => length === 2,
      'both changes to wait for the table',
    );
    await admin.query('commit');
    await Promise.all(changes);
    expect(await own.get()).toMatchObject({
      ai: { source: 'account', model: 'own-model', has_key: true },
      translation: { source: 'account', provider: 'none' },
    });
  });

  it('lower the limit of the translator of the service', async () => {
    await own.accept({ translation: { monthly_chars: 10 } });
    expect((await own.get()).translation).toMatchObject({
      source: 'service',
      provider: 'libretranslate',
      monthly_chars: 10,
      own_monthly_chars: 10,
    });
  });

  it('translate with the model that writes', async () => {
    await own.accept({ ai: own.ownAi(), translation: { provider: 'llm' } });
    expect((await own.get()).translation).toMatchObject({ source: 'account', provider: 'llm' });
    expect(await own.put({ ai: { provider: 'embedded' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'translation.provider' },
    });
  });

  const LONG = 'x'.repeat(1_001);
  it.each<[code: string, field: string, body: object]>([
    ['validation_failed', 'ai', { ai: 'openai' }],
    ['validation_failed', 'ai', { ai: [] }],
    ['missing_field', 'ai.provider', { ai: {} }],
    ['validation_failed', 'ai.provider', { ai: { provider: 'chatgpt' } }],
    ['validation_failed', 'ai.provider', { ai: { provider: null } }],
    ['missing_field', 'ai.base_url', { ai: { provider: 'openai', model: 'm' } }],
    ['missing_field', 'ai.model', { ai: { provider: 'openai', base_url: 'https://ai.example.com' } }],
    [
      'invalid_url',
      'ai.base_url',
      { ai: { provider: 'openai', base_url: 'http://10.0.0.1/v1', model: 'm' } },
    ],
    [
      'invalid_url',
      'ai.base_url',
      { ai: { provider: 'openai', base_url: 'http://ai.example.com', model: 'm' } },
    ],
    [
      'validation_failed',
      'ai.base_url',
      { ai: { provider: 'openai', base_url: `https://${LONG}`, model: 'm' } },
    ],
    ['validation_failed', 'ai.base_url', { ai: { provider: 'openai', base_url: 7, model: 'm' } }],
    ['validation_failed', 'ai.model', { ai: faultyAi({ model: 'm'.repeat(201) }) }],
    ['validation_failed', 'ai.model', { ai: faultyAi({ model: 'a b' }) }],
    ['validation_failed', 'ai.api_key', { ai: faultyAi({ api_key: LONG }) }],
    ['validation_failed', 'ai.api_key', { ai: faultyAi({ api_key: 'k\r\nX-Injected: 1' }) }],
    ['validation_failed', 'ai.api_key', { ai: faultyAi({ api_key: '' }) }],
    ['invalid_value', 'ai.api_key', { ai: { provider: 'embedded', api_key: 'k' } }],
    ['validation_failed', 'translation.provider', { translation: { provider: 'babelfish' } }],
    ['missing_field', 'translation.api_key', { translation: { provider: 'deepl' } }],
    ['missing_field', 'translation.base_url', { translation: { provider: 'libretranslate' } }],
    [
      'validation_failed',
      'translation.region',
      { translation: { provider: 'azure', api_key: 'k', region: '../x' } },
    ],
    ['invalid_value', 'translation.monthly_chars', { translation: { monthly_chars: 1_001 } }],
    ['invalid_value', 'translation.monthly_chars', { translation: { monthly_chars: -1 } }],
    ['validation_failed', 'translation.monthly_chars', { translation: { monthly_chars: -2 } }],
    ['validation_failed', 'translation.monthly_chars', { translation: { monthly_chars: 1.5 } }],
    ['validation_failed', 'translation.monthly_chars', { translation: { monthly_chars: 3e9 } }],
    ['validation_failed', 'translation.monthly_chars', { translation: { monthly_chars: '10' } }],
  ])('refuse case %# with %s of %s, and change nothing', async (code, field, body) => {
    await own.accept({ ai: own.ownAi() });
    const before = await own.rows();
    const refused = await own.put(body);
    expect(refused).toMatchObject({
      status: 400,
      body: { code, field, msg: expect.stringContaining(field) },
    });
    expect(await own.rows()).toEqual(before);
  });

  it.each<[string, (principal: Partial<Principal>) => Promise<HttpResult>]>([
    ['reading', (principal) => own.as(principal).get('ai', PATH)],
    ['changing', (principal) => own.put({ ai: null }, principal)],
    ['testing', (principal) => own.test({}, principal)],
  ])('need the main sub account and the scope account:manage for %s them', async (_what, request) => {
    expect(await request({ sub_account_id: 2, main: false })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required: 'main_sub_account' },
    });
    expect(await request({ scopes: ['ai:read', 'ai:write'] })).toMatchObject({
      status: 403,
      body: { required: 'account:manage' },
    });
  });

  it('show what the account has used up today and in this month, and the cap of its plan', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await own.world.admin.query('insert into ai.generation_days values ($1, $2, 7), ($1, $3, 5)', [
      own.account,
      today,
      '2020-01-01',
    ]);
    await own.world.admin.query('insert into ai.translation_months values ($1, $2, 321), ($1, $3, 5)', [
      own.account,
      `${today.slice(0, 7)}-01`,
      '2020-01-01',
    ]);
    const limits = { ...UNLIMITED, ai_day: 50 };
    const body = await own.get({ limits });
    expect(body).toMatchObject({ daily_cap: 50, used_today: 7, translation: { used_chars: 321 } });
  });
});

/** A complete input with a fault. */
function faultyAi(more: object): object {
  return { provider: 'openai', base_url: 'https://ai.example.com/v1', model: 'm', ...more };
}

describe('the providers of an account', () => {
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

const PROVED = { ref: 'ref', by_link: true, has_proof: true };
const USER: Partial<Principal> = {
  key_id: null,
  user_id: 5,
  session: { ...PROVED, by_link: false },
  names: { actor: 'office@example.com', company: 'Acme Agency', sub_account: 'Main' },
};
const TRANSLATIONS = '/internal/translations';

describe('the maker of AI settings', () => {
  beforeEach(() => own.next());

  it('must be an admin with every right and without bounds', async () => {
    const lacks: [Partial<Principal>, string][] = [
      [{ role: 'editor' }, 'admin'],
      [{ scopes: ['account:manage', 'ai:read'] }, 'reviews:read'],
      [{ ends_on: '2030-01-01T00:00:00.000Z' }, 'expires_on'],
      [{ ip_bound: true }, 'allowed_ips'],
    ];
    for (const [lack, required] of lacks) {
      for (const body of [{ ai: own.ownAi() }, { translation: { provider: 'none' } }]) {
        expect(await own.put(body, lack)).toMatchObject({
          status: 403,
          body: { code: 'forbidden', required, field: Object.keys(body)[0] },
        });
      }
    }
    expect(await own.rows()).toEqual([]);
    // A change of nothing needs no more than the scope.
    expect((await own.put({}, { scopes: ['account:manage'] })).status).toBe(200);
    expect(own.serviceModel.requests).toEqual([]);
  });

  it('sends the password first in a session of a link, unless nothing is sent elsewhere', async () => {
    const session = { ...PROVED, has_proof: false };
    expect(await own.put({ ai: own.ownAi() }, { ...USER, session })).toMatchObject({
      status: 403,
      body: { code: 'proof_required', field: 'ai.base_url' },
    });
    const translation = { provider: 'deepl', api_key: 'k' };
    expect(await own.put({ translation }, { ...USER, session })).toMatchObject({
      status: 403,
      body: { code: 'proof_required', field: 'translation.provider' },
    });
    expect((await own.put({ ai: { provider: 'embedded' } }, { ...USER, session })).status).toBe(200);
    expect((await own.put({ ai: own.ownAi() }, { ...USER, session: PROVED })).status).toBe(200);
  });

  it('is shown for what sends data elsewhere', async () => {
    expect((await own.put({ ai: own.ownAi(), translation: { provider: 'none' } }, USER)).status).toBe(200);
    expect(await own.get()).toMatchObject({
      ai: { created_by: { type: 'user', id: 5, name: 'office@example.com' }, paused_on: null },
      translation: { created_by: null, paused_on: null },
    });
    await own.accept({ ai: { provider: 'embedded' } });
    expect((await own.get()).ai.created_by).toBeNull();
  });
});

describe('AI settings whose maker was removed', () => {
  const names = { actor: 'Website', company: 'Acme Agency', sub_account: 'Main' };
  let key: { key_id: number; names: typeof names };
  let recorder: EventRecorder;

  beforeAll(async () => (recorder = await own.world.recorder('forwarding.>')));
  beforeEach(() => {
    own.next();
    key = { key_id: own.account, names };
  });

  async function reduce(data: Partial<AccessReducedPayload>): Promise<void> {
    const maker = {
      maker_type: 'key',
      maker_id: key.key_id,
      name: 'Website',
      removed: true,
      role: 'admin',
    } as const;
    const event = buildEvent(accountAccessReduced, {
      accountid: own.account,
      subaccountid: 0,
      data: { ...maker, sub_accounts: [], ...data },
    });
    await own.world.publish(event);
    await waitUntilConsumed(own.world.natsUrl, 'ai__account');
  }
  const paused = (): DomainEvent<ForwardingPausedPayload>[] =>
    recorder.of(forwardingProviderPaused).filter(({ accountid }) => accountid === own.account);
  const translate = async (): Promise<HttpResult['body']> =>
    (
      await own.as().post('ai', TRANSLATIONS, {
        body: { language: 'fr', texts: [{ text: 'Good bread.', language: 'en' }] },
      })
    ).body;

  it('are paused when their maker is no longer an admin, and not for an admin who keeps the whole account', async () => {
    expect((await own.put({ ai: own.ownAi() }, key)).status).toBe(200);
    await reduce({ removed: false, role: 'admin' });
    expect(await own.get()).toMatchObject({ ai: { paused_on: null } });
    await reduce({ removed: false, role: 'editor' });
    expect(await own.get()).toMatchObject({ ai: { paused_on: expect.any(String) } });
  });

  it('are paused, send nothing anywhere, and go on for the admin who saves them again', async () => {
    const translation = { provider: 'libretranslate', base_url: `${own.libre.url}/own` };
    expect((await own.put({ ai: own.ownAi(), translation }, key)).status).toBe(200);
    const channel = await own.addChannel();
    expect((await own.newSummary(channel)).status).toBe(200);
    const { length } = own.ownModel.requests;
    expect(length).toBeGreaterThan(0);
    await reduce({});
    expect(await own.get()).toMatchObject({
      ai: {
        provider: 'openai',
        base_url: own.ownModel.baseUrl,
        model: 'own-model',
        has_key: true,
        created_by: { type: 'key', id: own.account, name: 'Website' },
        paused_on: expect.any(String),
      },
      translation: { provider: 'libretranslate', paused_on: expect.any(String) },
    });
    await own.endCooldowns();
    expect(await own.newSummary(channel)).toMatchObject({
      status: 409,
      body: { code: 'forwarding_paused', msg: expect.stringContaining('Website') },
    });
    expect((await own.as().get('ai', `/public/v1/channels/ai/summary/${channel}`)).status).toBe(200);
    expect(await translate()).toMatchObject({ translations: [{ text: null, gap: 'unavailable' }] });
    for (const which of ['ai', 'translation']) {
      expect((await own.test({ which })).body).toMatchObject({
        ok: false,
        error: expect.stringContaining('paused'),
      });
    }
    expect(own.ownModel.requests).toHaveLength(length);
    expect(own.serviceModel.requests).toEqual([]);
    expect(own.libre.requests).toEqual([]);
    const again = { ai: own.ownAi({ api_key: undefined }), translation };
    expect((await own.put(again, USER)).status).toBe(200);
    expect(await own.get()).toMatchObject({
      ai: { has_key: true, created_by: { type: 'user', id: 5 }, paused_on: null },
      translation: { created_by: { type: 'user', id: 5 }, paused_on: null },
    });
    expect((await own.newSummary(channel)).status).toBe(200);
    expect(own.ownModel.requests.length).toBeGreaterThan(length);
    expect(await translate()).toMatchObject({ translations: [{ text: 'Bonjour' }] });
  });

  it('are announced once for each part', async () => {
    const base_url = `${own.libre.url}/own`;
    await own.put({ ai: own.ownAi(), translation: { provider: 'libretranslate', base_url } }, key);
    await reduce({});
    await reduce({});
    const events = await eventually(paused, ({ length }) => length >= 2, 'both parts to be announced');
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        what: 'ai',
        id: own.account,
        name: 'openai',
        addresses: [own.ownModel.baseUrl],
        maker_type: 'key',
        maker_id: own.account,
        maker_name: 'Website',
      }),
      expect.objectContaining({ what: 'translation', addresses: [`${own.libre.url}/own`] }),
    ]);
  });

  it('go on if the maker keeps the whole account, if it is another one, or if nobody is known', async () => {
    expect((await own.put({ ai: own.ownAi() }, USER)).status).toBe(200);
    await reduce({ maker_id: 5 });
    await reduce({ maker_type: 'user', maker_id: 6 });
    await reduce({ maker_type: 'user', maker_id: 5, removed: false });
    expect((await own.get()).ai.paused_on).toBeNull();
    await reduce({ maker_type: 'user', maker_id: 5, removed: false, sub_accounts: [2] });
    expect((await own.get()).ai.paused_on).not.toBeNull();
    await own.accept({ ai: own.ownAi() });
    await own.world.admin.query('update ai.provider_settings set ai_maker = null where account_id = $1', [
      own.account,
    ]);
    await reduce({});
    expect((await own.get()).ai.paused_on).toBeNull();
  });

  it('cannot be made by a request that was under way when the maker was removed', async () => {
    await reduce({});
    expect(await own.put({ ai: own.ownAi() }, key)).toMatchObject({
      status: 401,
      body: { code: 'invalid_key' },
    });
    expect(await own.rows()).toEqual([]);
  });
});
