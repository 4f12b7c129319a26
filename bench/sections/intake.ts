import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { OutgoingMessage } from '../../libs/events/src/publish/publish-outcome';
import { CollectedPages } from '../harness/collected-pages';
import { POOL, startService } from '../harness/programs';
import { alternate } from '../harness/rounds';
import { count, type Row, type SectionOptions } from '../harness/table';
import { startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median, ratio } from '../harness/statistics';

const PAGES = sized(400, 20);
const PER_PAGE = 50;
const REVIEWS = PAGES * PER_PAGE;
const BARE_INSERT = `insert into reviews.bare_reviews overriding system value
  select * from jsonb_populate_recordset(null::reviews.bare_reviews, $1::jsonb)`;
const POLL_MS = 20;
const PATIENCE_MS = 120_000;

/** The rates of one batch of pages. */
interface Taken {
  stored: number;
  published: number;
}

/** Sends pages of collected reviews over the bus to the reviews service, beside bare inserts of the same rows. */
export async function intake({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const servers = await startServers(cleanup);
  await startService(servers, 'reviews', cleanup);
  const pages = await CollectedPages.start(servers, cleanup, { pages: PAGES, perPage: PER_PAGE });
  const admin = new Client({ connectionString: servers.adminUrl });
  // Without this handler, a server stopped by an interruption would end this process.
  admin.on('error', () => {});
  await admin.connect();
  cleanup.defer(() => admin.end());
  await admin.query('create table reviews.bare_reviews (like reviews.reviews including all)');
  const bare = new Pool({ connectionString: servers.adminUrl, max: Number(POOL) });
  bare.on('error', () => {});
  cleanup.defer(() => bare.end());
  const contenders = {
    fresh: () => takeIn(admin, pages, pages.fresh()),
    bare: () => insertBare(admin, bare),
    edited: () => takeIn(admin, pages, pages.edited()),
  };
  for (const warmUp of Object.values(contenders)) await warmUp();
  const { fresh, edited, bare: inserted } = await alternate(rounds, contenders);
  const row = (what: string, ours: readonly number[], aim?: string): Row => {
    const theirs = inserted.map(({ stored }) => stored);
    return {
      measured: `${what}; the same rows inserted bare`,
      plaudit: count(median(ours)),
      beside: count(median(theirs)),
      ratio: ratio(ours, theirs),
      aim,
    };
  };
  return [
    row(
      'new reviews/s from the bus into the table',
      fresh.map(({ stored }) => stored),
      '>= 3,000',
    ),
    row(
      'new reviews/s until their events are published too',
      fresh.map(({ published }) => published),
    ),
    row(
      'edited reviews/s from the bus into the table',
      edited.map(({ stored }) => stored),
    ),
  ];
}

/** Measures from the first publication until every page is recorded as handled, and until the outbox is empty. */
async function takeIn(
  admin: Client,
  pages: CollectedPages,
  messages: readonly OutgoingMessage[],
): Promise<Taken> {
  await admin.query("delete from reviews.inbox where handler = 'OnReviewsCollected'");
  const from = performance.now();
  await pages.publish(messages);
  await until(admin, 'select count(*) = $1 as done from reviews.inbox', [PAGES]);
  const stored = rate(from);
  await until(admin, 'select not exists (select from reviews.outbox) as done');
  return { stored, published: rate(from) };
}

/**
 * Inserts the rows of the last batch as JSON, page by page, on as many connections as the service has. Every batch gets ids
 * of its own, so that the table grows with the service's table: the indexes of a small table would all stay in memory.
 */
async function insertBare(admin: Client, pool: Pool): Promise<Taken> {
  const { rows } = await admin.query<{ page: string }>(
    `with shift as (select coalesce(max(id), 0) as ids from reviews.bare_reviews),
       batch as (select * from reviews.reviews order by id desc limit ${REVIEWS})
     select jsonb_agg(to_jsonb(batch)
       || jsonb_build_object('id', batch.id + shift.ids, 'channel_id', batch.channel_id + shift.ids))::text as page
     from batch, shift group by batch.id % ${PAGES}`,
  );
  const pages = rows.map(({ page }) => page);
  const from = performance.now();
  await Promise.all(
    Array.from({ length: Number(POOL) }, async () => {
      for (let page = pages.pop(); page; page = pages.pop()) await pool.query(BARE_INSERT, [page]);
    }),
  );
  const stored = rate(from);
  return { stored, published: stored };
}

function rate(from: number): number {
  return (REVIEWS / (performance.now() - from)) * 1_000;
}

async function until(admin: Client, sql: string, parameters: unknown[] = []): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await admin.query<{ done: boolean }>(sql, parameters);
    if (rows[0]?.done) return;
    if (performance.now() > deadline) throw new Error(`Not reached in time: ${sql}`);
    await delay(POLL_MS);
  }
}
