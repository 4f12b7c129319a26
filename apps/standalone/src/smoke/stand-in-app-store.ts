import {
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';

interface StoreReview {
  id: number;
  author: string;
  stars: number;
  text: string;
  updated: string;
}

const PAGE_SIZE = 50;
const FEED = /^\/(\w\w)\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=mostrecent\/json$/;

/** A local server with Apple's review feed and lookup of one app, in their documented formats. */
export class StandInAppStore {
  private constructor(private readonly server: FixtureServer) {}

  private readonly reviews: StoreReview[] = [];
  private score = 4.5;

  static async start(): Promise<StandInAppStore> {
    const server = await startFixtureServer();
    const store = new StandInAppStore(server);
    server.handle((request) => store.answer(request));
    return store;
  }

  get url(): string {
    return this.server.url;
  }

  /** Publishes `count` reviews, newest last, and their score. */
  publish(count: number, score: number): void {
    for (let n = 0; n < count; n += 1) {
      const id = 14_500_000_000 + this.reviews.length;
      const minute = new Date(Date.UTC(2026, 8, 14, 4, this.reviews.length));
      this.reviews.push({
        id,
        author: `Reader ${id % 1_000}`,
        stars: (id % 5) + 1,
        text: `Review number ${this.reviews.length + 1}.`,
        updated: minute.toISOString().replace('.000Z', '-07:00'),
      });
    }
    this.score = score;
  }

  get count(): number {
    return this.reviews.length;
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  private answer(request: RecordedRequest): FixtureResponse {
    if (request.path === '/lookup') return { body: this.lookup() };
    const page = FEED.exec(request.path)?.[2];
    return page ? { body: this.feed(Number(page)) } : { status: 404 };
  }

  private lookup(): object {
    const app = {
      trackName: 'Acme Notes',
      averageUserRating: this.score,
      userRatingCount: this.reviews.length,
      trackViewUrl: 'https://apps.apple.com/us/app/acme-notes/id123',
    };
    return { resultCount: 1, results: [app] };
  }

  private feed(page: number): object {
    const newestFirst = [...this.reviews].reverse();
    const entry = newestFirst.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(entryOf);
    return { feed: { author: { name: { label: 'iTunes Store' } }, ...(entry.length > 0 ? { entry } : {}) } };
  }
}

function entryOf(review: StoreReview): object {
  return {
    author: {
      uri: { label: `https://itunes.apple.com/us/reviews/id${review.id}` },
      name: { label: review.author },
    },
    updated: { label: review.updated },
    'im:rating': { label: String(review.stars) },
    'im:version': { label: '1.8.0' },
    id: { label: String(review.id) },
    title: { label: 'Title' },
    content: { label: review.text, attributes: { type: 'text' } },
  };
}
