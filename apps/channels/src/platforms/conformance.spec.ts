import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seenReviewHash } from '../normalise/identity';
import { MAX_TEXT } from '../normalise/text';
import { canonicalUrl } from '../normalise/urls';
import { CrawlError } from './crawl-error';
import { isOwnHost } from './own-host';
import { fixtureText, keyOf, playback, scenariosOf, urlExamplesOf, walk, type Walk } from './fixtures.suite';
import { CATEGORIES, type NormalizedReview, type Platform } from './platform';
import { findPlatform, PLATFORMS, platformOfUrl } from './registry';

const DAY_MS = 86_400_000;

const platforms = PLATFORMS.map((platform) => ({ slug: platform.meta.slug, platform }));
const crawled = platforms.filter(({ platform }) => platform.meta.method !== 'dashboard');

function urlsOf(review: NormalizedReview): (string | null)[] {
  const media = review.media.flatMap(({ url, src }) => [url, src]);
  return [review.fromImage, review.fromUrl, review.postUrl, ...media];
}

function expectValid(review: NormalizedReview, now: Date): void {
  expect(review.externalId).not.toBe('');
  expect(review.fromName).toMatch(/^.{1,191}$/su);
  expect(review.text.length).toBeLessThanOrEqual(MAX_TEXT);
  expect(review.text).not.toMatch(/<\/?[a-z]|&amp;|&#\d/i);
  expect(review.text.trim()).toBe(review.text);
  expect(review.postedOn.getTime()).toBeGreaterThan(Date.UTC(1900, 0, 1));
  expect(review.postedOn.getTime()).toBeLessThanOrEqual(now.getTime() + DAY_MS);
  const rating = review.ratingValue ?? review.ratingScale;
  expect(rating).toBeGreaterThan(review.ratingScale <= 5 ? 0 : -1);
  expect(rating).toBeLessThanOrEqual(review.ratingScale);
  const urls = urlsOf(review).filter((url) => url !== null);
  expect(urls.filter((url) => !/^https?:\/\//.test(url))).toEqual([]);
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

/** Returns the platform that a URL leads to if the customer names the type of this platform. */
function ownerOf(platform: Platform, raw: string): Platform | null {
  const owner = platformOfUrl(raw);
  if (!platform.meta.namedByType) return owner;
  const url = canonicalUrl(raw);
  return url && platform.match(url) && (owner === null || owner.meta.catchAll) ? platform : owner;
}

describe('the catalogue of platforms', () => {
  it('uses every slug, alias and number once', () => {
    const names = PLATFORMS.flatMap(({ meta }) => [meta.slug, ...meta.aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(PLATFORMS.map(({ meta }) => meta.typeId)).size).toBe(PLATFORMS.length);
  });

  it('has every platform that a file describes', () => {
    const files = CATEGORIES.flatMap((category) => {
      const folder = join(__dirname, category.replaceAll('_', '-'));
      return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    });
    const described = files.flatMap((text) => /^ {2}slug: '(\w+)'/m.exec(text)?.[1] ?? []);
    expect(described.toSorted()).toEqual(PLATFORMS.map(({ meta }) => meta.slug).toSorted());
  });

  it('finds a platform by slug and alias in any case', () => {
    expect(findPlatform('App_Store')?.meta.slug).toBe('app_store');
    expect(findPlatform('ios')?.meta.slug).toBe('app_store');
    expect(findPlatform('myspace')).toBeNull();
  });
});

describe.each(platforms)('platform $slug', ({ platform }) => {
  const { meta } = platform;
  const examples = urlExamplesOf(platform);

  it('has complete metadata', () => {
    expect(meta.slug).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(meta.instructions.length).toBeGreaterThan(40);
    expect(meta.ratingScale).toBeGreaterThan(0);
    expect(meta.rate.perSecond).toBeGreaterThan(0);
    expect(meta.required.includes('url') || meta.method !== 'url').toBe(true);
    expect(meta.required.includes('access_token')).toBe(meta.method === 'credentials');
    expect(platform.oauth !== undefined).toBe(meta.method === 'oauth');
    expect(meta.urls.length > 0 || !meta.required.includes('url')).toBe(true);
    expect(meta.urls.length > 0).toBe(examples.yes.length > 0 && examples.no.length > 0);
    expect(meta.urlExample ? ownerOf(platform, meta.urlExample) : platform).toBe(platform);
  });

  it('matches its own example URLs, which no other platform matches', () => {
    for (const pattern of meta.urls) {
      const matching = examples.yes.filter((url) => pattern.test(canonicalUrl(url)?.href ?? ''));
      expect({ pattern, matching }).not.toEqual({ pattern, matching: [] });
    }
    for (const url of examples.yes) {
      expect({ url, owner: ownerOf(platform, url)?.meta.slug }).toEqual({ url, owner: meta.slug });
      const claiming = PLATFORMS.filter(
        ({ meta: { catchAll, namedByType }, match }) =>
          !catchAll && !namedByType && match(canonicalUrl(url) as URL),
      );
      expect(claiming.length).toBeLessThanOrEqual(1);
    }
  });

  it('does not match the example URLs of other pages', () => {
    for (const url of examples.no) {
      const canonical = canonicalUrl(url);
      expect({ url, key: canonical && platform.match(canonical) }).toEqual({ url, key: null });
    }
  });

  it('gives every spelling of a profile URL the same key', () => {
    for (const url of examples.yes) {
      const canonical = canonicalUrl(url) as URL;
      const again = canonicalUrl(
        `${canonical.href}${canonical.search === '' ? '?' : '&'}utm_source=mail#top`,
      ) as URL;
      expect(platform.match(again)).toEqual(platform.match(canonical));
    }
  });
});

describe.each(crawled)('the crawled platform $slug', ({ platform }) => {
  const { meta } = platform;

  const scenarios = scenariosOf(platform).map((scenario) => ({ what: scenario.what, scenario }));

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
        await expect(refusal).rejects.toBeInstanceOf(CrawlError);
        await expect(platform.validate(scenario.config, playback(platform, scenario))).rejects.toMatchObject({
          code: expected.invalid,
        });
      });
    }

    if (expected.profile) {
      it('reads the name, the score and the review count', async () => {
        const info = await platform.validate(scenario.config, playback(platform, scenario));
        expect(info).toMatchObject(expected.profile as object);
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
        for (const review of reviews) expectValid(review, new Date(scenario.now));
        expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(reviews.length);
      });

      it('requests only the hosts in its metadata', async () => {
        const ctx = playback(platform, scenario);
        const key = await keyOf(platform, scenario);
        const [partition = ''] = platform.partitions(key, scenario.config);
        await platform.fetchPage({ key, config: scenario.config, partition, cursor: null }, ctx);
        expect(ctx.requested.filter((url) => !isOwnHost(meta, new URL(url).hostname))).toEqual([]);
      });
    }
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
