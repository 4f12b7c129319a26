import { Client } from 'pg';
import { databaseSize } from '../harness/bulk-load';
import type { Cleanup } from '../harness/cleanup';
import { latenciesInTurn, medianLatencies } from '../harness/load';
import { channelOf, fillReports, LARGE_TENANT, TENANT } from '../harness/many-reports';
import { startService, tokenHeader } from '../harness/programs';
import { administer } from '../harness/reviews';
import { startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median, percentile, ratio } from '../harness/statistics';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';

/** The number of reviews in the smaller database. */
const FEW = sized(50_000, 10_000);
/** The number of reviews of the large tenant, at most half of all. */
const LARGE = sized(500_000, 10_000);
/** The fill writes gigabytes at once. Frequent checkpoints would write them twice. */
const POSTGRES = { max_wal_size: '8GB' };

/** The questions to each tenant. A report that is added gets a line here. */
const QUESTIONS: Readonly<Record<string, (subAccount: number) => string>> = {
  ratings: () => '/reports/ratings',
  reviews_over_time: () => '/reports/reviews_over_time',
  'reviews_over_time, 60 months': () => '/reports/reviews_over_time?range=60',
  'reviews_over_time of a channel': (id) => `/reports/reviews_over_time?channel_id=${channelOf(id, 0)}`,
  average_rating: () => '/reports/average_rating',
  'average_rating, 24 months': () => '/reports/average_rating?months=24',
  rating_distribution: () => '/reports/rating_distribution',
  'rating_distribution, compared': () => '/reports/rating_distribution?compare=previous',
  tags: () => '/reports/tags',
  'tags, compared': () => '/reports/tags?compare=previous',
  response: () => '/reports/response',
  'response, 60 months': () => `/reports/response?from=${monthsAgo(59)}`,
  invitations: () => '/reports/invitations',
  'rating_history, 365 measured days': (id) => `/channels/rating_history/${channelOf(id, 0)}?days=365`,
  'rating_history, estimated days': (id) => `/channels/rating_history/${channelOf(id, 9)}?days=365`,
};

const AIM = '<= 150 / 5 / 5 ms';
const GROWTH_AIM = '<= 1.3';

/** A tenant of one database, and how its kept answers are dropped. */
interface Tenant {
  url: string;
  headers: Record<string, string>;
  subAccount: number;
  drop(): Promise<unknown>;
}

/**
 * Measures every report of a large tenant: read from the tables, kept, and unchanged. Then it measures a small tenant in a
 * table of `--reviews` reviews beside the same tenant in a table of 50,000.
 */
export async function reports({ rounds, seconds, reviews, cleanup }: SectionOptions): Promise<Row[]> {
  const large = await filledService({ reviews, large: Math.min(LARGE, reviews / 2) }, cleanup);
  const small = await filledService({ reviews: FEW, large: 0 }, cleanup);
  const largeTenant = await large.tenant(LARGE_TENANT);
  const pair = [await large.tenant(TENANT), await small.tenant(TENANT)] as const;
  const rows: Row[] = [await bytesPerReview(large.adminUrl, reviews)];
  for (const name of Object.keys(QUESTIONS)) rows.push(await speedOf(name, largeTenant, seconds));
  for (const name of Object.keys(QUESTIONS)) {
    const p50s: number[][] = [];
    const targets = pair.map((tenant) => ({ ...target(name, tenant), before: tenant.drop }));
    for (let round = 0; round < rounds; round += 1) p50s.push(await medianLatencies(targets, seconds / 4));
    const [ours, theirs] = [0, 1].map((at) => p50s.map((p50) => p50[at] as number)) as [number[], number[]];
    rows.push({
      measured: `p50 of ${name}, ${count(reviews)} reviews; ${count(FEW)} reviews`,
      plaudit: milliseconds(median(ours)),
      beside: milliseconds(median(theirs)),
      ratio: ratio(ours, theirs),
      aim: GROWTH_AIM,
    });
  }
  return rows;
}

/** Returns the first day of the month that was `months` ago. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

function target(name: string, { url, headers, subAccount }: Tenant) {
  return { url: `${url}/public/v1${QUESTIONS[name]?.(subAccount)}`, headers };
}

/** Measures one report: computed for every request, kept, and unchanged since the ETag that the client sends. */
async function speedOf(name: string, tenant: Tenant, seconds: number): Promise<Row> {
  const { url, headers } = target(name, tenant);
  const etag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  const conditional = { ...headers, 'if-none-match': etag };
  const { status } = await fetch(url, { headers: conditional });
  if (status !== 304) throw new Error(`${url} answered ${status} to its own ETag.`);
  const p95: number[] = [];
  for (const options of [{ headers, before: tenant.drop }, { headers }, { headers: conditional }]) {
    const [latencies = []] = await latenciesInTurn([{ url, ...options }], seconds);
    p95.push(percentile(latencies, 0.95));
  }
  return {
    measured: `p95 of ${name}: computed / kept / unchanged (304)`,
    plaudit: `${p95.map((value) => value.toFixed(2)).join(' / ')} ms`,
    aim: AIM,
  };
}

interface FilledService {
  adminUrl: string;
  tenant(subAccount: number): Promise<Tenant>;
}

async function filledService(
  sizes: { reviews: number; large: number },
  cleanup: Cleanup,
): Promise<FilledService> {
  const servers = await startServers(cleanup, POSTGRES);
  const url = await startService(servers, 'reports', cleanup);
  const from = performance.now();
  await fillReports(servers.adminUrl, sizes);
  const took = Math.round((performance.now() - from) / 1_000);
  console.error(
    `  ${count(sizes.reviews)} reviews, ${await databaseSize(servers.adminUrl)}, after ${took} s`,
  );
  const admin = new Client({ connectionString: servers.adminUrl });
  // The query rejects. Without this handler a stopped server would also end this process.
  admin.on('error', () => {});
  await admin.connect();
  cleanup.defer(() => admin.end());
  return {
    adminUrl: servers.adminUrl,
    tenant: async (subAccount) => ({
      url,
      headers: await tokenHeader(servers, subAccount, 'reports'),
      subAccount,
      // An event of the tenant does the same.
      drop: () =>
        admin.query('update reports.sub_accounts set rev = rev + 1 where sub_account_id = $1', [subAccount]),
    }),
  };
}

/** Measures the disk that a review takes: its copy, and its share of the days. */
async function bytesPerReview(adminUrl: string, reviews: number): Promise<Row> {
  const [bytes] = await administer<{ copies: number; days: number }>(
    adminUrl,
    `select pg_total_relation_size('reports.reviews')::float8 as copies,
       (pg_total_relation_size('reports.review_days') + pg_total_relation_size('reports.tag_days'))::float8 as days`,
  );
  return {
    measured: 'bytes of disk per review: its copy; its share of the counted days',
    plaudit: count((bytes?.copies ?? 0) / reviews),
    beside: count((bytes?.days ?? 0) / reviews),
  };
}
