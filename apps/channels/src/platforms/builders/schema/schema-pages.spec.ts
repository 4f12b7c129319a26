import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CrawlError } from '../../crawl-error';
import { playback, type Scenario } from '../../fixtures.suite';
import type { NormalizedReview, Notice, Platform } from '../../platform';
import { capterra } from '../../software/capterra';
import { websiteSchema } from '../../website/website-schema';

interface PageCase {
  name: string;
  body: string;
  want: {
    reviews?: number;
    official?: { value: number; count: number };
    authors?: string[];
    texts?: string[];
    dates?: string[];
    ratings?: number[];
    status?: number;
  };
}

const CASES = JSON.parse(readFileSync(join(__dirname, 'pages.cases.json'), 'utf8')) as PageCase[];
const URL = 'https://larch.example/reviews';
const NOW = new Date('2026-11-30T12:00:00Z');

function ctxOf(html: string, redirectedTo?: string, platform = websiteSchema as Platform) {
  const scenario: Scenario = {
    what: 'a page',
    now: NOW.toISOString(),
    config: { url: URL },
    exchanges: [{ url: URL, text: html, ...(redirectedTo === undefined ? {} : { redirectedTo }) }],
    expected: {},
  };
  return playback(platform, scenario);
}

async function added(html: string, redirectedTo?: string) {
  return websiteSchema.validate({ url: URL }, ctxOf(html, redirectedTo) as never);
}

/** Reads the page as a crawl does. */
async function crawled(
  html: string,
): Promise<{ reviews: readonly NormalizedReview[]; notices: readonly Notice[] }> {
  const request = { key: { url: URL }, config: { url: URL }, partition: '', cursor: null };
  const { rows, notices = [] } = await websiteSchema.fetchPage(request, ctxOf(html) as never);
  return { reviews: websiteSchema.normalize(structuredClone(rows), NOW).reviews, notices };
}

async function refusal(work: Promise<unknown>): Promise<CrawlError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CrawlError) return error;
  throw new Error(`The page was not refused: ${String(error)}`);
}

const jsonLd = (...blocks: unknown[]): string =>
  blocks
    .map((block) => (typeof block === 'string' ? block : JSON.stringify(block)))
    .map((block) => `<script type="application/ld+json">${block}</script>`)
    .join('');

const ada = {
  '@type': 'Review',
  author: { '@type': 'Person', name: 'Ada' },
  reviewBody: 'A very long text about rye bread that goes on for a while and ends here.',
  datePublished: '2026-05-04',
  reviewRating: { ratingValue: 5 },
};
const scope = (inner: string): string => `<div itemscope itemtype="https://schema.org/Review">${inner}</div>`;
const prop = (name: string, text: string): string => `<p itemprop="${name}">${text}</p>`;
const rated = (value: number): string =>
  `<i itemprop="reviewRating" itemscope><meta itemprop="ratingValue" content="${value}"></i>`;

describe('a page from the world', () => {
  it.each(CASES.filter(({ want }) => want.status === undefined).map((one) => [one.name, one] as const))(
    'is read: %s',
    async (_name, { body, want }) => {
      const { reviews } = await crawled(body);
      const found = {
        reviews: reviews.length,
        authors: reviews.map(({ fromName }) => fromName),
        texts: reviews.map(({ text }) => text),
        ratings: reviews.map(({ ratingValue }) => ratingValue),
        dates: reviews.map(({ postedOn }) => postedOn.toISOString().slice(0, 19).replace('T', ' ')),
      };
      const { official, ...wanted } = Object.fromEntries(
        Object.entries(want).filter(([name]) => name in found || name === 'official'),
      ) as PageCase['want'];
      expect(found).toMatchObject(wanted);
      const { score, reviews: count } = await added(body);
      expect(official ?? { value: score, count }).toEqual({ value: score, count });
    },
  );

  it.each(CASES.filter(({ want }) => want.status === 422).map((one) => [one.name, one] as const))(
    'is refused with the block and the line: %s',
    async (_name, { body }) => {
      const { code, message } = await refusal(added(body));
      expect(code).toBe('LAYOUT_CHANGED');
      expect(message).toContain('Block 1 of 1, line 1: the JSON ends inside of a string');
      expect(message).not.toContain('Add the markup');
    },
  );
});

