import { channelConnected, reviewsCollected, reviewsRemoved, UNLIMITED } from '@plaudit/contracts';
import { storeReviews } from '../apple-stand-in.suite';
import { CHANNELS } from '../channels-world.suite';
import cases from './csv.cases.json';
import { csvOf, HEADER, ImportsWorld } from './imports-world.suite';

let world: ImportsWorld;

beforeAll(async () => {
  world = await ImportsWorld.start();
});
afterAll(() => world.close());

const ROWS = ['Lena,4,Friendly staff.,2026-02-03,r1', 'Adil,5,Fresh bread.,2026-02-04,r2'];
const READING = {
  columns: [
    { column: 'author', field: 'from_name' },
    { column: 'rating', field: 'rating_value' },
    { column: 'text', field: 'text' },
    { column: 'date', field: 'posted_on' },
    { column: 'id', field: 'external_id' },
  ],
  ignored_columns: [],
  hidden: 0,
  hidden_by: [],
  rating_scale: { value: 5, from: 'assumed' },
  date_order: null,
};
const added = (inserted: number, updated = 0, columns = READING.columns) => ({
  success: true,
  validate_only: false,
  total: 2,
  valid: 2,
  invalid: 0,
  inserted,
  updated,
  errors: [],
  ...READING,
  columns,
});
const post = (path: string, body: string | Buffer, type: string, query = {}) =>
  world.own.api.post('channels', `${CHANNELS}/import${path}`, {
    body: Buffer.from(body as string),
    headers: { 'content-type': type },
    query,
  });

