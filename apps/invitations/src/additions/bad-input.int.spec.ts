import { type Client, type RequestsWorld, startRequestsWorld } from '../requests/requests-world.suite';

const GOOD = { recipient: 'noa@example.com' };
const inAYear = new Date(Date.now() + 366 * 86_400_000).toISOString();

describe('POST /invite/requests/add given bad input', () => {
  let world: RequestsWorld;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
    client = world.newClient();
  });
  afterAll(() => world.close());

  it.each<[string, object, string, string]>([
    ['no recipient', {}, 'missing_field', 'recipient'],
    ['a number as recipient', { recipient: 33_612_345_678 }, 'validation_failed', 'recipient'],
    ['several recipients', { recipient: ['a@example.com'] }, 'validation_failed', 'recipient'],
    ['two addresses', { recipient: 'a@x.com, b@y.com' }, 'invalid_recipient', 'recipient'],
    ['10,000 addresses', { recipient: 'a@x.com,'.repeat(10_000) }, 'validation_failed', 'recipient'],
    ['a name with the address', { recipient: 'Bob <a@x.com>' }, 'invalid_recipient', 'recipient'],
    [
      'a header after the address',
      { recipient: 'a@x.com\r\nBcc: b@x.com' },
      'invalid_recipient',
      'recipient',
    ],
    ['a quoted local part', { recipient: '"a b"@x.com' }, 'invalid_recipient', 'recipient'],
    ['a local part outside ASCII', { recipient: 'nöa@x.com' }, 'invalid_recipient', 'recipient'],
    ['a landline', { recipient: '+33 1 42 68 53 00' }, 'invalid_recipient', 'recipient'],
    ['a national number without country', { recipient: '0612345678' }, 'invalid_recipient', 'recipient'],
    [
      'a country that does not exist',
      { recipient: '0612345678', country: 'XX' },
      'invalid_recipient',
      'country',
    ],
    ['a name of a country', { recipient: '0612345678', country: 'France' }, 'validation_failed', 'country'],
    [
      'a phone number as email',
      { recipient: '+33612345678', type: 'email' },
      'invalid_recipient',
      'recipient',
    ],
    ['an address as sms', { ...GOOD, type: 'sms' }, 'invalid_recipient', 'recipient'],
    ['an unknown type', { ...GOOD, type: 'fax' }, 'validation_failed', 'type'],
    ['a long name', { ...GOOD, name: 'x'.repeat(121) }, 'validation_failed', 'name'],
    ['a control character in the name', { ...GOOD, name: 'No\u0000a' }, 'invalid_value', 'name'],
    ['half of a surrogate pair', { ...GOOD, name: '\ud83d' }, 'invalid_value', 'name'],
    [
      'schedule and delay',
      { ...GOOD, schedule: '2026-01-01 00:00:00', delay: 0 },
      'schedule_conflict',
      'delay',
    ],
    ['a unit without a delay', { ...GOOD, delay_unit: 'days' }, 'missing_field', 'delay'],
    ['an unknown unit', { ...GOOD, delay: 1, delay_unit: 'weeks' }, 'validation_failed', 'delay_unit'],
    ['half a day', { ...GOOD, delay: 0.5 }, 'validation_failed', 'delay'],
    ['366 days', { ...GOOD, delay: 366 }, 'validation_failed', 'delay'],
    ['8,761 hours', { ...GOOD, delay: 8_761, delay_unit: 'hours' }, 'validation_failed', 'delay'],
    ['a date without a time', { ...GOOD, schedule: '2026-09-20' }, 'invalid_date', 'schedule'],
    ['31 February', { ...GOOD, schedule: '2027-02-31 00:00:00' }, 'invalid_date', 'schedule'],
    ['a word as schedule', { ...GOOD, schedule: 'tomorrow' }, 'invalid_date', 'schedule'],
    ['Unix seconds', { ...GOOD, schedule: 1_790_000_000 }, 'validation_failed', 'schedule'],
    ['a schedule in a year', { ...GOOD, schedule: inAYear }, 'invalid_date', 'schedule'],
    ['an offset as time zone', { ...GOOD, timezone: '+02:00' }, 'validation_failed', 'timezone'],
    ['a time zone that does not exist', { ...GOOD, timezone: 'Mars/Base' }, 'validation_failed', 'timezone'],
    ['a text as settings_id', { ...GOOD, settings_id: '1' }, 'validation_failed', 'settings_id'],
    ['channels that are no list', { ...GOOD, channels: 1 }, 'validation_failed', 'channels'],
    ['a channel twice', { ...GOOD, channels: [1, 1] }, 'validation_failed', 'channels'],
    [
      '11 channels',
      { ...GOOD, channels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
      'validation_failed',
      'channels',
    ],
    ['an empty reference', { ...GOOD, reference: '' }, 'validation_failed', 'reference'],
    ['an invisible reference', { ...GOOD, reference: '\u200b' }, 'validation_failed', 'reference'],
    ['a long reference', { ...GOOD, reference: 'x'.repeat(101) }, 'validation_failed', 'reference'],
    ['a text as followup', { ...GOOD, followup: 'false' }, 'validation_failed', 'followup'],
    ['a number as ignore_cooldown', { ...GOOD, ignore_cooldown: 1 }, 'validation_failed', 'ignore_cooldown'],
    ['data that is a list', { ...GOOD, data: [] }, 'validation_failed', 'data'],
    ['data that is null', { ...GOOD, data: null }, 'validation_failed', 'data'],
    ['data of depth 2', { ...GOOD, data: { a: { b: 1 } } }, 'validation_failed', 'data'],
    ['data with a list', { ...GOOD, data: { a: [1] } }, 'validation_failed', 'data'],
    ['a key in capitals', { ...GOOD, data: { Order: 1 } }, 'validation_failed', 'data'],
    ['a key with a newline', { ...GOOD, data: { 'a\nb': 1 } }, 'validation_failed', 'data'],
    ['21 keys', { ...GOOD, data: keys(21) }, 'validation_failed', 'data'],
    ['5 KB of data', { ...GOOD, data: { a: 'x'.repeat(5_000) } }, 'validation_failed', 'data'],
    [
      '4 KB of data in two bytes each',
      { ...GOOD, data: { a: 'é'.repeat(2_100) } },
      'validation_failed',
      'data',
    ],
    [
      '__proto__ in data',
      { ...GOOD, data: JSON.parse('{"__proto__":{"a":1}}') as object },
      'invalid_value',
      'data.__proto__',
    ],
    ['constructor in data', { ...GOOD, data: { constructor: 'x' } }, 'invalid_value', 'data.constructor'],
    ['a control character in data', { ...GOOD, data: { a: '\u0007' } }, 'invalid_value', 'data.a'],
  ])('refuses %s', async (_case, body, code, field) => {
    const answer = await client.add(body);
    expect(answer).toMatchObject({ status: 400, body: { success: false, code, field } });
    expect(answer.body.msg).toMatch(/^\S.*\.$/);
  });

  it.each(['recipient', 'name', 'schedule'])(
    'says that %s must be a string if it is a number',
    async (field) => {
      const { body } = await client.add({ ...GOOD, [field]: 5 });
      expect(body).toMatchObject({ field, msg: `${field} must be a string.` });
    },
  );

  it('asks for the country of a national number', async () => {
    const { body } = await client.add({ recipient: '0612345678' });
    expect(body.msg).toContain('otherwise send country too');
  });

  it('accepts 20 keys, HTML, emoji and line breaks as the text that they are', async () => {
    const data = { ...keys(19), html: '<script>alert("x")</script>\r\nBcc: b@example.com' };
    const added = await client.added({ ...GOOD, name: '<b>Noa</b>\r\nBcc: x 👩‍👩‍👧', data });
    expect(added).toMatchObject({ name: '<b>Noa</b> Bcc: x 👩‍👩‍👧', data });
  });

  it('accepts null where the record has null', async () => {
    const nothing = { name: null, timezone: null, channels: null, reference: null };
    expect(await client.added({ recipient: 'lena@example.com', ...nothing })).toMatchObject(nothing);
  });

  it('changed nothing in the objects of this process', () => {
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
}
