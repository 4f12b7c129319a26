import { isDeepStrictEqual } from 'node:util';
import { seenReviewHash } from '../normalise/identity';
import { MAX_TEXT } from '../normalise/text';
import { CrawlError } from './crawl-error';
import { isOwnHost } from './own-host';
import { fixtureText, playback, requestsOf, scenariosOf, walk, type Walk } from './fixtures.suite';
import {
  type ChannelConfig,
  type ConnectionField,
  type NormalizedReview,
  type PlatformMeta,
} from './platform';
import { PLATFORMS } from './registry';
import { wrongFields, wrongFigures } from './valid-review.suite';

const crawled = PLATFORMS.map((platform) => ({ slug: platform.meta.slug, platform })).filter(
  ({ platform }) => platform.meta.method !== 'dashboard',
);

/** The fields of POST /channels/add that a configuration consists of. */
const FIELDS: Readonly<Record<keyof ChannelConfig, ConnectionField>> = {
  url: 'url',
  accessToken: 'access_token',
  trendId: 'trend_id',
  subdomain: 'subdomain',
  stores: 'stores',
  countries: 'countries',
};

/** Fields of a review that a platform may not have, and what they are then. */
const MISSING: Readonly<Record<string, unknown>> = { fromName: 'Anonymous', text: '', ratingValue: null };

function urlsOf(review: NormalizedReview): (string | null)[] {
  const media = review.media.flatMap(({ url, src }) => [url, src]);
  return [review.fromImage, review.fromUrl, review.postUrl, ...media];
}

