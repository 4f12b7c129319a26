import type { PlauditClient } from '@plaudit/client';
import { eventually, type FixtureServer, SeededRandom } from '@plaudit/testing';
import { type InventedReview, newestReviews, olderReviews } from './invented-reviews';

/** The same numbers in each run. */
const SEED = 20_261_121;
const PLATFORMS = ['Staybook', 'Maplet', 'Tripfolk'] as const;
const CHANNELS = [
  { path: '/lindau', name: 'Seeblick Hotel Lindau', score: 4.6, reviews: 412 },
  { path: '/konstanz', name: 'Seeblick Hotel Konstanz', score: 4.2, reviews: 187 },
  { path: '/boathouse', name: 'Seeblick Boathouse', score: 4.8, reviews: 64 },
] as const;
const OLDER_REVIEWS = 360;
const DAYS = 360;
/** The rows of one request. */
const MAX_ROWS = 100;
/** The first of the older reviews wait like the newest ones. */
const WAITING = 38;

/** Fills a new account with the businesses, reviews and widgets of an agency that does not exist. */
export async function inventAgency(api: PlauditClient, pages: FixtureServer, now: Date): Promise<void> {
  await nameAccount(api);
  await connectPages(api, pages, now);
  const random = new SeededRandom(SEED);
  const sources = new Map<string, number>();
  for (const name of PLATFORMS) {
    const { source } = await api.post('/sources/add', { body: { name } });
    sources.set(name, source.id);
  }
  const reviews = [...newestReviews(now), ...olderReviews(random, now, OLDER_REVIEWS, DAYS)];
  const rows = reviews.map((review, at) => ({
    ...rowOf(review),
    status: statusOf(review, at),
    source_id: sources.get(PLATFORMS[at % PLATFORMS.length] ?? PLATFORMS[0]) ?? null,
  }));
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await api.post('/reviews/add_bulk', { body: { reviews: rows.slice(from, from + MAX_ROWS) } });
  await api.post('/widgets/add', { body: { type: 'masonry', name: 'Home page' } });
  await api.post('/widgets/add', { body: { type: 'carousel', name: 'Konstanz rooms' } });
  await api.post('/widgets/add', { body: { type: 'badge', name: 'Footer badge' } });
}

function statusOf({ stars }: InventedReview, at: number): 'inbox' | 'approved' | 'ignored' {
  if (at < WAITING) return 'inbox';
  return stars < 3 && at % 2 === 0 ? 'ignored' : 'approved';
}

function rowOf({ author, postedOn, stars, ...rest }: InventedReview) {
  return { ...rest, from_name: author, rating_value: stars, posted_on: postedOn.toISOString() };
}

async function nameAccount(api: PlauditClient): Promise<void> {
  await api.put('/account', { body: { company_name: 'Larkfield Agency' } });
  const [user] = await api.get('/users/get');
  if (user) await api.put('/users/{id}', { params: { path: { id: user.id } }, body: { name: 'Mara' } });
  const [main] = await api.get('/account/subaccounts');
  if (main)
    await api.put('/account/subaccount/{id}', {
      params: { path: { id: main.id } },
      body: { name: 'Seeblick Hotels' },
    });
  for (const name of ['Nordwind Bakery', 'Tannhof Clinic', 'Birch & Brook Books'])
    await api.post('/account/subaccount', { body: { name } });
}

async function connectPages(api: PlauditClient, pages: FixtureServer, now: Date): Promise<void> {
  pages.handle(({ path }) => {
    const channel = CHANNELS.find((one) => one.path === path);
    return channel
      ? { headers: { 'content-type': 'text/html' }, body: pageOf(channel, now) }
      : { status: 404 };
  });
  for (const { path } of CHANNELS)
    await api.post('/channels/add', { body: { type: 'website', url: `${pages.url}${path}` } });
  await eventually(
    () => api.get('/channels/get'),
    ({ items }) =>
      items.length === CHANNELS.length && items.every(({ reviews }) => reviews !== null && reviews > 0),
    'the invented pages to be read',
  );
}

/** Returns a page that says in its markup how the business is rated. */
function pageOf({ name, score, reviews }: (typeof CHANNELS)[number], now: Date): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Hotel',
    name,
    aggregateRating: { '@type': 'AggregateRating', ratingValue: score, reviewCount: reviews },
    review: [
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Emil K.' },
        datePublished: new Date(now.getTime() - 20 * 86_400_000).toISOString(),
        reviewBody: `A quiet week at ${name}. The desk lent us bicycles.`,
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
      },
    ],
  };
  return `<!doctype html><title>${name}</title><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}
