import { ApiError } from '@plaudit/contracts';
import { IMPORT_FIELDS, type ImportField } from './import-columns';
import { readRow } from './import-row';

const COLUMNS = new Map(IMPORT_FIELDS.map((field, at) => [field, [at]] as const));
const TERMS = {
  now: new Date('2026-11-20T12:00:00Z'),
  scale: 5,
  order: 'dmy',
  header: IMPORT_FIELDS,
} as const;

type Cells = Partial<Record<ImportField, string>>;

const FULL: Cells = { from_name: 'Lena', text: 'Nice.', rating_value: '4', posted_on: '2026-02-03' };

function review(cells: Cells) {
  const row = { cells: IMPORT_FIELDS.map((field) => cells[field] ?? ''), isTooLong: false };
  return readRow(row, COLUMNS, TERMS);
}

function refusal(cells: Cells): ApiError {
  try {
    review(cells);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('The row was read');
}

describe('readRow', () => {
  it('reads every field', () => {
    const read = review({
      ...FULL,
      title: 'Great',
      external_id: 'r-1',
      post_url: 'https://example.com/r/1',
      from_url: 'https://example.com/u/1',
      from_image: 'https://example.com/u/1.jpg',
      language: 'pt-BR',
      verified: 'Yes',
      rating_scale: '10',
      reply: 'Thanks!',
      reply_posted_on: '2026-02-04',
    });
    expect(read).toMatchObject({
      externalId: 'r-1',
      text: 'Great\nNice.',
      fromName: 'Lena',
      ratingValue: 4,
      ratingScale: 10,
      postedOn: new Date('2026-02-03T00:00:00Z'),
      postUrl: 'https://example.com/r/1',
      fromUrl: 'https://example.com/u/1',
      fromImage: 'https://example.com/u/1.jpg',
      language: 'pt',
      verified: true,
      reply: { text: 'Thanks!', postedOn: new Date('2026-02-04T00:00:00Z') },
      removed: false,
    });
  });

  it.each([
    ['4', 4, 5],
    ['4,5', 4.5, 5],
    ['8/10', 8, 10],
    ['80%', 80, 100],
    ['★★★★☆', 4, 5],
    ['5 stars', 5, 5],
    ['5 star', 5, 5],
    ['FIVE', 5, 5],
    ['★★★★★', 5, 5],
    ['NaN', null, 5],
    ['N/A', null, 5],
    ['', null, 5],
  ])('reads the rating %j as %p of %p', (rating_value, ratingValue, ratingScale) => {
    expect(review({ ...FULL, rating_value })).toMatchObject({ ratingValue, ratingScale });
  });

  it.each([
    ['31/01/2026', '2026-01-31'],
    ['2026-01-31T23:30:00+01:00', '2026-01-31'],
    ['31.01.2026 10:15', '2026-01-31'],
    ['Jan 31, 2026', '2026-01-31'],
  ])('reads the date %s', (posted_on, day) => {
    expect(
      review({ ...FULL, posted_on })
        .postedOn.toISOString()
        .slice(0, 10),
    ).toBe(day);
  });

  it('keeps a formula as text, strips markup, and calls an author without a name anonymous', () => {
    const formula = '=HYPERLINK("https://example.com","x")';
    expect(review({ ...FULL, text: formula, from_name: '' })).toMatchObject({
      text: formula,
      fromName: 'Anonymous',
    });
    expect(review({ ...FULL, text: '<b>Nice</b> &amp; <script>x()</script>warm' }).text).toBe('Nice & warm');
  });

  it.each([
    ['https://img.example/a.jpg,https://img.example/b.jpg', ['a.jpg', 'b.jpg']],
    ['https://img.example/a.jpg; https://img.example/b.jpg;', ['a.jpg', 'b.jpg']],
    ['https://img.example/a.jpg|https://img.example/b.jpg', ['a.jpg', 'b.jpg']],
    ['https://img.example/a.jpg\nhttps://img.example/b.jpg', ['a.jpg', 'b.jpg']],
    ['["https:\\/\\/img.example\\/a.jpg","https://img.example/b.jpg"]', ['a.jpg', 'b.jpg']],
    ["['https://img.example/a.jpg', 'https://img.example/b.jpg']", ['a.jpg', 'b.jpg']],
    ['{https://img.example/a.jpg};{https://img.example/b.jpg};', ['a.jpg', 'b.jpg']],
    ['https://img.example/w_1,h_2/a.jpg', ['w_1,h_2/a.jpg']],
    [
      '[{"url":"https:\\/\\/img.example\\/a.jpg","type":"image"},{"thumb":"https://img.example/b.jpg"}]',
      ['a.jpg', 'b.jpg'],
    ],
    ["[{'id': 1, 'url': 'https://img.example/a.jpg'}]", ['a.jpg']],
    ['{"thumb":"https://img.example/t.jpg","url":"https://img.example/a.jpg"}', ['a.jpg']],
    ['[]', []],
    ['NULL', []],
  ])('reads the photos %j', (media, names) => {
    const urls = review({ ...FULL, media }).media.map(({ url }) => url);
    expect(urls).toEqual(names.map((name) => `https://img.example/${name}`));
  });

  it('tells videos from photos by their address', () => {
    const media = 'https://img.example/a.jpg,https://img.example/b.mp4?x=1';
    expect(review({ ...FULL, media }).media.map(({ type }) => type)).toEqual(['image', 'video']);
  });

  it('reads photos in linear time, whatever is between them', () => {
    const before = process.cpuUsage();
    expect(review({ ...FULL, media: ','.repeat(20_000) }).media).toEqual([]);
    for (const part of ['[{"url":', '[{"a":['])
      expect(() => review({ ...FULL, media: part.repeat(2_000) })).toThrow('media must be');
    const many = Array.from({ length: 1_000 }, (_, at) => `https://a.io/${at}`).join(' ; ');
    expect(review({ ...FULL, media: many.slice(0, 20_000) }).media).toHaveLength(10);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  });

  it.each([
    ['NULL', 'Null', ''],
    ['null', '-', ''],
    ['\\N', 'NaN', ''],
    ['nan', 'n/a', ''],
    ['None', 'None', ''],
    ['N/A', 'Na', ''],
    ['<NA>', '--', ''],
    ['—', '<NA>', ''],
    ['""', '""', ''],
    ['none', 'Nan', 'none'],
  ])('takes %s for what it means in each field', (word, name, text) => {
    const read = review({ ...FULL, title: word, text: word, reply: word, from_name: name, verified: word });
    const isName = ['Null', 'Na', 'Nan'].includes(name);
    expect([read.text, read.reply, read.verified, read.fromName]).toEqual([
      text,
      null,
      false,
      isName ? name : 'Anonymous',
    ]);
  });

  it.each([
    ['Verified Purchase', true],
    ['verified_buyer', true],
    ['TRUE', true],
    ['not verified', false],
    ['FALSE', false],
    ['nothing', false],
    ['✓', true],
    ['x', true],
    ['on', true],
    ['Verified by Shop', true],
    ['Vérifié', true],
    ['Invited', false],
    ['perhaps', false],
    ['unverified', false],
    ['non-verified buyer', false],
  ])('reads verified from %s', (verified, wanted) => {
    expect(review({ ...FULL, verified }).verified).toBe(wanted);
  });

  it.each([
    ['English', 'en'],
    ['Deutsch', 'de'],
    ['anglais', 'en'],
    ['Hebrew', 'he'],
    ['日本語', 'ja'],
    ['Portuguese (Brazil)', 'pt'],
    ['en_US', 'en'],
  ])('reads the language %s', (language, code) => {
    expect(review({ ...FULL, language }).language).toBe(code);
  });

  it('joins a name of two columns, and names the parts of a text', () => {
    const columns = new Map([
      ['posted_on', [0]],
      ['from_name', [1, 2]],
      ['text', [3, 4, 5]],
    ] as const);
    const cells = ['2026-01-02', 'Ada', 'Lund', 'Fine.', 'Quick', ''];
    const header = ['Date', 'First name', 'Last name', 'Text', 'Pros', 'Cons'];
    const read = readRow({ cells, isTooLong: false }, columns, { ...TERMS, header });
    expect([read.fromName, read.text]).toEqual(['Ada Lund', 'Text: Fine.\nPros: Quick']);
  });

  it('reads dates in the order of the file, and keeps how exact they are', () => {
    const read = (posted_on: string, order?: 'dmy' | 'mdy') => {
      const row = {
        cells: IMPORT_FIELDS.map((field) => ({ ...FULL, posted_on })[field] ?? ''),
        isTooLong: false,
      };
      const { postedOn, postedPrecision } = readRow(row, COLUMNS, { ...TERMS, order });
      return [postedOn.toISOString().slice(0, 10), postedPrecision];
    };
    expect(read('3/4/2026', 'dmy')).toEqual(['2026-04-03', 'day']);
    expect(read('3/4/2026', 'mdy')).toEqual(['2026-03-04', 'day']);
    expect([read('3/4/2026'), read('3/14/2026')]).toEqual([
      ['2026-04-03', 'day'],
      ['2026-03-14', 'day'],
    ]);
    expect(() => read('3/14/2026', 'dmy')).toThrow('posted_on must be a date');
    expect(read('2026-03-04 10:00', 'mdy')).toEqual(['2026-03-04', 'second']);
  });

  it.each<[cells: Cells, field: string, code: string]>([
    [{ posted_on: '' }, 'posted_on', 'missing_field'],
    [{ posted_on: 'soon' }, 'posted_on', 'invalid_date'],
    [{ posted_on: '2027-01-01' }, 'posted_on', 'invalid_date'],
    [{ posted_on: '31/02/2026' }, 'posted_on', 'invalid_date'],
    [{ text: '', rating_value: '' }, 'text', 'validation_failed'],
    [{ text: '<br>', rating_value: '' }, 'text', 'validation_failed'],
    [{ text: 'x'.repeat(20_001) }, 'text', 'validation_failed'],
    [{ from_name: 'x'.repeat(192) }, 'from_name', 'validation_failed'],
    [{ external_id: 'x'.repeat(501) }, 'external_id', 'validation_failed'],
    [{ media: 'https://example.com/a.jpg, b.jpg' }, 'media', 'invalid_url'],
    [{ rating_value: '6' }, 'rating_value', 'validation_failed'],
    [{ rating_value: '-1' }, 'rating_value', 'validation_failed'],
    [{ rating_value: 'good' }, 'rating_value', 'validation_failed'],
    [{ rating_value: '11/10' }, 'rating_value', 'validation_failed'],
    [{ rating_scale: '0' }, 'rating_scale', 'validation_failed'],
    [{ rating_scale: '4.5' }, 'rating_scale', 'validation_failed'],
    [{ rating_scale: '1e9' }, 'rating_scale', 'validation_failed'],
    [{ post_url: 'javascript:alert(1)' }, 'post_url', 'invalid_url'],
    [{ from_url: 'example.com' }, 'from_url', 'invalid_url'],
    [{ language: 'Plain English' }, 'language', 'validation_failed'],
    [{ reply: 'Thanks', reply_posted_on: 'later' }, 'reply_posted_on', 'invalid_date'],
  ])('refuses a row with %j and names the field %s', (cells, field, code) => {
    const { details, code: given, message } = refusal({ ...FULL, ...cells });
    expect([given, details.field]).toEqual([code, field]);
    expect(message).toContain(field);
  });

  it('refuses a row that has more cells than the header', () => {
    const read = () => readRow({ cells: [], isTooLong: true }, COLUMNS, TERMS);
    expect(read).toThrow('more cells than the header');
  });
});
