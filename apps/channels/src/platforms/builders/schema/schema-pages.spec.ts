import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CrawlError } from '../../crawl-error';
import { playback, type Scenario } from '../../fixtures.suite';
import type { NormalizedReview, Notice, Platform } from '../../platform';
import { capterra } from '../../software/capterra';
import { websiteSchema } from '../../website/website-schema';
import { WorkBudget } from '../../../normalise/schema-org/work-budget';
import { mergeTwins } from './twins';

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

function ctxOf(html: string, redirectedTo?: string, platform = websiteSchema as Platform, url = URL) {
  const scenario: Scenario = {
    what: 'a page',
    now: NOW.toISOString(),
    config: { url },
    exchanges: [{ url, text: html, ...(redirectedTo === undefined ? {} : { redirectedTo }) }],
    expected: {},
  };
  return playback(platform, scenario);
}

async function added(html: string, redirectedTo?: string, url = URL) {
  return websiteSchema.validate({ url }, ctxOf(html, redirectedTo, websiteSchema as Platform, url) as never);
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

describe('a page without reviews', () => {
  it.each([
    ['Log in', '', 'Open the URL in a private window'],
    ['Before you continue', '', 'Open the URL in a private window'],
    ['404 Not Found', '', 'Open the URL in a private window'],
    [
      'Larch',
      jsonLd({ '@type': 'LocalBusiness', name: 'Larch', review: [] }),
      'has an empty list of reviews',
    ],
    [
      'Larch',
      jsonLd({ '@type': 'Thing', name: 'Larch', aggregateRating: { reviewCount: 0 } }),
      'or counts none',
    ],
  ])('is refused with what it shows: %s', async (title, more, advice) => {
    const { code, message } = await refusal(added(`<title>${title}</title>${more}`));
    expect(code).toBe('INVALID_PROFILE');
    expect(message).toContain(`The page is titled "${title}".`);
    expect(message).toContain(advice);
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

  it.each([
    ['a session on the same path', 'https://larch.example/reviews?sid=8f3a'],
    ['a session on another path', 'https://larch.example/new?sid=8f3a'],
    ['a parameter on the home page', 'https://larch.example/?sid=8f3a'],
  ])('keeps its URL if the redirect adds %s', async (_name, end) => {
    expect(await added(html, end)).toMatchObject({
      identity: 'larch.example/reviews',
      url: URL,
      key: { url: URL },
    });
  });

  it.each([
    ['https://larch.example/old?id=5&page=2', 'https://larch.example/new?id=5', 'larch.example/new?id=5'],
    ['https://larch.example/p?sid=8f3a', 'https://larch.example/p', 'larch.example/p'],
    ['https://larch.example/p?lang=en', 'https://larch.example/p?lang=de', 'larch.example/p?lang=en'],
    ['http://larch.example/', 'https://www.larch.example/', 'larch.example'],
    ['https://larch.example/reviews', 'https://reviews.larch.example/', 'reviews.larch.example'],
  ])('is one profile: %s that ends at %s', async (url, end, identity) => {
    expect((await added(html, end, url)).identity).toBe(identity);
  });

  it.each(['https://larch.example/gone', 'https://larch.example/?p=5'])(
    'is refused if it leads to the home page: %s',
    async (url) => {
      const { code, message } = await refusal(added(html, 'https://www.larch.example/', url));
      expect([code, message]).toEqual([
        'INVALID_PROFILE',
        expect.stringContaining('Connect https://www.larch.example/ if that page shows the reviews.'),
      ]);
    },
  );

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

  it.each([
    ['a short text', 'Great!'],
    ['no text', undefined],
  ])('with %s are one review if one shortens the name of the author', async (_name, reviewBody) => {
    const markup = scope(
      prop('author', 'Ada L.') +
        prop('reviewBody', reviewBody ?? '') +
        prop('datePublished', '2026-05-04') +
        rated(5),
    );
    const { reviews } = await crawled(jsonLd({ ...ada, author: 'Ada Lovelace', reviewBody }) + markup);
    expect(reviews.map(({ fromName }) => fromName)).toEqual(['Ada Lovelace']);
  });

  it.each(['by Ada Lovelace', 'Lovelace, Ada', 'A*** L***********'])(
    'have the plain name of their author beside %j',
    async (name) => {
      const markup = scope(prop('author', name) + prop('datePublished', '2026-05-04') + rated(5));
      const plain = jsonLd({ ...ada, author: 'Ada Lovelace', reviewBody: undefined });
      for (const page of [plain + markup, markup + plain]) {
        expect((await crawled(page)).reviews.map(({ fromName }) => fromName)).toEqual(['Ada Lovelace']);
      }
    },
  );

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
    expect((await crawled(jsonLd(long, long))).reviews).toHaveLength(1_000);
  });
});

describe('the work of merging twins', () => {
  const review = { fromName: 'Ann', ratingValue: 5, ratingScale: 5, media: [], postedPrecision: 'day' };
  const many = (size: number, part: (index: number) => object) =>
    Array.from({ length: size }, (_, index) => ({
      review: { ...review, postedOn: NOW, ...part(index) } as unknown as NormalizedReview,
      list: index,
    }));
  const shapes: Readonly<Record<string, (size: number) => ReturnType<typeof many>>> = {
    'long texts with one title': (size) =>
      many(size, (index) => ({ text: `One title\n${index} ${'word '.repeat(4_000)}` })),
    'letters that are 18 when they are folded': (size) =>
      many(size, (index) => ({ text: `${index}\n${'\ufdfa'.repeat(20_000)}` })),
    'one beginning and many names': (size) =>
      many(size, (index) => ({
        fromName: `Ann ${'b '.repeat(90)}${index}`,
        text: `The same beginning ${index}`,
      })),
    'one long text and many that are cut': (size) =>
      many(size, (index) => ({ text: `A long text ${'word '.repeat(index ? 1 : 3_000)}…` })),
  };
  const stepsOf = (listed: ReturnType<typeof many>): number => {
    const budget = new WorkBudget(Number.POSITIVE_INFINITY);
    mergeTwins(listed, budget);
    return budget.steps;
  };
  const pairsOf = (listed: ReturnType<typeof many>): number =>
    stepsOf(listed) - listed.reduce((sum, one) => sum + one.review.text.length, 0);

  it.each(Object.entries(shapes))('at most doubles when %s are doubled, and is bounded', (_name, shape) => {
    expect(stepsOf(shape(400))).toBeLessThan(2.2 * stepsOf(shape(200)));
    // At most 3,000 characters of a text, 3,000 below its title and its last 80 are folded.
    expect(stepsOf(shape(50))).toBeLessThan(50 * (18 * 6_080 + 50 * 4));
  });

  it('compares each of 2,000 reviews with one author and beginning with 50 others at most', () => {
    const listed = many(2_000, (index) => ({
      fromName: 'Guest',
      text: `The same beginning, ${index % 1_000} ${'x'.repeat(800)}`,
    }));
    expect(pairsOf(listed)).toBeLessThanOrEqual(2_000 * 50);
  });

  it('ends after 200,000 pairs', () => {
    // Each has 200 neighbours: 50 by its beginning, and 50 of each name.
    const listed = many(6_000, (index) => ({
      text: `The same beginning ${index}`,
      fromName: `${index % 90}`,
    }));
    expect(pairsOf(listed)).toBe(200_000);
  });

  it('still tells long texts apart, and takes the whole one of a long text and its beginning', async () => {
    const long = 'word '.repeat(3_000);
    const texts = async (...bodies: string[]) =>
      (await crawled(jsonLd(...bodies.map((reviewBody) => ({ ...ada, reviewBody }))))).reviews.map(
        ({ text }) => text,
      );
    expect(await texts(`One ${long}`, `Two ${long}`)).toHaveLength(2);
    expect(await texts(`${long}… Read more`, `${long}and more.`)).toEqual([`${long}and more.`]);
    expect(await texts(long, `${long}and more.`)).toEqual([`${long}and more.`]);
    expect(await texts(`Great\n${long}`, long.trim())).toEqual([`Great\n${long.trim()}`]);
  });
});

describe('a review that is marked up in an unusual way', () => {
  it.each([
    [
      'without a type',
      jsonLd({ '@type': 'LocalBusiness', name: 'L', review: [{ author: 'Ada', reviewBody: 'Fine.' }] }),
    ],
    ['with a type in lower case', jsonLd({ '@type': 'review', author: 'Ada', reviewBody: 'Fine.' })],
    ...['https://schema.org/review', 'https://schema.org/Review/'].map((type) => [
      `of type ${type}`,
      `<div itemscope itemtype="${type}">${prop('author', 'Ada')}${prop('reviewBody', 'Fine.')}</div>`,
    ]),
  ])('is read %s', async (_name, html) => {
    const { reviews } = await crawled(html ?? '');
    expect(reviews).toMatchObject([{ fromName: 'Ada', text: 'Fine.' }]);
  });

  it('is read with the date of data-vocabulary.org', async () => {
    const { reviews } = await crawled(
      '<div itemscope itemtype="http://data-vocabulary.org/Review"><time itemprop="dtreviewed" datetime="2026-05-04">x</time>' +
        '<p itemprop="description">Fine.</p></div>',
    );
    expect(reviews).toMatchObject([{ text: 'Fine.', postedOn: new Date('2026-05-04T00:00:00Z') }]);
  });

  it.each(['(more)', ' »', '… Read less', '. Read less', '\nVerified purchase'])(
    'is one with its twin, whose text ends in %j',
    async (end) => {
      const markup = scope(
        prop('author', 'Ada') + `<pre itemprop="reviewBody">${ada.reviewBody}${end}</pre>`,
      );
      expect((await crawled(jsonLd(ada) + markup)).reviews).toHaveLength(1);
    },
  );
});

describe('the text of a review as the page shows it', () => {
  const shown = (html: string) => scope(`${prop('author', 'Ada')}<div itemprop="reviewBody">${html}</div>`);
  it.each([
    ['<h4>Top</h4>Fine', 'Top\nFine'],
    ['<p>One.</p>Two.', 'One.\nTwo.'],
    ['<div>One.</div><span>Two.</span>', 'One.\nTwo.'],
    ['<p>One.</p>\n  <p>Two.</p>', 'One.\nTwo.'],
    ['<ul><li>a</li></ul>b', 'a\nb'],
    ['a<blockquote>b</blockquote>', 'a\nb'],
    ['a<hr>b', 'a\nb'],
    ['a<br>\n b<br><br>c<br><p>d</p>', 'a\nb\n\nc\nd'],
    ['<dl><dt>Pros</dt><dd>Good</dd><dt>Cons</dt><dd>Bad</dd></dl>', 'Pros\nGood\nCons\nBad'],
    [
      '<table><tr><td>Food</td><td>Good</td></tr><tr><td>Room</td><td>Ok</td></tr></table>',
      'Food Good\nRoom Ok',
    ],
    ['<span>a</span><span>b</span> <b>c</b>', 'ab c'],
    ['<p>I really\n      like this course</p>', 'I really like this course'],
    ['<pre>a\n  b</pre>c', 'a\nb\nc'],
    ['use &lt;b&gt;bold&lt;/b&gt;', 'use <b>bold</b>'],
    ['Tom &amp;amp; Jerry', 'Tom &amp; Jerry'],
    ['&lt;script&gt;alert(1)&lt;/script&gt; is bad', '<script>alert(1)</script> is bad'],
  ])('is read from %j', async (html, text) => {
    const { reviews } = await crawled(shown(html));
    expect(reviews.map((review) => review.text)).toEqual([text]);
  });

  it('is read from RDFa and hReview, too', async () => {
    const { reviews } = await crawled(
      '<div typeof="Review"><div property="reviewBody"><h4>Top</h4>Fine</div></div>' +
        '<div class="hreview"><div class="description"><h4>Good</h4>Bread</div></div>',
    );
    expect(reviews.map(({ text }) => text)).toEqual(['Top\nFine', 'Good\nBread']);
  });

  it('has no markup that an attribute contains, which nobody sees', async () => {
    const { reviews } = await crawled(
      scope('<meta itemprop="reviewBody" content="&lt;p&gt;Fine &amp;amp; good&lt;/p&gt;">'),
    );
    expect(reviews.map(({ text }) => text)).toEqual(['Fine & good']);
  });
});

describe('a value that nobody sees as text', () => {
  const business = (inner: string): string =>
    `<div itemscope itemtype="https://schema.org/LocalBusiness">${prop('name', 'Larch')}${inner}</div>`;
  const rating = (inner: string): string => `<i itemprop="reviewRating" itemscope>${inner}</i>`;
  const page = (inner: string): string => business(scope(prop('reviewBody', 'Fine.') + inner));

  it.each([
    [
      'the picture of stars',
      '<img itemprop="reviewRating" src="/stars-45.png" alt="4 out of 5 stars">',
      4,
      5,
    ],
    ['a title', '<i itemprop="reviewRating" title="4"></i>', 4, 5],
    [
      'a title beside stars that are drawn with one character',
      '<i itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating" title="4/5">☆☆☆☆☆</i>',
      4,
      5,
    ],
    ['a label', rating('<i itemprop="ratingValue" aria-label="4 stars"></i>'), 4, 5],
    ['a meter with its scale', rating('<meter itemprop="ratingValue" value="4" max="10"></meter>'), 4, 10],
    [
      'a rating without properties',
      '<i itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating">4/5</i>',
      4,
      5,
    ],
  ])('is the rating of %s', async (_name, inner, ratingValue, ratingScale) => {
    expect((await crawled(page(inner))).reviews).toMatchObject([{ ratingValue, ratingScale }]);
  });

  it.each([
    [
      'the text of a person without properties',
      '<b itemprop="author" itemscope itemtype="https://schema.org/Person">Ada</b>',
      'Ada',
    ],
    ['what a picture shows', '<img itemprop="author" src="/ada.png" alt="Ada">', 'Ada'],
    ['a button', '<b itemprop="author"><button>Ada</button></b>', 'Ada'],
    ['nothing for a placeholder', prop('author', '{{ review.author }}'), 'Anonymous'],
  ])('is the author of %s', async (_name, inner, fromName) => {
    expect((await crawled(page(inner))).reviews).toMatchObject([{ fromName }]);
  });

  it('is the exact date in the title of a relative one', async () => {
    const { reviews } = await crawled(
      page('<abbr itemprop="datePublished" title="2026-05-04">last week</abbr>'),
    );
    expect(reviews).toMatchObject([{ postedOn: new Date('2026-05-04T00:00:00Z') }]);
  });

  it('makes no review of a template', async () => {
    const template = scope(prop('author', '{{ name }}') + prop('reviewBody', '{{ text }}'));
    const { reviews } = await crawled(business(scope(prop('reviewBody', 'Fine.')) + template));
    expect(reviews.map(({ text }) => text)).toEqual(['Fine.']);
  });

  it.each([
    ['microdata', 'itemscope itemtype="http://data-vocabulary.org/', 'itemprop="', 'itemprop="rating" '],
    ['RDFa', 'typeof="v:', 'property="v:', 'rel="v:rating" '],
  ])('is the official rating of data-vocabulary.org in %s', async (_name, type, property, held) => {
    const html =
      `<div ${type}Review-aggregate"><p ${held}><b ${type}Rating"><i ${property}average">9</i>/<i ${property}best">10</i></b></p>` +
      `<i ${property}count">35</i></div>`;
    const page = held.startsWith('rel')
      ? html
      : html.replace('<p itemprop="rating" ><b ', '<p><b itemprop="rating" ');
    expect(await added(page)).toMatchObject({ score: 9, scoreScale: 10, reviews: 35 });
  });

  it('is a property of RDFa that an element around its thing has', async () => {
    const { reviews } = await crawled(
      '<div typeof="s:Review"><p property="s:reviewBody">Fine.</p><div rel="s:reviewRating"><p><i typeof="s:Rating">' +
        '<b property="s:ratingValue">4</b></i></p></div></div>',
    );
    expect(reviews).toMatchObject([{ text: 'Fine.', ratingValue: 4 }]);
  });
});

describe('the text of a review', () => {
  const textOf = async (html: string) => (await crawled(html)).reviews.map(({ text }) => text);
  const body = (...parts: string[]): string => parts.map((part) => prop('reviewBody', part)).join('');

  it.each([
    ['two parts', body('First part.', 'Second part.'), 'First part.\nSecond part.'],
    ['the same part for two sizes of the screen', body('One  text.', 'One text.'), 'One text.'],
    ['a part that contains the other one', body('One…', 'One… and all of it.'), 'One… and all of it.'],
    [
      'a part that the page has cut beside the whole one',
      body('A very long text about… Read more', 'A very long text about bread.'),
      'A very long text about bread.',
    ],
    ['a part inside of another one', `<div itemprop="reviewBody">${body('Inner.')}</div>`, 'Inner.'],
    [
      'a text and its controls',
      body('One <a href="#">Read more</a>').replace('</p>', '<button>Like</button></p>'),
      'One…',
    ],
    ['a text and the link that folds it', body('One <a href="#">Read less</a>'), 'One'],
  ])('of a review in markup is joined from %s', async (_name, inner, expected) => {
    expect(await textOf(scope(prop('author', 'Ada') + inner))).toEqual([expected]);
  });

  it.each([
    ['One.\\n\\nIt\\\'s \\"fine\\".', 'One.\n\nIt\'s "fine".'],
    ['C:\\new\\n', 'C:\\new\\n'],
  ])('of a review in JSON-LD is read without the escapes of a template: %j', async (reviewBody, text) => {
    expect(await textOf(jsonLd({ ...ada, reviewBody }))).toEqual([text]);
  });

  it('of a review in JSON-LD is the first of several languages', async () => {
    const reviewBody = ['en', 'de'].map((lang) => ({ '@language': lang, '@value': `Text ${lang}` }));
    expect(await textOf(jsonLd({ ...ada, reviewBody }))).toEqual(['Text en']);
  });

  it('of a review in JSON-LD is joined from a list', async () => {
    expect(await textOf(jsonLd({ ...ada, reviewBody: ['First part.', 'Second part.'] }))).toEqual([
      'First part.\nSecond part.',
    ]);
  });
});
