import { databaseSize } from '../harness/bulk-load';
import type { Cleanup } from '../harness/cleanup';
import { medianLatencies } from '../harness/load';
import {
  ACCENTED_WORD,
  COMMON_WORD,
  fillReviews,
  OTHER_COMMON_WORDS,
  RARE_WORD,
  TENANT,
  TENANT_CHANNEL,
  TENANT_TAG,
} from '../harness/many-reviews';
import { startService, tokenHeader } from '../harness/programs';
import { sized } from '../harness/sizes';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';
import { startServers } from '../harness/servers';
import { median, ratio } from '../harness/statistics';

/** The number of reviews in the smaller database. */
const FEW = sized(50_000, 5_000);
const DEEP_PAGE = sized(100, 10);
const WARM_UP_SECONDS = sized(0.3, 0.1);
const LIST = '/public/v1/reviews/get';
/** The fill writes gigabytes at once. Frequent checkpoints would write them twice. */
const POSTGRES = { max_wal_size: '8GB' };

/** The lists that must not grow with the table, and the aim for their ratio. */
const AIM = '<= 1.3';
const AIMED: Readonly<Record<string, string>> = {
  'first page': '',
  'status and rating': '?status=approved&rating=5',
  'one tag': `?tags=${TENANT_TAG}`,
};
/** Lists that grow with the number of matches, and their aims with the default number of reviews. */
const LIMITED: Readonly<Record<string, { query: string; aim: string }>> = {
  with_photos: { query: '?with_photos=1', aim: '<= 10 ms' },
  'q, a word of one in 4': { query: `?q=${COMMON_WORD}`, aim: '<= 150 ms' },
};
/** Lists whose count scans an index. They grow with the number of matches. */
const OTHERS: Readonly<Record<string, string>> = {
  'a tag and a status': `?tags=${TENANT_TAG}&status=approved`,
  'a channel': `?channels=${TENANT_CHANNEL}`,
  'a channel and a rating': `?channels=${TENANT_CHANNEL}&rating=5`,
  min_rating: '?min_rating=4',
  'since, 90 days of ten years': '?since=2025-10-03',
  media_only: '?media_only=1',
  'q, a word of one in 100': `?q=${RARE_WORD}`,
  'q, a word of one in 4, in capitals with an accent': `?q=${ACCENTED_WORD}`,
  'q, the beginning of a word of one in 4': `?q=${COMMON_WORD.slice(0, 5)}`,
  'q, a word of one in 4, and a status': `?q=${COMMON_WORD}&status=approved`,
  'q, two words': `?q=bread%20${COMMON_WORD}`,
  'keyword, a word of one in 100': `?keyword=${RARE_WORD}`,
};

/** Measures the pages of a tenant in a large table beside the same pages in a small one. The tenant owns a tenth. */
export async function growth({ rounds, seconds, reviews, cleanup }: SectionOptions): Promise<Row[]> {
  const large = await tenantOf(reviews, cleanup);
  const small = await tenantOf(FEW, cleanup);
  const questions = [
    ...Object.entries(AIMED).map(([name, query]) => ({ name, of: async () => query, aim: AIM })),
    { name: `page ${DEEP_PAGE} by cursor`, of: cursorOf, aim: AIM },
    ...Object.entries(LIMITED).map(([name, { query, aim }]) => ({ name, of: async () => query, aim })),
    ...Object.entries(OTHERS).map(([name, query]) => ({ name, of: async () => query, aim: undefined })),
  ];
  const rows: Row[] = [await firstSearches(large, small, reviews)];
  for (const { name, of, aim } of questions) {
    const targets = await Promise.all(
      [large, small].map(async (tenant) => ({
        url: `${tenant.url}${LIST}${await of(tenant)}`,
        headers: tenant.headers,
      })),
    );
    await medianLatencies(targets, WARM_UP_SECONDS);
    const p50s: number[][] = [];
    for (let round = 0; round < rounds; round += 1) p50s.push(await medianLatencies(targets, seconds / 4));
    const [ours, theirs] = [0, 1].map((target) => p50s.map((p50) => p50[target] as number)) as [
      number[],
      number[],
    ];
    rows.push({
      measured: `p50 of ${name}, ${count(reviews)} reviews; ${count(FEW)} reviews`,
      plaudit: milliseconds(median(ours)),
      beside: milliseconds(median(theirs)),
      ratio: ratio(ours, theirs),
      aim,
    });
  }
  return rows;
}

/** Measures the first search for each of some words, which nothing has read before. */
async function firstSearches(large: TenantOfTable, small: TenantOfTable, reviews: number): Promise<Row> {
  const timed = async ({ url, headers }: TenantOfTable, word: string): Promise<number> => {
    const from = performance.now();
    await (await fetch(`${url}${LIST}?q=${word}`, { headers })).arrayBuffer();
    return performance.now() - from;
  };
  const times: [number[], number[]] = [[], []];
  for (const word of OTHER_COMMON_WORDS) {
    times[0].push(await timed(large, word));
    times[1].push(await timed(small, word));
  }
  return {
    measured: `first search for each of ${OTHER_COMMON_WORDS.length} words of one in 4, ${count(reviews)} reviews; ${count(FEW)} reviews`,
    plaudit: milliseconds(median(times[0])),
    beside: milliseconds(median(times[1])),
    ratio: ratio(...times),
    aim: undefined,
  };
}

interface TenantOfTable {
  url: string;
  headers: Record<string, string>;
}

async function tenantOf(reviews: number, cleanup: Cleanup): Promise<TenantOfTable> {
  const servers = await startServers(cleanup, POSTGRES);
  const url = await startService(servers, 'reviews', cleanup);
  const from = performance.now();
  await fillReviews(servers.adminUrl, reviews);
  const took = Math.round((performance.now() - from) / 1_000);
  console.error(`  ${count(reviews)} reviews, ${await databaseSize(servers.adminUrl)}, after ${took} s`);
  return { url, headers: await tokenHeader(servers, TENANT) };
}

/** Returns the cursor of a page deep in the list, found by reading all pages before it. */
async function cursorOf({ url, headers }: TenantOfTable): Promise<string> {
  let cursor = '';
  for (let page = 1; page < DEEP_PAGE; page += 1) {
    const response = await fetch(`${url}${LIST}${cursor}`, { headers });
    const { next_before_ts: ts, next_before_id: id } = (await response.json()) as Record<string, number>;
    if (ts === undefined) throw new Error(`The tenant has fewer than ${DEEP_PAGE} pages.`);
    cursor = `?before_ts=${ts}&before_id=${id}`;
  }
  return cursor;
}
