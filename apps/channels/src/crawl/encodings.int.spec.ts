import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewsCollected, reviewsRemoved } from '@plaudit/contracts';
import { createDataSource, type Tx } from '@plaudit/database';
import { type FixtureServer, startFixtureServer } from '@plaudit/testing';
import { ChannelsWorld } from '../channels-world.suite';
import type { ChannelResponse } from '../channels/channels.responses';
import { derivedExternalId } from '../normalise/identity';
import { CollectedReviewsService } from './pages/collected-reviews.service';
import type { NormalizedReview } from '../platforms/platform';
import { SeenReviewsRepository } from './pages/seen-reviews.repository';

interface PageCase {
  name: string;
  encoding: BufferEncoding;
  content_type: string;
  body: string;
  want: { reviews: number; authors?: string[]; texts: string[] };
}

const CASES = JSON.parse(readFileSync(join(__dirname, 'encodings.cases.json'), 'utf8')) as PageCase[];

const REVIEWS = [
  { author: 'Zoë Müller', text: 'Prächtige Brötchen, und so früh!', day: '2026-05-04', rating: 5 },
  { author: 'Söhnke', text: 'Schön’ \u0080', day: '2026-05-05', rating: 4 },
  { author: 'Ann', text: 'Fine bread and a kind word for everybody.', day: '2026-05-06', rating: 4 },
  { author: 'Ann', text: 'Fine.', day: '2026-05-07', rating: 5 },
];

function page(reviews = REVIEWS): string {
  const review = reviews.map(({ author, text, day, rating }) => ({
    '@type': 'Review',
    author: { '@type': 'Person', name: author },
    reviewBody: text,
    datePublished: day,
    reviewRating: { ratingValue: rating },
  }));
  const data = JSON.stringify({ '@type': 'LocalBusiness', name: 'Larch Bakery', review });
  return `<!doctype html><html><head><meta charset="iso-8859-1"><script type="application/ld+json">${data}</script></head></html>`;
}

/** The page in windows-1252, in which ’ and € have bytes that Latin-1 does not use. */
const bytesOf = (html: string): Buffer => Buffer.from(html.replaceAll('’', '\x92'), 'latin1');
/** The page as versions up to 1.0 read it: as UTF-8, whatever its bytes are. */
const misread = (html: string): Buffer => Buffer.from(bytesOf(html).toString('utf8'));

