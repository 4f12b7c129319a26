import { ApiError } from '@plaudit/contracts';
import type { JsonObject } from '../stored-settings';
import { changeSettings } from './change-settings';

function refusal(patch: unknown): ApiError {
  try {
    changeSettings({ name: 'Test', is_default: true, settings: {} }, patch, {
      fromDomains: [],
      businessName: '',
    });
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('nothing was refused');
}

const long = (length: number): string => 'x'.repeat(length);
const step = (fields: JsonObject): JsonObject => ({ followup: { steps: [{ delay: 1, ...fields }] } });
/** What a message says of settings that several rows break in the same way. */
const CHANNELS = 'settings.channels must be a list of at most 10 different items, each the id of a channel.';
const PAGE = 'must be an http or https URL of at most 2048 characters without user and password.';
const ADDRESS = 'must be one email address without a name, such as bob@example.com.';

describe('SETTING_FIELDS', () => {
  it.each<[string, unknown, string]>([
    ['no object', null, 'settings must be an object.'],
    ['a list', [], 'settings must be an object.'],
    ['an unknown key', { colour: '#000000' }, 'settings.colour is not a setting; remove it.'],
    ['a gate', { gate: true }, 'settings.gate is not a setting; remove it.'],
    ['a least rating', { min_rating: 4 }, 'settings.min_rating is not a setting; remove it.'],
    [
      'a page for the content',
      { positive_url: 'https://x.example' },
      'settings.positive_url is not a setting; remove it.',
    ],
    ['a page for others', { negative_url: null }, 'settings.negative_url is not a setting; remove it.'],
    [
      'a gate in a block',
      { direct_form: { min_rating: 4 } },
      'settings.direct_form.min_rating is not a setting; remove it.',
    ],
    ['a gate in a step', step({ gate: 1 }), 'settings.followup.steps[0].gate is not a setting; remove it.'],
    [
      'a reserved name',
      JSON.parse('{"__proto__": {"a": 1}}'),
      'settings.__proto__ is not a setting; remove it.',
    ],
    ['a name of every object', { constructor: {} }, 'settings.constructor is not a setting; remove it.'],
    ['a block as a text', { sms: 'x' }, 'settings.sms must be an object.'],
    ['a block as a list', { send_window: [] }, 'settings.send_window must be an object.'],
    ['no name', { name: null }, 'settings.name must be one line of 1 to 80 characters.'],
    ['an empty name', { name: ' ' }, 'settings.name must be one line of 1 to 80 characters.'],
    ['an invisible name', { name: '\u200b\u200b' }, 'settings.name must be one line of 1 to 80 characters.'],
    ['a long name', { name: long(81) }, 'settings.name must be one line of 1 to 80 characters.'],
    ['a name of two lines', { name: 'a\nb' }, 'settings.name must be one line of 1 to 80 characters.'],
    ['no mark', { default: 1 }, 'settings.default must be true or false.'],
    ['a language', { language: 'nl' }, 'settings.language must be one of en, fr, es, pt, de, it.'],
    ['a channel', { channels: ['7'] }, CHANNELS],
    ['a channel twice', { channels: [7, 7] }, CHANNELS],
    ['eleven channels', { channels: Array.from({ length: 11 }, (_, at) => at + 1) }, CHANNELS],
    ['a script as page', { review_url: 'javascript:alert(1)' }, `settings.review_url ${PAGE}`],
    ['a page with a password', { review_url: 'https://a:b@example.com/' }, `settings.review_url ${PAGE}`],
    [
      'a page with a backslash',
      { review_url: 'https://example.com\\@evil.example' },
      `settings.review_url ${PAGE}`,
    ],
    ['a long page', { review_url: `https://example.com/${long(2048)}` }, `settings.review_url ${PAGE}`],
    [
      'a header in the sender',
      { from_name: 'a\r\nBcc: b' },
      'settings.from_name must be one line of at most 80 characters without < and >.',
    ],
    [
      'brackets in the sender',
      { from_name: 'a <b@example.com>' },
      'settings.from_name must be one line of at most 80 characters without < and >.',
    ],
    ['two addresses', { from_email: 'a@example.com, b@example.com' }, `settings.from_email ${ADDRESS}`],
    ['a named address', { reply_to: 'A <a@example.com>' }, `settings.reply_to ${ADDRESS}`],
    [
      'a quoted address',
      { reply_to: '"ab"@example.com' },
      'settings.reply_to must not have quotes before the @.',
    ],
    [
      'an address with a letter outside ASCII before the @',
      { from_email: 'büro@example.com' },
      'settings.from_email must have only ASCII characters before the @.',
    ],
    [
      'a wide @',
      { reply_to: 'info＠example.com' },
      'settings.reply_to must have an @ of ASCII instead of the wide one, as in bob@example.com.',
    ],
    [
      'a domain that no name server can know',
      { from_email: 'info@xn--a.example' },
      'settings.from_email must be an email address such as bob@example.com.',
    ],
    [
      'a number as address',
      { from_email: 5 },
      'settings.from_email must be an email address such as info@example.com.',
    ],
    [
      'a header in an address',
      { reply_to: 'a@example.com\r\nBcc: b@example.com' },
      `settings.reply_to ${ADDRESS}`,
    ],
    ['an empty subject', { subject: '' }, 'settings.subject must be one line of 1 to 150 characters.'],
    ['a long subject', { subject: long(151) }, 'settings.subject must be one line of 1 to 150 characters.'],
    [
      'a subject of two lines',
      { subject: 'a\r\nBcc: b' },
      'settings.subject must be one line of 1 to 150 characters.',
    ],
    [
      'an unknown template',
      { template: 'sms' },
      'settings.template must be one of classic, plain, stars, platforms, card, reminder, reminder-last.',
    ],
    ['a long heading', { heading: long(121) }, 'settings.heading must be one line of 0 to 120 characters.'],
    ['an empty body', { body: '' }, 'settings.body must be a text of 1 to 4000 characters.'],
    [
      'a body of 2 MiB',
      { body: long(2 * 1024 * 1024) },
      'settings.body must be a text of 1 to 4000 characters.',
    ],
    [
      'a long button',
      { button_text: long(41) },
      'settings.button_text must be one line of 1 to 40 characters.',
    ],
    [
      'a long signature',
      { signature: long(301) },
      'settings.signature must be a text of 0 to 300 characters.',
    ],
    [
      'a long address',
      { footer_address: long(201) },
      'settings.footer_address must be one line of 0 to 200 characters.',
    ],
    [
      'a logo without TLS',
      { logo_url: 'http://example.com/l.png' },
      'settings.logo_url must be an https URL of at most 2048 characters without user and password.',
    ],
    [
      'a logo as data',
      { logo_url: 'data:image/png;base64,AA' },
      'settings.logo_url must be an https URL of at most 2048 characters without user and password.',
    ],
    ['CSS as colour', { color: 'red;}' }, 'settings.color must be a colour such as #2563eb.'],
    ['a short colour', { color: '#fff' }, 'settings.color must be a colour such as #2563eb.'],
    ['a negative delay', { delay: -1 }, 'settings.delay must be an integer from 0 to 525600.'],
    ['a broken delay', { delay: 1.5 }, 'settings.delay must be an integer from 0 to 525600.'],
    ['a unit', { delay_unit: 'weeks' }, 'settings.delay_unit must be one of minutes, hours, days.'],
    [
      'a delay of more than a year',
      { delay: 366 },
      'settings.delay must be at most 365 days; choose a smaller number or unit.',
    ],
    [
      'a delay of more hours than a year has',
      { delay: 8761, delay_unit: 'hours' },
      'settings.delay must be at most 365 days; choose a smaller number or unit.',
    ],
    [
      'a text message without a link',
      { sms: { body: 'Hello' } },
      'settings.sms.body must have {{review_url}}; add it.',
    ],
    [
      'a text message of four segments',
      { sms: { body: `${long(434)}{{review_url}}` } },
      'settings.sms.body must be at most 3 segments long and has 4; shorten it.',
    ],
    [
      'a text message of four segments of Unicode',
      { sms: { body: `${'ж'.repeat(176)}{{review_url}}` } },
      'settings.sms.body must be at most 3 segments long and has 4; shorten it. Characters outside of the SMS alphabet make a segment hold 70 characters instead of 160: ж',
    ],
    [
      'a sender of an SMS',
      { sms: { from: '12345' } },
      'settings.sms.from must be a number such as +15005550006, or 3 to 11 letters and digits.',
    ],
    ['a way of an SMS', { sms: { channel: 'fax' } }, 'settings.sms.channel must be one of sms, whatsapp.'],
    ['no steps', { followup: { steps: [] } }, 'settings.followup.steps must be a list of 1 to 3 objects.'],
    [
      'four steps',
      { followup: { steps: [1, 2, 3, 4].map((delay) => ({ delay })) } },
      'settings.followup.steps must be a list of 1 to 3 objects.',
    ],
    [
      'a step that is no object',
      { followup: { steps: [3] } },
      'settings.followup.steps must be a list of 1 to 3 objects.',
    ],
    [
      'a step without a delay',
      { followup: { steps: [{}] } },
      'settings.followup.steps[0].delay is required.',
    ],
    ['a long step', step({ delay: 91 }), 'settings.followup.steps[0].delay must be an integer from 1 to 90.'],
    [
      'a short step',
      step({ delay: 11, delay_unit: 'hours' }),
      'settings.followup.steps[0].delay must be at least 12 hours; choose a longer delay.',
    ],
    [
      'a step in minutes',
      step({ delay_unit: 'minutes' }),
      'settings.followup.steps[0].delay_unit must be one of hours, days.',
    ],
    [
      'the subject of a step',
      step({ subject: '' }),
      'settings.followup.steps[0].subject must be one line of 1 to 150 characters.',
    ],
    ['a cooldown', { cooldown: { days: 366 } }, 'settings.cooldown.days must be an integer from 0 to 365.'],
    [
      'a fixed offset',
      { send_window: { timezone: '+02:00' } },
      'settings.send_window.timezone must be the name of a time zone such as Europe/Berlin.',
    ],
    [
      'an unknown zone',
      { send_window: { timezone: 'Europe/Nowhere' } },
      'settings.send_window.timezone must be the name of a time zone such as Europe/Berlin.',
    ],
    [
      'no days',
      { send_window: { days: [] } },
      'settings.send_window.days must be a list of 1 to 7 different items, each an integer from 1 to 7.',
    ],
    [
      'an eighth day',
      { send_window: { days: [8] } },
      'settings.send_window.days must be a list of 1 to 7 different items, each an integer from 1 to 7.',
    ],
    [
      'a day twice',
      { send_window: { days: [1, 1] } },
      'settings.send_window.days must be a list of 1 to 7 different items, each an integer from 1 to 7.',
    ],
    [
      'a wrong time',
      { send_window: { start: '9:00' } },
      'settings.send_window.start must be a time such as 09:00.',
    ],
    [
      'midnight as 24:00',
      { send_window: { end: '24:00' } },
      'settings.send_window.end must be a time such as 09:00.',
    ],
    [
      'a short window',
      { send_window: { start: '09:00', end: '09:29' } },
      'settings.send_window.end must be at least 30 minutes after settings.send_window.start, or the same for the whole day.',
    ],
    [
      'a short window over midnight',
      { send_window: { start: '23:45', end: '00:14' } },
      'settings.send_window.end must be at least 30 minutes after settings.send_window.start, or the same for the whole day.',
    ],
    [
      'a day that is none',
      { send_window: { holidays: ['2026-02-29'] } },
      'settings.send_window.holidays must be a list of at most 200 different items, each a day such as 2026-12-24 or 12-25.',
    ],
    [
      'a thirteenth month',
      { send_window: { holidays: ['13-01'] } },
      'settings.send_window.holidays must be a list of at most 200 different items, each a day such as 2026-12-24 or 12-25.',
    ],
    ['no messages', { limits: { daily: 0 } }, 'settings.limits.daily must be an integer from 1 to 10000.'],
    ['a text as a mark', { tracking: { opens: 'yes' } }, 'settings.tracking.opens must be true or false.'],
    [
      'an empty consent',
      { direct_form: { consent_text: '' } },
      'settings.direct_form.consent_text must be one line of 1 to 500 characters.',
    ],
  ])('refuses %s', (_what, patch, msg) => {
    const error = refusal(patch);
    expect(error).toMatchObject({ status: 400, message: msg });
    expect(error.code).toBe(msg.endsWith('is required.') ? 'missing_field' : 'validation_failed');
    expect(error.details.field).toBe(msg.split(' ')[0]);
  });
});
