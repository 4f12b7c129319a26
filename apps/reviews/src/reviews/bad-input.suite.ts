/** Stands for the number 1e999, which JavaScript reads as Infinity and JSON.stringify cannot write. */
export const INFINITE = '@1e999';

/** Returns the text of a body, with {@link INFINITE} as a number. */
export function bodyText(body: object): string {
  return JSON.stringify(body).replaceAll(`"${INFINITE}"`, '1e999');
}

const LONG = 'x'.repeat(1_000_000);
const NOT_TEXT = [7, -1, 1.5, INFINITE, true, [], ['x'], [[]], {}, { a: 1 }];
const UNCLEAN = ['a\u0000b', '\u0007', '\u001f', '\u007f', 'a\u0092', '\ud800', 'x\udc00', '\ude00\ud83d'];
const NOT_A_NUMBER = ['5', '', 'NaN', INFINITE, true, false, [], [4], {}, { value: 4 }, 'x\u0000'];

const URLS = [
  ...NOT_TEXT,
  ...UNCLEAN,
  '',
  ' ',
  'example.com/a.jpg',
  '//example.com/a.jpg',
  'https:example.com',
  'https://',
  'https://exa mple.com',
  'https://user:secret@example.com/a.jpg',
  'https://example.com\\@other.example',
  'https://example.com/\u202eagpj.exe',
  'https://example.com/"><script>',
  'https://example.com:99999/',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'ftp://example.com/a.jpg',
  'file:///etc/passwd',
  `https://example.com/${'x'.repeat(2_048)}`,
  `https://example.com/${LONG}`,
];
const IDS = [...NOT_A_NUMBER, 0, -1, 1.5, 1e20, -1e308, 2 ** 53, '7'];
const TAGS = [
  7,
  true,
  'bread',
  {},
  { 0: 'bread' },
  { length: 1 },
  null,
  [7],
  [null],
  [[]],
  [['bread']],
  [{}],
  [true],
  [INFINITE],
  [''],
  ['fine', ' \t'],
  ['\u200b'],
  ['\u3164'],
  ['x'.repeat(51)],
  [LONG],
  ...UNCLEAN.map((text) => ['fine', text]),
  Array.from({ length: 21 }, (_, n) => `tag ${n}`),
  Array.from({ length: 100_000 }, () => 'x'),
];
const STATUSES = [
  ...NOT_TEXT,
  ...UNCLEAN,
  null,
  '',
  'Approved',
  'approved ',
  'published',
  'toString',
  '3',
  '01',
  '1.0',
  '-1',
  ['approved'],
  3,
  LONG,
];
const TEXTS = [
  ...NOT_TEXT,
  ...UNCLEAN,
  null,
  '',
  ' \n ',
  '<p><br></p>',
  '&nbsp;',
  '\u200b',
  LONG,
  'é'.repeat(20_001),
];
const NAMES = [
  ...NOT_TEXT,
  ...UNCLEAN,
  null,
  '',
  ' ',
  '\t\n',
  '\u200b\u200d',
  '\u3164',
  '\u00ad',
  'x'.repeat(192),
  LONG,
];
const DATES = [
  ...NOT_TEXT,
  ...UNCLEAN,
  null,
  '',
  'yesterday',
  '1769817600',
  '2026-02-30',
  '29/02/2026',
  '13/13/2026',
  '2026-01-31T25:00',
  '2026-01-31 10:60',
  '31/01-2026',
  '1899-12-31',
  '2999-01-01',
  '0000-00-00',
  '2026-01-31T10:00:00+99:00',
  '-1000-01-01',
  '+012026-01-31',
  '2026-01-31; drop table reviews',
  LONG,
];
const EMAILS = [
  ...NOT_TEXT,
  ...UNCLEAN,
  '',
  ' ',
  'nobody',
  '@example.com',
  'noa@',
  'a@b@c.example',
  'noa@example',
  'Noa <noa@example.com>',
  'a@example.com, b@example.com',
  'noa@exa mple.com',
  'noa@example.com\r\nBcc: x',
  `${'x'.repeat(250)}@example.com`,
  `${LONG}@example.com`,
];
const NOT_A_MEDIA_TYPE = ['pdf', '', 'Image', 'toString', null, 7, [], ['image'], {}];
const MEDIA = [
  7,
  true,
  'https://example.com/a.jpg',
  {},
  null,
  { length: 1 },
  [7],
  [null],
  [[]],
  ['https://example.com/a.jpg'],
  [{}],
  [true],
  ...URLS.map((url) => [{ type: 'image', url }]),
  ...NOT_A_MEDIA_TYPE.map((type) => [{ type, url: 'https://example.com/a.jpg' }]),
  [{ type: 'image', url: 'https://example.com/a.jpg' }, { type: 'image' }],
  Array.from({ length: 11 }, (_, n) => ({ type: 'image', url: `https://example.com/${n}.jpg` })),
];
const fields = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));
const ADDITIONAL = [
  7,
  true,
  'text',
  '',
  [],
  [1],
  { a: {} },
  { a: [] },
  { a: { b: 1 } },
  { a: INFINITE },
  { a: 'x'.repeat(2_001) },
  { a: LONG },
  { A: 1 },
  { 'a b': 1 },
  { '': 1 },
  { é: 1 },
  { ['x'.repeat(41)]: 1 },
  { 'a.b': 1 },
  { $where: 1 },
  { constructor: 1 },
  { prototype: 1 },
  { a: 'x\u0000' },
  { a: '\ud800' },
  { 'a\u0001': 1 },
  fields(21, 1),
  fields(20, 'x'.repeat(900)),
];
const LANGUAGES = ['', 'e', 'english', 'en-', 'en-USA', 'x-klingon', '中文', 'en US', LONG];
const NOT_OF_FIVE = [-0.01, 5.01, 6, 1e308, -1e308, 1e-7];

/** Values that POST /reviews/add refuses, by field. null is among them if the field cannot be cleared. */
export const BAD_CREATE: Readonly<Record<string, readonly unknown[]>> = {
  from_name: NAMES,
  text: TEXTS,
  posted_on: DATES,
  status: STATUSES,
  rating_value: [...NOT_A_NUMBER, ...NOT_OF_FIVE, 3.141, 101],
  rating_scale: [...NOT_A_NUMBER, null, 0, -5, 7, 5.5, 1e308, '10'],
  from_image: URLS,
  from_url: URLS,
  from_email: EMAILS,
  post_url: URLS,
  video_url: URLS,
  media: MEDIA,
  source_id: IDS,
  tags: TAGS,
  additional: ADDITIONAL,
  language: [...NOT_TEXT, ...UNCLEAN, ...LANGUAGES],
  external_id: [...NOT_TEXT, ...UNCLEAN, '', 'x'.repeat(192), LONG],
};

/** Values that PUT /reviews/update/{id} refuses, by field. */
export const BAD_UPDATE: Readonly<Record<string, readonly unknown[]>> = {
  status: STATUSES,
  text: TEXTS,
  from_name: NAMES,
  posted_on: DATES,
  rating_value: [...NOT_A_NUMBER, ...NOT_OF_FIVE, 3.141, -1],
  rating_scale: [...NOT_A_NUMBER, null, 0, -5, 7, 5.5, 1e308, '10'],
  from_image: URLS,
  post_url: URLS,
  video_url: URLS,
  source_id: IDS,
  tags: TAGS,
};