function expectValid(review: NormalizedReview, { caps }: PlatformMeta, now: Date): void {
  expect(wrongFields(review, now)).toEqual([]);
  expect(review.fromName).toMatch(/^.{1,191}$/su);
  expect(review.text.length).toBeLessThanOrEqual(MAX_TEXT);
  // Someone may have typed this on a platform that delivers plain text.
  expect(caps.plain ? '' : review.text).not.toMatch(/<\/?[a-z]|&amp;|&#\d/i);
  expect(review.text.trim()).toBe(review.text);
  const urls = urlsOf(review).filter((url) => url !== null);
  expect(urls.filter((url) => !/^https?:\/\//.test(url))).toEqual([]);
}

/** Returns the fields that one expected review has and another one does not. */
function fieldsThatMayMiss(
  reviews: readonly Record<string, unknown>[],
  missing: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(missing).flatMap(([name, none]) => {
    const values = reviews.map((review) => review[name]).filter((value) => value !== undefined);
    const without = values.filter((value) => isDeepStrictEqual(value, none));
    return without.length > 0 && without.length < values.length ? [name] : [];
  });
}

/** Returns the code of an error, or the text of one without a code. */
function outcomeOf(error: unknown): string {
  return error instanceof CrawlError ? error.code : String(error);
}

/** Returns how many pages with reviews the longest partition of a profile has. */
function pagesWithReviews({ pages }: Walk): number {
  const partitions = pages.filter(({ reviews }) => reviews.length > 0).map(({ partition }) => partition);
  return Math.max(0, ...partitions.map((one) => partitions.filter((other) => other === one).length));
}

/** Freezes a value and everything in it, so that a write throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

describe.each(crawled)('the crawled platform $slug', ({ platform }) => {
  const { meta } = platform;

  const scenarios = scenariosOf(platform).map((scenario) => ({ what: scenario.what, scenario }));
  const expectedReviews = scenarios.flatMap(({ scenario }) => scenario.expected.reviews ?? []);

  it('has fixtures of a profile with reviews, one without reviews and one that is refused', () => {
    expect(scenarios.some(({ scenario }) => (scenario.expected.reviews?.length ?? 0) > 1)).toBe(true);
    expect(scenarios.some(({ scenario }) => scenario.expected.reviews?.length === 0)).toBe(true);
    expect(scenarios.some(({ scenario }) => scenario.expected.invalid !== undefined)).toBe(true);
  });

  describe.each(scenarios)('for $what', ({ scenario }) => {
    const { expected } = scenario;

    if (expected.invalid !== undefined) {
      it('refuses the profile with the expected code', async () => {
        const refusal = platform.validate(scenario.config, playback(platform, scenario));
        expect(await refusal.catch(outcomeOf)).toBe(expected.invalid);
      });
    }

    if (expected.profile) {
      it('reads the name, the score and the review count', async () => {
        const info = await platform.validate(scenario.config, playback(platform, scenario));
        expect(info).toMatchObject(expected.profile as object);
        expect(wrongFigures(info)).toEqual([]);
        const figures = await platform.profile(info.key, scenario.config, playback(platform, scenario));
        expect(figures).toMatchObject({
          score: info.score,
          scoreScale: info.scoreScale,
          reviews: info.reviews,
        });
      });
    }

    if (expected.reviews) {
      it('reads the expected reviews, and the same ones a second time', async () => {
        const first = await walk(platform, scenario);
        expect(JSON.parse(JSON.stringify(first.reviews))).toMatchObject(expected.reviews as object[]);
        expect(first.reviews).toHaveLength(expected.reviews?.length ?? 0);
        const second = await walk(platform, scenario);
        expect(second.reviews).toEqual(first.reviews);
        expect(second.reviews.map(seenReviewHash)).toEqual(first.reviews.map(seenReviewHash));
      });

      it('returns valid reviews with unique ids', async () => {
        const { reviews } = await walk(platform, scenario);
        for (const review of reviews) expectValid(review, platform.meta, new Date(scenario.now));
        expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(reviews.length);
      });
    }

    it('requests only the hosts in its metadata', async () => {
      const requested = await requestsOf(platform, scenario);
      expect(requested.filter((url) => !isOwnHost(meta, new URL(url).hostname))).toEqual([]);
    });
  });

  it('continues every profile with several pages at the cursor of its first page', async () => {
    const readable = scenarios.filter(({ scenario }) => scenario.expected.reviews);
    const walks = await Promise.all(
      readable.map(async ({ what, scenario }) => ({ what, scenario, whole: await walk(platform, scenario) })),
    );
    const mostPages = Math.max(...walks.map(({ whole }) => pagesWithReviews(whole)));
    expect(mostPages > 1).toBe(meta.caps.paging !== 'none');
    for (const { what, scenario, whole } of walks) {
      const [first] = whole.pages;
      if (!first || first.next === null) continue;
      const rest = await walk(platform, scenario, { partition: first.partition, cursor: first.next });
      expect({ what, reviews: [...first.reviews, ...rest.reviews] }).toEqual({
        what,
        reviews: whole.reviews,
      });
    }
  });

  it('has fixtures with emoji, text from right to left, HTML entities and an unknown field', () => {
    const text = fixtureText(platform);
    expect({
      emoji: /\p{Extended_Pictographic}/u.test(text),
      rightToLeft: /[\u0590-\u06ff]/.test(text),
      entities: /&(?:amp|lt|gt|quot|eacute|#x?[\da-f]+);/i.test(text),
      unknownField: text.includes('x_unknown'),
    }).toEqual({ emoji: true, rightToLeft: true, entities: true, unknownField: true });
  });

  it('is connected in its fixtures with what it requires, and with nothing that it does not take', () => {
    const { required, optional } = meta;
    const usable = scenarios.filter(({ scenario }) => scenario.expected.profile);
    for (const { what, scenario } of usable) {
      const given = Object.keys(scenario.config).map((name) => FIELDS[name as keyof ChannelConfig]);
      expect({ what, missing: required.filter((name) => !given.includes(name)) }).toEqual({
        what,
        missing: [],
      });
      const unknown = given.filter((name) => ![...required, ...optional].includes(name));
      expect({ what, unknown }).toEqual({ what, unknown: [] });
    }
  });

  it('sends the key of the customer as its fixtures say, unless no request can have it', async () => {
    if (meta.method !== 'credentials') return;
    for (const { what, scenario } of scenarios) {
      if (!scenario.expected.profile) continue;
      const config = { ...scenario.config, accessToken: 'a key\nof two lines' };
      const ctx = playback(platform, { ...scenario, config });
      const refused = await platform.validate(config, ctx).then(() => 'accepted', outcomeOf);
      expect({ what, refused }).toEqual({
        what,
        refused: expect.stringMatching(/^CREDENTIALS_INVALID$|has no exchange/),
      });
    }
  });

  it('has fixtures that expect a date in UTC and its precision', () => {
    const dated = expectedReviews.filter(
      ({ postedOn, postedPrecision }) => /^.+T.+Z$/.test(String(postedOn)) && postedPrecision !== undefined,
    );
    expect(dated).not.toEqual([]);
  });

  it('has fixtures that expect a review without its author, text or rating, and another one with it', () => {
    // The review of a platform without ratings has a text, and may always have an author, or never.
    const missing = meta.caps.rating ? MISSING : { ...MISSING, media: [] };
    expect(fieldsThatMayMiss(expectedReviews, missing)).not.toEqual([]);
  });

  it('has fixtures with everything that its metadata promises, and nothing else', async () => {
    const readable = scenarios.filter(({ scenario }) => scenario.expected.reviews);
    const walks = await Promise.all(readable.map(({ scenario }) => walk(platform, scenario)));
    const reviews = walks.flatMap((each) => each.reviews);
    expect({
      rating: reviews.some(({ ratingValue }) => ratingValue !== null),
      text: reviews.some(({ text }) => text !== ''),
      media: reviews.some(({ media }) => media.length > 0),
      ownerReply: reviews.some(({ reply }) => reply !== null),
    }).toEqual({
      rating: meta.caps.rating,
      text: meta.caps.text,
      media: meta.caps.media,
      ownerReply: meta.caps.ownerReply,
    });
  });

  it('normalises rows without changing them', async () => {
    const full = scenarios.filter(({ scenario }) => (scenario.expected.reviews?.length ?? 0) > 1);
    for (const { scenario } of full) {
      const now = new Date(scenario.now);
      for (const { rows, reviews } of (await walk(platform, scenario)).pages) {
        expect(platform.normalize(frozen(rows), now).reviews).toEqual(reviews);
      }
    }
  });
});
