import { plainLine } from '@plaudit/runtime';
import { type Wording, reminderTexts } from '../../messages/wording';
import { isTimeZone } from '../../schedule/time-zone';
import { EMAIL_TEMPLATES } from '../../templates/template-slugs';
import { DELAY_UNITS, type InviteSettings, SMS_CHANNELS, STEP_DELAY_UNITS } from '../invite-settings';
import { LANGUAGES } from '../languages';
import {
  addressOrNull,
  block,
  type Block,
  type Field,
  field,
  type Fields,
  flag,
  integer,
  line,
  lineOf,
  list,
  oneOf,
  type Rows,
  text,
  textOrNull,
} from './setting-field';
import { isDay, isPage, isSmsSender, isTimeOfDay } from './setting-rules';

type Plain = string | number | boolean | null | readonly unknown[];
/** One entry for each key of the settings, so that a setting without a rule does not compile. */
type FieldsOf<T> = {
  [K in keyof T]: [T[K]] extends [Plain] ? Field | Rows : Block<FieldsOf<T[K]> & Fields>;
};

const MAX_DELAY = 365 * 24 * 60;
const VARIABLES_NOTE = 'It may have variables such as {{first_name}} and {{business_name}}.';
const texts = (byDefault: (wording: Wording) => string) => ({ hasVariables: true, byDefault });

const stepFields = {
  delay: integer('The time after the message before it was sent, in the unit of `delay_unit`.', 1, 90, 3),
  delay_unit: oneOf('The unit of `delay`. A reminder waits for at least 12 hours.', STEP_DELAY_UNITS, 'days'),
  subject: line(
    'The subject of this reminder. null: that of the language.',
    1,
    150,
    texts(({ subject }) => subject),
  ),
  body: text(
    `The text of this reminder. null: that of the language. ${VARIABLES_NOTE}`,
    1,
    4000,
    texts(({ body }) => body),
  ),
  template: oneOf('The layout of this reminder.', EMAIL_TEMPLATES, 'reminder'),
} satisfies Record<string, Field>;

const steps: Rows = {
  kind: 'rows',
  description: 'The reminders, in order. A new list replaces the old one.',
  fields: stepFields,
  min: 1,
  max: 3,
  byDefault: [
    { delay: 3, delay_unit: 'days' },
    { delay: 7, delay_unit: 'days' },
    { delay: 14, delay_unit: 'days' },
  ],
  rowDefault: (wording, position, total) => {
    const { subject, body, isLast } = reminderTexts(wording, position, total);
    return { delay_unit: 'days', subject, body, template: isLast ? 'reminder-last' : 'reminder' };
  },
};

const identity = {
  name: line(
    'The name of the profile, unique within the sub account; upper and lower case do not count.',
    1,
    80,
    {
      required: true,
      example: 'After a visit',
      normalise: (value) => plainLine(value as string),
    },
  ),
  default: flag(
    'True for the profile of requests that name none. Exactly one profile is the default: another one stops being it.',
    false,
  ),
  language: oneOf('The language of the texts that are not set.', LANGUAGES, 'en'),
};

const targets = {
  channels: list(
    'Ids of the channels to offer, in this order. Empty: every channel of the sub account that has a review link.',
    {
      must: 'the id of a channel',
      accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
      schema: { type: 'integer', minimum: 1 },
    },
    { max: 10, byDefault: [], example: [4711] },
  ),
  review_url: textOrNull(
    'A page that replaces the channels. null: the channels.',
    'an http or https URL of at most 2048 characters without user and password',
    (value) => isPage(value),
    'https://www.example.com/review',
  ),
};