describe('POST /channels/import', () => {
  it('creates an active channel that is never crawled, with the reviews of the file', async () => {
    const body = await world.create('  Market   stall ', ROWS);
    const { channel } = body;
    expect(body).toEqual({ ...added(2), channel: expect.objectContaining({ type: 'csv' }) as unknown });
    expect(channel).toMatchObject({
      name: 'Market stall',
      method: 'dashboard',
      status: 'active',
      url: null,
      crawling: false,
      progress: null,
      next_crawl_on: null,
      last_review_on: '2026-02-04 00:00:00',
    });
    const [connected] = await world.own.published(channelConnected, channel.id);
    expect(connected!.data).toMatchObject({ name: 'Market stall', status: 'active' });
    const pages = world.own.events(reviewsCollected, channel.id);
    expect(pages.map(({ data }) => [data.backfill, data.approve_rule, data.label])).toEqual([
      [true, 'none', 'CSV file'],
    ]);
    expect(pages[0]!.data.reviews).toMatchObject([
      { external_id: 'r1', from_name: 'Lena', text: 'Friendly staff.', rating_value: 4, rating_scale: 5 },
      { external_id: 'r2', from_name: 'Adil', posted_on: '2026-02-04 00:00:00' },
    ]);
  });

  it('refuses to crawl such a channel', async () => {
    const { channel } = await world.create('Never crawled', ROWS);
    const refused = await world.own.api.post('channels', `${CHANNELS}/refresh/${channel.id}`);
    expect([refused.status, refused.body.code]).toEqual([400, 'dashboard_only']);
    expect(refused.body.msg).toContain(`/channels/import/${channel.id}`);
  });

  it('takes the file as text/csv with the other fields in the query', async () => {
    const query = { type: 'csv', name: 'As text' };
    const { status, body } = await post('', csvOf(ROWS), 'text/csv; charset=utf-8', query);
    expect([status, body.inserted, body.channel.name]).toEqual([200, 2, 'As text']);
  });

  it.each<[name: string, bytes: (csv: string) => Buffer, type: string]>([
    ['UTF-8 with a mark', (csv) => Buffer.from(`\uFEFF${csv}`), 'text/csv'],
    ['UTF-16 with a mark', (csv) => Buffer.from(`\uFEFF${csv}`, 'utf16le'), 'text/csv'],
    ['UTF-16 without a mark', (csv) => Buffer.from(csv, 'utf16le').swap16(), 'text/csv'],
    ['windows-1252', (csv) => Buffer.from(csv, 'latin1'), 'text/csv'],
    ['windows-1252, but said to be UTF-8', (csv) => Buffer.from(csv, 'latin1'), 'text/csv; charset=utf-8'],
    ['Mac Roman', (csv) => Buffer.from(csv.replace('ë', '\x91').replace('ä', '\x8a'), 'latin1'), 'text/csv'],
    [
      'a charset that is named',
      (csv) => Buffer.from(csv.replace('ä', '\x8a').replace('ë', '\x91'), 'latin1'),
      'text/csv; charset=macintosh',
    ],
  ])('takes a file in %s', async (name, bytes, type) => {
    const { status, body } = await post('', bytes(csvOf(['Zoëtte,4,Käse.,2026-02-03,r1'])), type, {
      type: 'csv',
      name,
    });
    expect([status, body.inserted]).toEqual([200, 1]);
    const [review] = await world.own.collected(body.channel.id);
    expect(review).toMatchObject({ from_name: 'Zoëtte', text: 'Käse.' });
  });

  it('creates no channel with validate_only, and none if no row is valid', async () => {
    const name = 'Not created';
    const checked = await world.json({ type: 'csv', name, csv: csvOf(ROWS), validate_only: true });
    expect(checked.body).toEqual({ ...added(0), validate_only: true, channel: null });
    const invalid = await world.json({ type: 'csv', name, csv: csvOf([',,,,']) + '\nA,9,B,2026-01-01,1' });
    expect(invalid.body).toMatchObject({ total: 1, valid: 0, invalid: 1, inserted: 0, channel: null });
    const { items } = (await world.own.api.get('channels', `${CHANNELS}/get`)).body;
    expect(items.map((one: { name: string }) => one.name)).not.toContain(name);
  });

  it('refuses a name that a channel of the type has, in any case', async () => {
    const { channel } = await world.create('Twice', ROWS);
    const refused = await world.json({ type: 'csv', name: 'TWICE', csv: csvOf(ROWS) });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'profile_not_valid',
      field: 'name',
      reason: 'duplicate',
      existing_id: channel.id,
    });
  });

  it.each([
    [{ name: 'x', csv: csvOf(ROWS) }, 400, 'missing_field', 'type'],
    [{ type: 'csv', csv: csvOf(ROWS) }, 400, 'missing_field', 'name'],
    [{ type: 'csv', name: ' \u200b', csv: csvOf(ROWS) }, 400, 'validation_failed', 'name'],
    [{ type: 'csv', name: 'a\u0000b', csv: csvOf(ROWS) }, 400, 'invalid_value', 'name'],
    [{ type: 'csv', name: 'x' }, 400, 'missing_field', 'csv'],
    [{ type: 'csv', name: 'x', csv: 7 }, 400, 'validation_failed', 'csv'],
    [{ type: 'csv', name: 'x', csv: '' }, 400, 'bulk_empty', 'csv'],
    [
      { type: 'csv', name: 'x', csv: csvOf(ROWS), validate_only: 1 },
      400,
      'validation_failed',
      'validate_only',
    ],
    [{ type: 'csv', name: 'x', csv: csvOf(ROWS), mapping: [] }, 400, 'validation_failed', 'mapping'],
    [{ type: 'csv', name: 'x', csv: csvOf(ROWS), mapping: { mood: 'a' } }, 400, 'invalid_value', 'mood'],
    [{ type: 'app_store', name: 'x', csv: csvOf(ROWS) }, 400, 'invalid_value', 'type'],
    [{ type: 'myspace', name: 'x', csv: csvOf(ROWS) }, 404, 'unknown_channel_type', 'type'],
  ])('refuses the body %j', async (body, status, code, field) => {
    const refused = await world.json(body);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
  });

  it('respects the limit of the plan for channels of one type, also with concurrent requests', async () => {
    const limits = { ...UNLIMITED, properties: 1 };
    const by = world.own.world.as({ sub_account_id: 70, limits });
    const results = await Promise.all(
      ['One', 'Two'].map((name) => world.json({ type: 'csv', name, csv: csvOf(ROWS) }, null, { by })),
    );
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402]);
  });

  it('answers a repeat with the same Idempotency-Key with the first response', async () => {
    const headers = { 'Idempotency-Key': 'import-1' };
    const first = await world.create('Once', ROWS, { headers });
    const again = await world.json({ type: 'csv', name: 'Once', csv: csvOf(ROWS) }, null, { headers });
    expect(again.body).toEqual(first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('POST /channels/import/{id}', () => {
  it('inserts nothing new if the file is imported again, also without ids and in another order', async () => {
    const header = 'author;rating;text;date';
    const rows = ['Lena;4;Friendly.;2026-02-03', 'Adil;5;Fresh.;2026-02-04'];
    const { body } = await world.json({ type: 'csv', name: 'Again', csv: csvOf(rows, header) });
    const again = await world.json({ csv: csvOf(rows.toReversed(), header) }, body.channel.id);
    expect(again.body).toEqual(added(0, 0, READING.columns.slice(0, 4)));
    expect(await world.own.collected(body.channel.id)).toHaveLength(2);
  });

  it('replaces a review that an earlier import brought and that is different now', async () => {
    const { channel } = await world.create('Corrected', ROWS);
    const again = await world.json(
      { csv: csvOf(['Lena,3,Quite friendly staff.,2026-02-03,r1', ROWS[1]!]) },
      channel.id,
    );
    expect(again.body).toEqual(added(0, 1));
    const texts = (await world.own.collected(channel.id)).map(({ text }) => text);
    expect(texts).toEqual(['Friendly staff.', 'Fresh bread.', 'Quite friendly staff.']);
  });

  it('removes a review of an earlier import that the file marks as hidden now, and shows it again', async () => {
    const header = `${HEADER},status`;
    const { channel } = await world.create('Hidden later', ROWS);
    const file = (status: string) =>
      csvOf([`${ROWS[0]},${status}`, 'New,1,Spam.,2026-02-05,r3,spam'], header);
    const hidden = await world.json({ csv: file('hidden') }, channel.id);
    expect(hidden.body).toMatchObject({ total: 2, valid: 0, hidden: 2, inserted: 0, updated: 1, errors: [] });
    const shown = await world.json({ csv: file('published') }, channel.id);
    expect(shown.body).toMatchObject({ valid: 1, hidden: 1, inserted: 0, updated: 1 });
    const published = (await world.own.collected(channel.id)).slice(ROWS.length);
    expect(published.map(({ external_id: id, removed }) => [id, removed])).toEqual([
      ['r1', true],
      ['r1', false],
    ]);
  });

  it('stores the valid rows and names the field of each of the others', async () => {
    const { channel } = await world.create('Partial', ROWS);
    const rows = [
      'A,9,Bad rating,2026-01-01,1',
      'B,5,Good,2026-01-02,2',
      'C,5,Same id,2026-01-03,2',
      'D,5,,,4',
    ];
    const { status, body } = await world.json({ csv: csvOf(rows) }, channel.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 4, valid: 1, invalid: 3, inserted: 1 });
    expect(body.errors).toMatchObject([
      { index: 0, field: 'rating_value', code: 'validation_failed' },
      { index: 2, field: 'external_id', code: 'duplicate_review' },
      { index: 3, field: 'posted_on', code: 'missing_field' },
    ]);
  });

  it('uses the mapping, and stores nothing with validate_only in the body or the query', async () => {
    const { channel } = await world.create('Mapped', ROWS);
    const csv = csvOf(['Wonderful,Guest 1,2026-03-01,5'], 'Opinion,Guest,Day,Points');
    const mapping = { text: 'opinion', from_name: 'Guest', posted_on: 'Day', rating_value: 'Points' };
    const checked = await world.json({ csv, mapping, validate_only: true }, channel.id);
    expect(checked.body).toMatchObject({ validate_only: true, valid: 1, inserted: 0 });
    const text = await post(`/${channel.id}`, csvOf(['E,5,Good,2026-01-02,5']), 'text/csv', {
      validate_only: 'true',
    });
    expect(text.body).toMatchObject({ validate_only: true, valid: 1, inserted: 0 });
    expect(await world.own.collected(channel.id)).toHaveLength(2);
    expect((await world.json({ csv, mapping }, channel.id)).body).toMatchObject({ inserted: 1 });
    expect((await world.own.collected(channel.id)).at(-1)).toMatchObject({
      from_name: 'Guest 1',
      rating_value: 5,
    });
  });

  it.each(cases.filter(({ want }) => !('status' in want)))(
    'reads the case $name',
    async ({ csv, name, want }) => {
      const { body } = await world.json({ type: 'csv', name, csv });
      expect(body).toMatchObject({ invalid: 0 });
      const reviews = await world.own.collected(body.channel.id);
      const read = {
        dates: reviews.map(({ posted_on: posted }) => posted.slice(0, 10)),
        authors: reviews.map((review) => review.from_name),
        ratings: reviews.map((review) => review.rating_value),
        replies: reviews.map(({ reply }) => reply?.text ?? null),
        images: reviews.map((review) => review.from_image),
        media: reviews.map(({ media }) => media.map(({ url }: { url: string }) => url)),
        texts: reviews.map(({ text }) => text),
        ignored_columns: body.ignored_columns as unknown,
        hidden: body.hidden as unknown,
        hidden_by: body.hidden_by as unknown,
      };
      expect(read).toMatchObject(want);
    },
  );

  it.each(cases.filter(({ want }) => 'status' in want))('refuses the case $name', async ({ csv, want }) => {
    const { status, body } = await world.json({ type: 'csv', name: 'Refused', csv });
    expect([status, body.code]).toEqual([want.status, 'missing_field']);
    expect(body.msg).toMatch(/posted_on, text and from_name.*columns are a, b and c/);
  });

  // The files have the shapes that tools export. What they say is invented.
  it.each<[name: string, csv: string, review: object, ignored: string[]]>([
    [
      'Judge.me',
      'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location\n' +
        'Top,"Soft, and warm.",5,2026-03-02 10:12:00 UTC,web,ok,Ada Lund,ada@shop.example,7,scarf,Thank you!,2026-03-03 08:00:00 UTC,"https://img.example/a.jpg,https://img.example/b.jpg",192.0.2.1,SE\n',
      {
        text: 'Top\nSoft, and warm.',
        from_name: 'Ada Lund',
        rating_value: 5,
        posted_on: '2026-03-02 10:12:00',
        reply: { text: 'Thank you!', posted_on: '2026-03-03 08:00:00' },
        media: [{ url: 'https://img.example/a.jpg' }, { url: 'https://img.example/b.jpg' }],
      },
      ['source', 'curated', 'reviewer_email', 'product_id', 'product_handle', 'ip_address', 'location'],
    ],
    [
      'Loox',
      'id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase\n' +
        'x1,Active,4,bo@shop.example,Bo,Bo Berg,Fits well.,2026-02-05T08:00:00.000Z,8,coat,https://img.example/c.jpg,M,true\n',
      {
        external_id: 'x1',
        text: 'Fits well.',
        from_name: 'Bo',
        posted_on: '2026-02-05 08:00:00',
        verified: true,
        media: [{ url: 'https://img.example/c.jpg' }],
      },
      ['status', 'email', 'full_name', 'productId', 'handle', 'variant'],
    ],
    [
      'a scraper of Google Play',
      ',reviewId,userName,userImage,content,score,thumbsUpCount,reviewCreatedVersion,at,replyContent,repliedAt\n' +
        '0,g1,Cy,https://img.example/p.png,Crashes often,2,7,1.2.0,2026-01-02 10:00:00,nan,NaT\n',
      {
        external_id: 'g1',
        from_name: 'Cy',
        from_image: 'https://img.example/p.png',
        rating_value: 2,
        reply: null,
      },
      ['column 1', 'thumbsUpCount', 'reviewCreatedVersion'],
    ],
    [
      'Outscraper',
      'name,rating,reviews,review_id,author_title,author_image,review_text,review_img_url,owner_answer,owner_answer_timestamp_datetime_utc,review_link,review_rating,review_datetime_utc,review_likes\n' +
        'Corner Bakery,4.6,128,o1,Di,https://img.example/d.png,"Sehr gut\n\n(Translated by Google)\nVery good",,"(Translated by Google) Thanks\n\n(Original)\nDanke",01/04/2026 09:00:00,https://maps.example/o1,5,01/13/2026 10:15:00,0\n',
      {
        from_name: 'Di',
        text: 'Sehr gut',
        rating_value: 5,
        posted_on: '2026-01-13 10:15:00',
        post_url: 'https://maps.example/o1',
        reply: { text: 'Danke', posted_on: '2026-01-04 09:00:00' },
      },
      ['name', 'rating', 'reviews', 'review_likes'],
    ],
    [
      'a spreadsheet in German',
      'sep=;\r\nKundenname;Bewertungsdatum;Sterne;Titel;Bewertung;Antwort;Filiale\r\n' +
        'Eva;31.01.2026;4,5;Schön;"Gern\r\nwieder";Danke!;Nord\r\n',
      {
        from_name: 'Eva',
        rating_value: 4.5,
        text: 'Schön\nGern\nwieder',
        posted_on: '2026-01-31 00:00:00',
        reply: { text: 'Danke!' },
      },
      ['Filiale'],
    ],
  ])('reads a file of %s', async (name, csv, review, ignored) => {
    const { body } = await world.json({ type: 'csv', name: `File of ${name}`, csv });
    expect(body).toMatchObject({ valid: 1, errors: [], ignored_columns: ignored });
    expect(await world.own.collected(body.channel.id)).toMatchObject([review]);
  });

  it('reports how the file was understood, also if it is only checked', async () => {
    const { channel } = await world.create('Understood', ROWS);
    const csv =
      'Guest,Rating,Review,Posted,Room\nAda,9,Fine.,3/25/2026,1\nBo,10,Good.,3/4/2026,2\nCy,4,Bad.,3/5/2026,3';
    const checked = await world.json({ csv, validate_only: true }, channel.id);
    expect(checked.body).toMatchObject({
      valid: 3,
      ignored_columns: ['Room'],
      rating_scale: { value: 10, from: 'guessed' },
      date_order: { value: 'mdy', from: 'read' },
    });
    const told = { csv, rating_scale: 100, date_order: 'dmy' };
    expect((await world.json({ ...told, validate_only: true }, channel.id)).body).toMatchObject({
      valid: 2,
      rating_scale: { value: 100, from: 'told' },
      date_order: { value: 'dmy', from: 'told' },
      errors: [{ index: 0, field: 'posted_on', code: 'invalid_date' }],
    });
    const query = { validate_only: '1', rating_scale: '10', date_order: 'mdy' };
    expect((await post(`/${channel.id}`, csv, 'text/csv', query)).body).toMatchObject({
      rating_scale: { value: 10, from: 'told' },
      date_order: { value: 'mdy', from: 'told' },
    });
  });

  it('reads each date that has one reading if the dates of a file contradict each other', async () => {
    const { channel } = await world.create('Contradictory', ROWS);
    const csv = 'Guest,Rating,Review,Posted\nAda,5,Fine.,8/13/2020\nBo,4,Good.,13/8/2020';
    const { body } = await world.json({ csv, validate_only: true }, channel.id);
    expect(body).toMatchObject({ valid: 2, date_order: { value: 'dmy', from: 'assumed' } });
  });

  it.each([
    [{ date_order: 'ymd' }, 'date_order'],
    [{ rating_scale: 0 }, 'rating_scale'],
    [{ rating_scale: '10' }, 'rating_scale'],
    [{ rating_scale: 101 }, 'rating_scale'],
  ])('refuses %j', async (given, field) => {
    const refused = await world.json({ type: 'csv', name: 'x', csv: csvOf(ROWS), ...given });
    expect([refused.status, refused.body.field]).toEqual([400, field]);
    const query = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, `${value}x`]));
    expect((await post('', csvOf(ROWS), 'text/csv', { type: 'csv', name: 'x', ...query })).status).toBe(400);
  });

  it('uses no Idempotency-Key up with validate_only', async () => {
    const { channel } = await world.create('Keys', ROWS);
    const headers = { 'Idempotency-Key': 'import-2' };
    const csv = csvOf(['F,5,Good,2026-01-02,6']);
    const checked = await world.json({ csv, validate_only: true }, channel.id, { headers });
    const stored = await world.json({ csv }, channel.id, { headers });
    expect([checked.body.inserted, stored.body.inserted]).toEqual([0, 1]);
  });

  it('publishes 500 rows in events of at most 50 reviews', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => `Author ${n},5,Text ${n},2026-01-01,n${n}`);
    const { channel, inserted } = await world.create('Large', rows);
    expect(inserted).toBe(500);
    const pages = await world.own.published(reviewsCollected, channel.id);
    expect(pages.map(({ data }) => data.reviews.length)).toEqual(Array.from({ length: 10 }, () => 50));
  });

  it.each<[name: string, body: string | Buffer, type: string, status: number, code: string]>([
    ['another content type', csvOf(ROWS), 'text/plain', 415, 'unsupported_media_type'],
    ['an unknown charset', csvOf(ROWS), 'text/csv; charset=foo', 415, 'unsupported_media_type'],
    ['JSON in another charset', '{}', 'application/json; charset=utf-16', 415, 'unsupported_media_type'],
    [
      'bytes that are no text',
      Buffer.from([0x50, 0, 1, 2, 0, 0, 0, 9, 10, 11]),
      'text/csv',
      400,
      'invalid_value',
    ],
    ['no body', '', 'text/csv', 400, 'bulk_empty'],
    ['broken JSON', '{"csv": ', 'application/json', 400, 'invalid_json'],
    ['a JSON list', '[]', 'application/json', 400, 'validation_failed'],
    ['a column of dates missing', 'text\nx', 'text/csv', 400, 'missing_field'],
    ['one quoted cell of 2 MB', `text,date\n"${'x'.repeat(2_000_000)}`, 'text/csv', 400, 'invalid_value'],
    ['more than 2 MiB', 'x'.repeat(2 * 1024 * 1024 + 1), 'text/csv', 413, 'payload_too_large'],
  ])('refuses a request with %s', async (_name, body, type, status, code) => {
    const { channel } = await world
      .json({ type: 'csv', name: `Refusing ${_name}`, csv: csvOf(ROWS) })
      .then((created) => created.body as { channel: { id: number } });
    const refused = await post(`/${channel.id}`, body, type);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });

  it('returns 404 for a channel of another sub account and of another account', async () => {
    const { channel } = await world.create('Private', ROWS);
    for (const tenant of [{ sub_account_id: 71 }, { account_id: 2, sub_account_id: 72 }]) {
      const by = world.own.world.as(tenant);
      const refused = await world.json({ csv: csvOf(['G,5,Theirs,2026-01-01,7']) }, channel.id, { by });
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    expect(await world.own.collected(channel.id)).toHaveLength(2);
  });

  it('needs the right to write channels', async () => {
    const { channel } = await world.create('Role', ROWS);
    const by = world.own.world.as({ role: 'user', scopes: ['channels:read', 'channels:refresh'] });
    const refused = await world.json({ csv: csvOf(ROWS) }, channel.id, { by });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  });

  it('adds reviews to a crawled channel, which no crawl counts as missing', async () => {
    const { app, channelId } = await world.own.crawledApp('951', 3);
    const imported = await world.json({ csv: csvOf(ROWS) }, channelId);
    expect(imported.body).toEqual(added(2));
    app.reviews = { gb: storeReviews(2) };
    app.count = 2;
    for (let crawl = 0; crawl < 4; crawl += 1) await world.own.crawlAgain(channelId);
    const missing = await world.own.world.admin.query<{ external_id: string; missed: number }>(
      'select external_id, missed from channels.seen_reviews where channel_id = $1 and imported',
      [channelId],
    );
    expect(missing.map(({ missed }) => missed)).toEqual([0, 0]);
    const removed = (await world.own.published(reviewsRemoved, channelId)).flatMap(
      ({ data }) => data.external_ids,
    );
    expect(removed).not.toEqual(expect.arrayContaining(['r1']));
  });

  it('leaves a review alone that a crawl has read', async () => {
    const { channelId } = await world.own.crawledApp('952', 1);
    const [review] = await world.own.collected(channelId);
    const row = `Nobody,1,Rewritten,2020-01-01,${review!.external_id}`;
    expect((await world.json({ csv: csvOf([row]) }, channelId)).body).toMatchObject({
      inserted: 0,
      updated: 0,
    });
    expect(await world.own.collected(channelId)).toHaveLength(1);
  });

  it('expects crawls to find an imported review again once a crawl has read it', async () => {
    const { channelId } = await world.own.crawledApp('953', 1);
    const sql = 'update channels.seen_reviews set imported = true, run = 0 where channel_id = $1';
    await world.own.world.admin.query(sql, [channelId]);
    await world.own.crawlAgain(channelId);
    const seen = await world.own.world.admin.query<{ imported: boolean }>(
      'select imported from channels.seen_reviews where channel_id = $1',
      [channelId],
    );
    expect(seen).toEqual([{ imported: false }]);
  });
});
