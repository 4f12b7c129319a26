import { deepStrictEqual } from 'node:assert';
import { load, type LoadResult, warmUp } from '../harness/load';
import { type Product, startProduct } from '../harness/product';
import { alternate } from '../harness/rounds';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';
import { median, ratio } from '../harness/statistics';

const CONNECTIONS = 32;
/** Requests per second that two cores handle without queueing. */
const QUIET = 500;

/** The page that clients request most: 25 reviews with their count. */
const PAGE = '/public/v1/reviews/get';

/** Measures a page of reviews through gateway and service, beside a bare handler and beside the service alone. */
export async function list({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  const product = await startProduct(cleanup);
  const targets = targetsOf(product);
  await assertSamePage(targets);
  const run = (name: keyof Targets, perSecond?: number) => () =>
    load({ ...targets[name], connections: CONNECTIONS, seconds, perSecond });
  for (const target of Object.values(targets)) await warmUp({ ...target, connections: CONNECTIONS });
  const full = await alternate(rounds, {
    gateway: run('gateway'),
    page: run('page'),
    text: run('text'),
    reviews: run('reviews'),
  });
  const quiet = await alternate(rounds, { gateway: run('gateway', QUIET), reviews: run('reviews', QUIET) });
  return [
    besides('bare Fastify + pg, the same page without count', full.gateway, full.page, '>= 0.8'),
    besides('bare Fastify + pg, the same SQL with count', full.gateway, full.text),
    besides('the reviews service itself', full.gateway, full.reviews),
    latencies('the same SQL bare', full.gateway, full.text),
    latencies('the service itself', full.gateway, full.reviews),
    hop(quiet.gateway, quiet.reviews),
  ];
}

interface Target {
  url: string;
  headers?: Record<string, string>;
}
type Targets = Record<'gateway' | 'reviews' | 'page' | 'text', Target>;

function targetsOf({ gateway, reviews, bare, keyHeader, tokenHeader }: Product): Targets {
  return {
    gateway: { url: `${gateway}${PAGE}`, headers: keyHeader },
    reviews: { url: `${reviews}${PAGE}`, headers: tokenHeader },
    page: { url: `${bare}/page` },
    text: { url: `${bare}/text` },
  };
}

/** Checks that all targets return the same page. Otherwise the comparison would be meaningless. */
async function assertSamePage(targets: Targets): Promise<void> {
  const pages = await Promise.all(
    Object.values(targets).map(async ({ url, headers }) => {
      const { count: _count, ...page } = (await (await fetch(url, { headers })).json()) as { count?: number };
      return page;
    }),
  );
  for (const page of pages) deepStrictEqual(page, pages[0]);
}

function besides(what: string, ours: LoadResult[], theirs: LoadResult[], aim?: string): Row {
  const [plaudit, beside] = [ours, theirs].map((results) => results.map(({ perSecond }) => perSecond)) as [
    number[],
    number[],
  ];
  return {
    measured: `pages/s through the gateway; ${what}`,
    plaudit: count(median(plaudit)),
    beside: count(median(beside)),
    ratio: ratio(plaudit, beside),
    aim,
  };
}

function latencies(what: string, ours: LoadResult[], theirs: LoadResult[]): Row {
  return { measured: `p50 / p99 at that load; ${what}`, plaudit: times(ours), beside: times(theirs) };
}

function hop(through: LoadResult[], direct: LoadResult[]): Row {
  const added = median(through.map(({ p50 }, round) => p50 - (direct[round] as LoadResult).p50));
  return {
    measured: `p50 / p99 at ${QUIET} pages/s; the service itself. The hop adds ${milliseconds(added)} to p50`,
    plaudit: times(through),
    beside: times(direct),
    aim: '<= 1 ms',
  };
}

function times(results: readonly LoadResult[]): string {
  return `${milliseconds(median(results.map(({ p50 }) => p50)))} / ${milliseconds(median(results.map(({ p99 }) => p99)))}`;
}