describe('a page with broken JSON-LD', () => {
  const whole = { '@type': 'LocalBusiness', name: 'Larch', review: [ada] };
  const cut = '\n{"@type":"LocalBusiness",\n"review":[{"@type":"Rev';

  it('is read as far as possible, with a notice that names the first broken block', async () => {
    const { reviews, notices } = await crawled(jsonLd(whole, cut, '{]'));
    expect(reviews).toHaveLength(1);
    expect(notices).toEqual([
      {
        code: 'broken_markup',
        count: 2,
        total: 3,
        example: 'block 2, line 2: the JSON ends inside of a string',
      },
    ]);
  });

  it('has no notice if every block can be repaired', async () => {
    expect((await crawled(jsonLd(whole, '{"@type":"Thing",}'))).notices).toEqual([]);
  });

  it.each([
    ['nothing else', ''],
    ['a count of reviews', jsonLd({ '@type': 'Thing', aggregateRating: { ratingValue: 4, reviewCount: 7 } })],
  ])('fails a crawl with the block and the line if it has %s', async (_name, more) => {
    const { code, message } = await refusal(crawled(jsonLd(cut) + more));
    expect([code, message]).toEqual([
      'LAYOUT_CHANGED',
      expect.stringMatching(/Block 1 of \d, line 2: the JSON ends/),
    ]);
  });

  it('keeps the score of a page that counts no reviews', async () => {
    const more = jsonLd({ '@type': 'Thing', aggregateRating: { ratingValue: 4, reviewCount: 0 } });
    expect((await crawled(jsonLd(cut) + more)).notices).toHaveLength(1);
  });

  it('gives a notice an example of at most 200 characters', async () => {
    const { notices } = await crawled(jsonLd(whole, `{"${'x'.repeat(500)}`, `{"a":1 ${'x'.repeat(500)}`));
    expect(notices[0]?.example?.length).toBeLessThanOrEqual(200);
  });
});

describe('a page that has moved', () => {
  const html = jsonLd({ '@type': 'LocalBusiness', name: 'Larch', review: [ada] });

  it('has the identity, the key and the URL of where it ends', async () => {
    expect(await added(html, 'https://www.larch.example/new?utm_source=x')).toMatchObject({
      identity: 'larch.example/new',
      url: 'https://www.larch.example/new',
      key: { url: 'https://www.larch.example/new' },
    });
  });

  it('is refused with the place where it ends if there are no reviews', async () => {
    const { code, message } = await refusal(added('<title>Log in</title>', 'https://larch.example/login'));
    expect([code, message]).toEqual([
      'INVALID_PROFILE',
      expect.stringContaining('The URL redirects to https://larch.example/login.'),
    ]);
  });

  it.each([
    ['0; url=/reviews/new', 'https://larch.example/reviews/new'],
    ["5;URL='https://www.larch.example/'", 'https://www.larch.example/'],
    ['0, https://www.larch.example/a', 'https://www.larch.example/a'],
  ])('is refused with the place that a refresh leads to: %s', async (content, target) => {
    const { code, message } = await refusal(added(`<meta http-equiv="Refresh" content="${content}">`));
    expect([code, message]).toEqual([
      'INVALID_PROFILE',
      expect.stringContaining(`The page sends visitors to ${target}. Send that URL`),
    ]);
  });

  it.each(['30', '0; url=', `0; url=${URL}`, `0;${' '.repeat(50_000)}x`])(
    'is not said of a page with the refresh %#',
    async (content) => {
      const { message } = await refusal(added(`<meta http-equiv="refresh" content="${content}">`));
      expect(message).not.toContain('sends visitors');
    },
  );

  it('keeps the key of a profile whose end is no URL of a profile', async () => {
    const platform = capterra as Platform;
    const url = platform.meta.urlExample ?? '';
    const ctx = playback(platform, {
      what: 'a profile',
      now: NOW.toISOString(),
      config: { url },
      exchanges: [{ url, text: html, redirectedTo: 'https://www.capterra.com/' }],
      expected: {},
    });
    expect((await platform.validate({ url }, ctx)).url).toBe(url);
  });
});