describe('pages in other charsets', () => {
  let own: ChannelsWorld;
  let site: FixtureServer;
  const bodies = new Map<string, { type: string; body: Buffer }>();

  beforeAll(async () => {
    site = await startFixtureServer(({ path }) => {
      const shown = bodies.get(path);
      if (shown === undefined) return { status: 404 };
      return { headers: { 'content-type': shown.type }, body: shown.body };
    });
    own = await ChannelsWorld.start();
  });

  afterAll(async () => {
    await own.close();
    await site.close();
  });

  /** Connects a page of the site and waits for its first crawl. */
  async function connect(path: string, type: string, body: Buffer): Promise<ChannelResponse> {
    bodies.set(path, { type, body });
    const platform = type.includes('rss') ? 'rss' : 'website_schema';
    const added = await own.add({ type: platform, url: `${site.url}${path}` });
    if (added.status !== 200) throw new Error(`Could not connect: ${JSON.stringify(added.body)}`);
    return own.crawled(added.body.channel.id as number);
  }

  it.each(CASES.map((one, index) => [one.name, one, index] as const))(
    'reads a page where %s',
    async (_name, { encoding, content_type, body, want }, index) => {
      const { id } = await connect(`/case-${index}`, content_type, Buffer.from(body, encoding));
      const reviews = await own.collected(id);
      const authors = reviews.map(({ from_name }) => from_name);
      expect(reviews.map(({ text }) => text)).toEqual(want.texts);
      expect(authors).toEqual(want.authors ?? authors);
    },
  );

  it('mends the stored texts of a misread page at the next crawl, without new ids', async () => {
    const { id } = await connect('/mended', 'text/html', misread(page()));
    const before = await own.collected(id);
    expect(before.map(({ from_name }) => from_name)).toContain('Zo\ufffd M\ufffdller');
    bodies.set('/mended', { type: 'text/html', body: bytesOf(page()) });
    for (let crawls = 0; crawls < 4; crawls++) await own.crawlAgain(id);
    const [, update, ...others] = await own.published(reviewsCollected, id);
    expect(others).toEqual([]);
    expect(update?.data.reviews).toEqual(
      before.slice(0, 2).map((review, index) => ({
        ...review,
        from_name: REVIEWS[index]!.author,
        text: REVIEWS[index]!.text.replace(' \u0080', ' €'),
      })),
    );
    expect(await own.published(reviewsRemoved, id)).toEqual([]);
  });

  it('keeps the id of a review whose date could not be read before, and swallows no new review', async () => {
    const { id } = await connect('/dated', 'text/html', bytesOf(page()));
    const before = await own.collected(id);
    const { author, text, rating } = REVIEWS[2]!;
    const stored = async (externalId: string, postedOn: Date | null): Promise<string> => {
      const former = derivedExternalId({ author, text, rating, postedOn });
      await own.world.admin.query(
        'update channels.seen_reviews set external_id = $1, posted_on = $2 where channel_id = $3 and external_id = $4',
        [former, postedOn ?? '1970-01-01', id, externalId],
      );
      return former;
    };
    const now = before.find((one) => one.text === text)!.external_id;
    const undated = await stored(now, null);
    await own.crawlAgain(id);
    const kept = await own.world.admin.query(
      'select external_id from channels.seen_reviews where channel_id = $1 and derived_id = $2',
      [id, now],
    );
    expect(kept).toEqual([{ external_id: undated }]);
    const events = (await own.published(reviewsCollected, id)).length;
    // The same author wrote the same words in March.
    await own.world.admin.query('update channels.seen_reviews set derived_id = null where channel_id = $1', [
      id,
    ]);
    await stored(undated, new Date('2026-03-03'));
    await own.crawlAgain(id);
    const published = (await own.published(reviewsCollected, id)).slice(events);
    expect(published.flatMap(({ data }) => data.reviews.map(({ external_id }) => external_id))).toEqual([
      now,
    ]);
  });

  it('looks up ids by indexes, however many reviews a channel has', async () => {
    const { id } = await connect('/large', 'text/html', bytesOf(page()));
    await own.world.admin.query(
      `insert into channels.seen_reviews (channel_id, external_id, content_hash, posted_on, posted_precision, run, derived_id)
       select $1, 'derived:' || n, '', now(), 'day', 1, case when n % 100 = 0 then 'derived:now' || n end from generate_series(1, 20000) n`,
      [id],
    );
    await own.world.admin.query('analyze channels.seen_reviews');
    const source = createDataSource({
      url: own.world.databaseUrl('channels'),
      schema: 'channels',
      entities: [],
      migrations: [],
      poolSize: 1,
    });
    await source.initialize();
    const plans: string[] = [];
    const client = {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        plans.push(JSON.stringify(await source.query(`explain (format json) ${text}`, values)));
        return { rows: [] };
      },
    };
    const explained = { queryRunner: { connect: () => Promise.resolve(client) } } as unknown as Tx;
    const ids = Array.from({ length: 100 }, (_, index) => `derived:${index}`);
    await new SeenReviewsRepository().keptIds(explained, id, ids);
    await new SeenReviewsRepository().unread(explained, id, 2, ids);
    await source.destroy();
    expect(plans).toEqual([
      expect.stringMatching(
        /"Index Name":"seen_reviews_derived_id_idx".*"Index Cond":"[^"]*derived_id = ANY/,
      ),
      expect.stringMatching(/"Index Name":"seen_reviews_pkey".*"Index Cond":"[^"]*external_id = ANY/),
    ]);
  });

  it('compares nothing in the first crawl of a channel', async () => {
    const tx = {} as Tx;
    const service = new CollectedReviewsService(
      undefined as never,
      new SeenReviewsRepository(),
      undefined as never,
    );
    const review = {
      idKind: 'derived',
      externalId: 'derived:1',
      ...REVIEWS[0],
    } as unknown as NormalizedReview;
    expect(await service.identified(tx, 1, 1, [review])).toEqual([review]);
    await expect(service.identified(tx, 1, 2, [review])).rejects.toThrow('queryRows needs the tx');
  });
});