const email = {
  from_name: field(
    'The name of the sender. Empty: the name of the business.',
    'one line of at most 80 characters without < and >',
    (value) => lineOf(0, 80)(value) && !/[<>]/.test(value as string),
    { byDefault: () => '', schema: { type: 'string', maxLength: 80 }, example: 'Example Bakery' },
  ),
  from_email: addressOrNull(
    'The address of the sender, stored with its domain in ASCII. The operator of the server may restrict its domain. null: the address of the server.',
    'info@example.com',
  ),
  reply_to: addressOrNull(
    'The address that gets replies, stored with its domain in ASCII. null: the address of the sender.',
    'help@example.com',
  ),
  subject: line(
    `The subject of the email. ${VARIABLES_NOTE}`,
    1,
    150,
    texts(({ subject }) => subject),
  ),
  template: oneOf(
    'The layout of the email, a slug from GET /invite/templates/list.',
    EMAIL_TEMPLATES,
    'classic',
  ),
  heading: line(
    'The heading of the email. The template `plain` does not show it.',
    0,
    120,
    texts(({ heading }) => heading),
  ),
  body: text(
    `The text of the email, without HTML. An empty line begins a new paragraph. ${VARIABLES_NOTE}`,
    1,
    4000,
    texts(({ body }) => body),
  ),
  button_text: line(
    'The text of the button or link.',
    1,
    40,
    texts(({ button_text }) => button_text),
  ),
  signature: text('The end of the email. Empty: none.', 0, 300, { hasVariables: true, example: 'Your team' }),
  footer_address: line('The postal address in the footer. Some countries demand it. Empty: none.', 0, 200, {
    example: '1 Example Street, Exampletown',
  }),
  logo_url: textOrNull(
    'The logo. null: the name of the business in its place.',
    'an https URL of at most 2048 characters without user and password',
    (value) => isPage(value, ['https:']),
    'https://www.example.com/logo.png',
  ),
  color: field(
    'The colour of the button and the links. The text on it is made dark or white, so that it can be read.',
    'a colour such as #2563eb',
    (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
    {
      byDefault: () => '#2563eb',
      normalise: (value) => (value as string).toLowerCase(),
      schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
    },
  ),
};

const times = {
  delay: integer(
    'The time between the creation of a request and its message, in the unit of `delay_unit`. At most 365 days.',
    0,
    MAX_DELAY,
    3,
  ),
  delay_unit: oneOf('The unit of `delay`.', DELAY_UNITS, 'days'),
  cooldown: block('How often one person is asked.', {
    days: integer(
      'A person who was asked within this number of days is not asked again. Reminders do not count. 0: no limit.',
      0,
      365,
      30,
    ),
  }),
  send_window: block('When messages are sent. A message that is due at another time waits.', {
    enabled: flag('If false, messages are sent at any time.', true),
    timezone: timeZone(),
    days: list(
      'The days of the week. 1 is Monday, 7 is Sunday.',
      {
        must: 'an integer from 1 to 7',
        accepts: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 7,
        schema: { type: 'integer', minimum: 1, maximum: 7 },
      },
      { min: 1, max: 7, byDefault: [1, 2, 3, 4, 5, 6, 7] },
    ),
    start: timeOfDay(
      'When the window opens. If it is later than `end`, the window passes midnight.',
      '09:00',
    ),
    end: timeOfDay(
      'When the window closes. If it is the same as `start`, the window is open all day.',
      '20:00',
    ),
    holidays: list(
      'Days on which nothing is sent, such as 2026-12-24, or 12-25 for every year.',
      { must: 'a day such as 2026-12-24 or 12-25', accepts: isDay, schema: { type: 'string' } },
      { max: 200, byDefault: [], example: ['12-25'] },
    ),
  }),
  limits: block('How much is sent.', {
    daily: integer(
      "The most messages of the sub account in one day of the send window's time zone, reminders included. The rest is sent on the next day.",
      1,
      10_000,
      200,
    ),
  }),
};

const others = {
  sms: block('The text message of requests of the type sms.', {
    channel: oneOf('Whether messages are sent as SMS or by WhatsApp.', SMS_CHANNELS, 'sms'),
    body: text(
      'The message with {{review_url}} in it. With a link of 26 characters, an SMS has at most 3 segments.',
      1,
      459,
      texts(({ sms }) => sms),
    ),
    from: textOrNull(
      'The sender. null: that of the server.',
      'a number such as +15005550006, or 3 to 11 letters and digits',
      isSmsSender,
      'EXAMPLE',
    ),
  }),
  followup: block('Reminders of emails. They end with a click, a review, a failure or an unsubscription.', {
    enabled: flag('If true, reminders follow each email.', false),
    steps,
  }),
  tracking: block('What is measured.', {
    opens: flag('If true, emails contain an invisible image that tells when they are opened.', true),
    clicks: flag('If false, links lead straight to their pages, so that no click ends the reminders.', true),
  }),
  direct_form: block('A review form on the landing page. Its reviews belong to no platform.', {
    enabled: flag('If true, the landing page offers the form, whatever else it offers.', false),
    consent_text: line('What the author agrees to by sending the form.', 1, 500, {
      byDefault: ({ consent }) => consent,
    }),
  }),
};

/** Every setting with its rule, default and description. Validation, defaults and the API document follow from it. */
export const SETTING_FIELDS = {
  ...identity,
  ...targets,
  ...email,
  ...times,
  ...others,
} satisfies FieldsOf<InviteSettings>;

function timeOfDay(description: string, byDefault: string): Field {
  return field(
    description,
    'a time such as 09:00',
    (value) => typeof value === 'string' && isTimeOfDay(value),
    { byDefault: () => byDefault, schema: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } },
  );
}

function timeZone(): Field {
  return field(
    'The time zone of the times and days. That of a request replaces it. null: that of the account, or UTC.',
    'the name of a time zone such as Europe/Berlin',
    (value) => typeof value === 'string' && isTimeZone(value),
    { byDefault: ({ timeZone: zone }) => zone, schema: { type: 'string' } },
  );
}