describe('twins on a page', () => {
  const cutTexts = [
    'A very long text about rye bread… Read more',
    'A very long text about rye bread ... more',
    'A very long text about rye bread that goes [...]',
    'A very long text about rye bread Weiterlesen',
    'A very long text about rye bread (read more)',
  ];

  it.each(cutTexts)('are one review with the whole text if one is cut: %s', async (text) => {
    const markup = scope(
      prop('author', 'Ada') + prop('reviewBody', text) + prop('datePublished', '2026-05-04'),
    );
    const first = await crawled(jsonLd(ada) + markup);
    expect(first.reviews.map((review) => [review.text, review.ratingValue])).toEqual([[ada.reviewBody, 5]]);
    // The derived id is that of the whole text, whichever comes first.
    const cut = { ...ada, reviewBody: text, reviewRating: undefined };
    const other = await crawled(jsonLd(cut, ada));
    expect(other.reviews.map(({ externalId }) => externalId)).toEqual([first.reviews[0]?.externalId]);
    const alone = await crawled(jsonLd(ada));
    expect(alone.reviews[0]?.externalId).toBe(first.reviews[0]?.externalId);
  });

  it('are one review with the exact time if their days differ by the time zone', async () => {
    const later = { ...ada, datePublished: '2026-05-03T23:30:00-05:00' };
    const { reviews } = await crawled(jsonLd(ada, later));
    expect(reviews.map(({ postedOn }) => postedOn.toISOString())).toEqual(['2026-05-04T04:30:00.000Z']);
  });

  it('are one review with the best of both', async () => {
    const one = { '@type': 'Review', '@id': '#r1', author: 'Ada', reviewBody: 'Fine bread, fine rolls.' };
    const markup = scope(
      prop('author', 'Ada Lovelace') +
        prop('reviewBody', 'Fine bread, fine rolls.') +
        prop('datePublished', '2026-05-04') +
        rated(4) +
        '<img itemprop="image" src="/1.jpg"><a itemprop="url" href="/r/1">#</a>',
    );
    const { reviews } = await crawled(jsonLd(one) + markup);
    expect(reviews).toMatchObject([
      {
        externalId: 'larch.example/reviews#r1',
        fromName: 'Ada Lovelace',
        ratingValue: 4,
        postedPrecision: 'day',
        postUrl: 'https://larch.example/r/1',
        media: [{ url: 'https://larch.example/1.jpg' }],
      },
    ]);
  });

  it('are one review if one has a title, or no author', async () => {
    const titled = scope(
      prop('name', 'Great') + prop('reviewBody', ada.reviewBody) + prop('datePublished', '2026-05-04'),
    );
    const { reviews } = await crawled(jsonLd(ada) + titled);
    expect(reviews.map(({ text, fromName }) => [text, fromName])).toEqual([
      [`Great\n${ada.reviewBody}`, 'Ada'],
    ]);
  });

  it('are one review if a theme has changed quotes, dashes and emoji', async () => {
    const plain = { ...ada, reviewBody: 'It\'s "fine" -- really fine... \u{1f600}' };
    const themed = { ...ada, reviewBody: 'It\u2019s \u201cfine\u201d \u2013 really fine\u2026' };
    const [one, other] = [await crawled(jsonLd(plain, themed)), await crawled(jsonLd(themed, plain))];
    expect(one.reviews).toHaveLength(1);
    expect(other.reviews).toEqual(one.reviews);
  });

  it('are one review in one list if one lacks its date, for a small screen', async () => {
    const body = prop('author', 'Ada') + prop('reviewBody', ada.reviewBody);
    const { reviews } = await crawled(scope(body) + scope(body + prop('datePublished', '2026-05-04')));
    expect(reviews.map(({ postedPrecision }) => postedPrecision)).toEqual(['day']);
  });

  it('without text are one review each, as often as the list with the most has them', async () => {
    const silent = { ...ada, reviewBody: undefined };
    const markup = scope(prop('author', 'Ada') + prop('datePublished', '2026-05-04') + rated(5));
    expect((await crawled(jsonLd([silent, silent]) + markup + markup)).reviews).toHaveLength(2);
  });

  it.each([
    ['texts', { ...ada, reviewBody: 'Another text about rolls and cake, by the same author.' }],
    ['authors and a short text', { ...ada, author: 'Bo', reviewBody: 'Great' }],
    ['days', { ...ada, datePublished: '2026-05-06' }],
    ['ratings', { ...ada, reviewRating: { ratingValue: 3 } }],
    ['beginnings of a text that is not cut', { ...ada, reviewBody: 'A very long text about rye bread.' }],
  ])('are no reviews with different %s', async (_name, other) => {
    const first = other.reviewBody === 'Great' ? { ...ada, reviewBody: 'Great' } : ada;
    expect((await crawled(jsonLd(first, other))).reviews).toHaveLength(2);
  });

  it('are found among 2,000 reviews with one author and beginning', async () => {
    const long = Array.from({ length: 1_000 }, (_, index) => ({
      ...ada,
      author: 'Guest',
      reviewBody: `The same beginning, ${index} ${'x'.repeat(800)}`,
    }));
    const { rows } = await websiteSchema.fetchPage(
      { key: { url: URL }, config: {}, partition: '', cursor: null },
      ctxOf(jsonLd(long, long)) as never,
    );
    const began = process.cpuUsage();
    expect(websiteSchema.normalize(rows, NOW).reviews).toHaveLength(1_000);
    // It takes about 300 ms.
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });
});

describe('the text of a review', () => {
  const textOf = async (html: string) => (await crawled(html)).reviews.map(({ text }) => text);
  const body = (...parts: string[]): string => parts.map((part) => prop('reviewBody', part)).join('');

  it.each([
    ['two parts', body('First part.', 'Second part.'), 'First part.\nSecond part.'],
    ['the same part for two sizes of the screen', body('One  text.', 'One text.'), 'One text.'],
    ['a part that contains the other one', body('One…', 'One… and all of it.'), 'One… and all of it.'],
    ['a part inside of another one', `<div itemprop="reviewBody">${body('Inner.')}</div>`, 'Inner.'],
  ])('of a review in markup is joined from %s', async (_name, inner, expected) => {
    expect(await textOf(scope(prop('author', 'Ada') + inner))).toEqual([expected]);
  });

  it('of a review in JSON-LD is joined from a list', async () => {
    expect(await textOf(jsonLd({ ...ada, reviewBody: ['First part.', 'Second part.'] }))).toEqual([
      'First part.\nSecond part.',
    ]);
  });
});
