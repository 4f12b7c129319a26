import { ApiError } from '@plaudit/contracts';
import { LANGUAGES } from '../languages';
import { changeSettings, newSettings, type SettingLimits } from './change-settings';
import { type JsonObject, resolveSettings, type StoredProfile } from '../stored-settings';

const LIMITS: SettingLimits = { fromDomains: [], businessName: 'Example Bakery' };
const EMPTY: StoredProfile = { name: 'Test', is_default: true, settings: {} };

function change(patch: unknown, profile: StoredProfile = EMPTY, limits = LIMITS): StoredProfile {
  return changeSettings(profile, patch, limits);
}

function refusal(patch: unknown, limits = LIMITS): ApiError {
  try {
    change(patch, EMPTY, limits);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('nothing was refused');
}

const long = (length: number): string => 'x'.repeat(length);
const step = (fields: JsonObject): JsonObject => ({ followup: { steps: [{ delay: 1, ...fields }] } });

describe('changeSettings', () => {
  it.each<[JsonObject, string, string]>([
    [{ subject: 'Hi {{nickname}}' }, 'settings.subject', 'nickname'],
    [{ heading: '{{data.A}}' }, 'settings.heading', 'data.A'],
    [{ body: '{{channels}}' }, 'settings.body', 'channels'],
    [{ button_text: '{{#if x}}' }, 'settings.button_text', '#if x'],
    [{ signature: 'Hi {{name' }, 'settings.signature', '{{name'],
    [{ sms: { body: '{{review_url}} {{stars}}' } }, 'settings.sms.body', 'stars'],
    [step({ subject: '{{x}}' }), 'settings.followup.steps[0].subject', 'x'],
    [step({ body: 'a {{y' }), 'settings.followup.steps[0].body', '{{y'],
  ])('refuses the unknown variable in %j', (patch, field, variable) => {
    const error = refusal(patch);
    expect(error).toMatchObject({ code: 'unknown_variable', status: 400, details: { field } });
    expect(error.message).toContain(variable);
  });

  it('names every fault at once, in the order of the request, and at most 100', () => {
    const { details } = refusal({ delay: -1, gate: 1, sms: { body: '{{x}}', rating: 5 } });
    expect(details.errors?.map(({ field }) => field)).toEqual([
      'settings.delay',
      'settings.gate',
      'settings.sms.body',
      'settings.sms.rating',
    ]);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key${at}`, at]));
    expect(refusal(many).details.errors).toHaveLength(100);
  });

  it.each<[string, JsonObject]>([
    [
      'the most of every text',
      {
        name: long(80),
        subject: long(150),
        heading: long(120),
        body: long(4000),
        button_text: long(40),
        signature: long(300),
        footer_address: long(200),
        from_name: long(80),
      },
    ],
    ['texts that may be empty', { heading: '', signature: '', footer_address: '', from_name: '' }],
    ['characters of two units', { name: '😀'.repeat(80) }],
    ['known variables', { body: '{{name}} {{first_name}} {{data.order_id}} {{year}} {{unsubscribe_url}}' }],
    ['the longest text message', { sms: { body: `${long(433)}{{review_url}}` } }],
    ['senders of text messages', { sms: { from: '+15005550006' } }],
    ['letters as sender of text messages', { sms: { from: 'Bakery1', channel: 'whatsapp' } }],
    ['the longest delay', { delay: 525_600, delay_unit: 'minutes' }],
    ['no delay', { delay: 0 }],
    ['the shortest step', step({ delay: 12, delay_unit: 'hours' })],
    ['the shortest window', { send_window: { start: '23:45', end: '00:15' } }],
    ['a window of a whole day', { send_window: { start: '09:00', end: '09:00' } }],
    ['zones', { send_window: { timezone: 'Australia/Lord_Howe' } }],
    ['days without messages', { send_window: { holidays: ['2028-02-29', '02-29', '12-25'] } }],
    [
      'null for nullable settings',
      { review_url: null, from_email: null, reply_to: null, logo_url: null, sms: { from: null } },
    ],
    ['null for every block', { sms: null, followup: null, send_window: null, tracking: null, limits: null }],
  ])('accepts %s', (_what, patch) => {
    expect(() => change(patch)).not.toThrow();
  });

  it('merges blocks, replaces lists and restores defaults by null', () => {
    const first = change({
      color: '#ABCDEF',
      channels: [1, 2],
      send_window: { timezone: 'Europe/Berlin', days: [1, 2] },
      followup: { enabled: true, steps: [{ delay: 5 }] },
    });
    const second = change(
      { channels: [3], send_window: { days: [5] }, color: null, followup: { enabled: false } },
      first,
    );
    expect(second.settings).toEqual({
      channels: [3],
      send_window: { timezone: 'Europe/Berlin', days: [5] },
      followup: { steps: [{ delay: 5, delay_unit: 'days' }] },
    });
    expect(resolveSettings(first).color).toBe('#abcdef');
    expect(resolveSettings(second)).toMatchObject({ color: '#2563eb', cooldown: { days: 30 } });
  });

  it('stores nothing if a client sends back what it read, and follows the language', () => {
    const read = { ...resolveSettings(EMPTY), from_name: 'Example Bakery' };
    const same = change(read);
    expect(same).toEqual(EMPTY);
    const french = change({ ...read, language: 'fr' });
    expect(french.settings).toEqual({ language: 'fr' });
    expect(resolveSettings(french)).toEqual(
      resolveSettings({ name: 'Test', is_default: true, settings: { language: 'fr' } }),
    );
  });

  it('stores only the new delay of a step if its texts are those of the language', () => {
    const { steps } = resolveSettings(EMPTY).followup;
    const changed = change({
      followup: { steps: steps.map((one, at) => (at === 1 ? { ...one, delay: 9 } : one)) },
    });
    expect(changed.settings).toEqual({
      followup: {
        steps: [
          { delay: 3, delay_unit: 'days' },
          { delay: 9, delay_unit: 'days' },
          { delay: 14, delay_unit: 'days' },
        ],
      },
    });
  });

  it('keeps a text that the client set in another language', () => {
    const set = change({ subject: 'My own' });
    expect(resolveSettings(change({ language: 'de' }, set)).subject).toBe('My own');
  });

  it('accepts only senders of the domains that the server may send from', () => {
    const limits = { ...LIMITS, fromDomains: ['example.com', 'example.org'] };
    expect(() => change({ from_email: 'info@EXAMPLE.org' }, EMPTY, limits)).not.toThrow();
    const error = refusal({ from_email: 'info@mail.example.com' }, limits);
    expect(error.message).toBe(
      'settings.from_email must have one of the domains example.com, example.org, from which this server may send.',
    );
  });

  it('stores addresses without invisible characters around them and with their domains in ASCII', () => {
    const limits = { ...LIMITS, fromDomains: ['xn--bcher-kva.example'] };
    const sent = { from_email: '\u200binfo@Bücher.example\u00a0', reply_to: ' help@BÜCHER.example' };
    const stored = change(sent, EMPTY, limits);
    expect(stored.settings).toEqual({
      from_email: 'info@xn--bcher-kva.example',
      reply_to: 'help@xn--bcher-kva.example',
    });
    expect(change(sent, stored, limits)).toEqual(stored);
  });

  it('accepts more for WhatsApp than an SMS may have, until the profile sends SMS', () => {
    const stored = change({ sms: { channel: 'whatsapp', body: `${'č'.repeat(400)} {{review_url}}` } });
    expect(() => change({ sms: { channel: 'sms' } }, stored)).toThrow(
      'settings.sms.body must be at most 3 segments long and has 7',
    );
  });

  it('keeps a sender that was allowed when it was set', () => {
    const set = change({ from_email: 'info@example.net' });
    const limits = { ...LIMITS, fromDomains: ['example.com'] };
    expect(() => change({ from_email: 'info@example.net', delay: 1 }, set, limits)).not.toThrow();
  });

  it('trims the name', () => {
    expect(change({ name: '  After a visit ' }).name).toBe('After a visit');
  });
});

describe('newSettings', () => {
  it('needs a name', () => {
    expect(() => newSettings({}, LIMITS)).toThrow('settings.name is required.');
    expect(newSettings({ name: 'A' }, LIMITS)).toEqual({ name: 'A', is_default: false, settings: {} });
  });
});

describe('resolveSettings', () => {
  it.each(LANGUAGES)('returns complete settings in %s, which the rules accept', (language) => {
    const settings = resolveSettings({ name: 'Test', is_default: false, settings: { language } });
    expect(JSON.stringify(settings)).not.toContain('undefined');
    const { subject, followup, direct_form } = settings;
    expect(followup.steps.map(({ delay, template }) => [delay, template])).toEqual([
      [3, 'reminder'],
      [7, 'reminder'],
      [14, 'reminder-last'],
    ]);
    expect(new Set([subject, ...followup.steps.map((one) => one.subject)]).size).toBe(4);
    expect(direct_form).toEqual({ enabled: false, consent_text: expect.stringMatching(/\w/) });
    expect(change(settings).settings).toEqual(language === 'en' ? {} : { language });
  });

  it('ignores stored keys that are no settings any more', () => {
    const settings = resolveSettings({ ...EMPTY, settings: { old: 1, sms: { old: 2 } } });
    expect(settings).not.toHaveProperty('old');
    expect(settings.sms).not.toHaveProperty('old');
  });
});
