import {
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';

export interface StoreReview {
  id: string;
  rating: number;
  title: string;
  text: string;
  author: string;
  /** ISO 8601. */
  updated: string;
}

export interface StoreApp {
  name: string;
  score: number | null;
  count: number | null;
  /** By country, newest first. */
  reviews: Record<string, StoreReview[]>;
}

const PAGE_SIZE = 50;
const FEED =
  /^\/(?<country>[a-z]{2})\/rss\/customerreviews\/page=(?<page>\d+)\/id=(?<id>\d+)\/sortby=mostrecent\/json$/;

/** Returns `count` invented reviews, newest first, one per day back from `newest`. */
export function storeReviews(count: number, newest = '2026-09-14T11:24:23Z', firstId = 1): StoreReview[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(14_500_000_000 + firstId + count - index),
    rating: (index % 5) + 1,
    title: `Title ${firstId + count - index}`,
    text: `Text ${firstId + count - index}`,
    author: `Author ${index}`,
    updated: new Date(Date.parse(newest) - index * 86_400_000).toISOString(),
  }));
}

/** A server that imitates iTunes: the lookup, and the review feed with its peculiarities. */
export class AppleStandIn {
  readonly apps = new Map<string, StoreApp>();
  /** Responds instead of the store, unless it returns undefined. */
  interfere: (
    request: RecordedRequest,
  ) => FixtureResponse | Promise<FixtureResponse | undefined> | undefined = () => undefined;

  private constructor(readonly server: FixtureServer) {}

  static async start(): Promise<AppleStandIn> {
    const server = await startFixtureServer();
    const apple = new AppleStandIn(server);
    server.handle(async (request) => (await apple.interfere(request)) ?? apple.respond(request));
    return apple;
  }

  /** The ORIGIN_OVERRIDES setting that directs a service to this server. */
  get override(): string {
    return `https://itunes.apple.com=${this.server.url}`;
  }

  app(id: string, app: Partial<StoreApp> = {}): StoreApp {
    const stored = { name: `App ${id}`, score: 4.5, count: 10, reviews: {}, ...app };
    this.apps.set(id, stored);
    return stored;
  }

  /** Returns the requested feed pages, such as `gb/2`. */
  requestedPages(id: string): string[] {
    return this.server.requests.flatMap(({ path }) => {
      const groups = FEED.exec(path)?.groups;
      return groups?.['id'] === id ? [`${groups['country']}/${groups['page']}`] : [];
    });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private respond({ path, query }: RecordedRequest): FixtureResponse {
    if (path === '/lookup') return this.lookUp(query.get('id') ?? '', query.get('country') ?? '');
    const groups = FEED.exec(path)?.groups;
    if (!groups) return { status: 404 };
    const page = Number(groups['page']);
    // The real feed responds to page 11 with an error page.
    if (page > 10)
      return { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' };
    const all = this.apps.get(groups['id'] ?? '')?.reviews[groups['country'] ?? ''] ?? [];
    const entries = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(entryOf);
    const entry = entries.length === 0 ? {} : { entry: entries.length === 1 ? entries[0] : entries };
    return { body: { feed: { author: { name: { label: 'iTunes Store' } }, ...entry } } };
  }

  private lookUp(id: string, country: string): FixtureResponse {
    const app = this.apps.get(id);
    const sold = app && (Object.keys(app.reviews).length === 0 || app.reviews[country]);
    if (!sold) return { body: { resultCount: 0, results: [] } };
    const figures = {
      ...(app.score === null ? {} : { averageUserRating: app.score }),
      ...(app.count === null ? {} : { userRatingCount: app.count }),
    };
    return { body: { resultCount: 1, results: [{ trackName: app.name, ...figures }] } };
  }
}

function entryOf(review: StoreReview) {
  return {
    author: { name: { label: review.author }, uri: { label: 'https://itunes.apple.com/gb/reviews/id1' } },
    updated: { label: review.updated },
    'im:rating': { label: String(review.rating) },
    'im:version': { label: '1.8.0' },
    id: { label: review.id },
    title: { label: review.title },
    content: { label: review.text, attributes: { type: 'text' } },
  };
}
