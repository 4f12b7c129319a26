import { deepStrictEqual, strictEqual } from 'node:assert';
import { gunzipSync } from 'node:zlib';
import { countVisibleChanges } from '../harness/embed-changes';
import { type Embeds, getRaw, startEmbeds } from '../harness/embeds';
import { load, type LoadResult, warmUp } from '../harness/load';
import { hasNginx, startMicroCache } from '../harness/nginx';
import { startProgram } from '../harness/programs';
import { sourceProgram } from '../harness/program';
import { alternate } from '../harness/rounds';
import { sized } from '../harness/sizes';
import { median, ratio } from '../harness/statistics';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';

const CONNECTIONS = 32;
const REVIEWS = 12;
/** Requests per second that two cores handle without queueing. */
const QUIET = 200;
const CHANGES = sized(40, 5);

/** How the two requests of a visitor are called, and the longest p95 that each may have at the service and at the gateway. */
const KINDS = {
  unchanged: { called: 'an unchanged widget (304)', service: '<= 15 ms', gateway: '<= 15 ms' },
  whole: { called: `a widget of ${REVIEWS} reviews (200)`, service: '<= 15 ms', gateway: '<= 40 ms' },
};
type Kind = keyof typeof KINDS;

/** Headers of the connection and of the single response. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'etag', 'content-length']);
const GZIP = { 'accept-encoding': 'gzip' };

/** Measures the data of a widget, unchanged and whole, beside a bare Node server that has the same bytes in memory. */
export async function widgets(options: SectionOptions): Promise<Row[]> {
  const { cleanup } = options;
  const embeds = await startEmbeds(REVIEWS, cleanup);
  const targets = await targetsOf(embeds, cleanup);
  const rows: Row[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    for (const target of Object.values(targets)) await warmUp(optionsOf(target, kind));
    rows.push(...(await kindRows(kind, targets, options)));
  }
  rows.push(await visibleChanges(embeds, optionsOf(targets.gateway, 'whole')));
  return hasNginx() ? [...rows, ...(await microCacheRows(embeds, targets.gateway, options))] : rows;
}

async function kindRows(kind: Kind, targets: Targets, { rounds, seconds }: SectionOptions): Promise<Row[]> {
  const { called, ...aims } = KINDS[kind];
  const run = (name: keyof Targets, perSecond?: number) => () =>
    load({ ...optionsOf(targets[name], kind), seconds, perSecond });
  const full = await alternate(rounds, {
    service: run('service'),
    node: run('node'),
    gateway: run('gateway'),
    probe: run('probe'),
  });
  const quiet = await alternate(rounds, {
    service: run('service', QUIET),
    node: run('node', QUIET),
    gateway: run('gateway', QUIET),
  });
  const [perSecond, p95] = [`${called} per second`, `p95 of ${called} at ${QUIET}/s`];
  return [
    rates(`${perSecond}; a bare Node server`, full.service, full.node, '>= 0.8'),
    rates(`${perSecond} through the gateway; a bare Node server`, full.gateway, full.node, '>= 0.5'),
    rates(`${perSecond}; a health check of that service`, full.service, full.probe),
    rates(`${perSecond} through the gateway; the service itself`, full.gateway, full.service),
    latencies(`${p95}; a bare Node server`, quiet.service, quiet.node, aims.service),
    latencies(`${p95} through the gateway; a bare Node server`, quiet.gateway, quiet.node, aims.gateway),
  ];
}

/** Measures what deploy/nginx/micro-cache.conf sends, beside the gateway behind it. */
async function microCacheRows(
  { gateway, path }: Embeds,
  behind: Target,
  { rounds, seconds, cleanup }: SectionOptions,
): Promise<Row[]> {
  const cache = await targetOf((await startMicroCache(gateway, cleanup)) + path, GZIP);
  const rows: Row[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const run = (target: Target) => () => load({ ...optionsOf(target, kind), seconds });
    await warmUp(optionsOf(cache, kind));
    const full = await alternate(rounds, { cache: run(cache), gateway: run(behind) });
    rows.push(
      rates(`${KINDS[kind].called} per second from the micro-cache; the gateway`, full.cache, full.gateway),
    );
  }
  return rows;
}

interface Target {
  url: string;
  headers: Record<string, string>;
  etag: string;
}
/** `probe` reads nothing. It shows what a response costs without its content. */
type Targets = Record<'service' | 'gateway' | 'node' | 'probe', Target>;

/** Returns the servers with their ETags. Throws unless they send the same bytes, and a 304 for their own ETag. */
async function targetsOf(
  { service, gateway, path, gatewayHeaders }: Embeds,
  cleanup: SectionOptions['cleanup'],
): Promise<Targets> {
  // The service and the copy of its response get the same request.
  const headers = { ...GZIP, ...gatewayHeaders };
  const atService = await targetOf(service + path, headers);
  const known = {
    service: atService,
    gateway: await targetOf(gateway + path, GZIP),
    node: await targetOf(await serveCopy(atService, cleanup), headers),
  };
  for (const { bytes } of Object.values(known)) deepStrictEqual(bytes, atService.bytes);
  return { ...known, probe: { url: `${service}/health/live`, headers: {}, etag: '' } };
}

/** Starts a bare program that has the response of the service in memory. Returns its address. */
async function serveCopy({ url, headers }: Target, cleanup: SectionOptions['cleanup']): Promise<string> {
  const response = await getRaw(url, headers);
  strictEqual(response.headers['content-encoding'], 'gzip');
  const { reviews } = JSON.parse(gunzipSync(response.bytes).toString()) as { reviews: unknown[] };
  strictEqual(reviews.length, REVIEWS);
  const copied = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name));
  return startProgram(sourceProgram('bare-embed.process.ts'), cleanup, {
    NODE_ENV: 'production',
    HEADERS: JSON.stringify(Object.fromEntries(copied)),
    BODY: response.bytes.toString('base64'),
    ETAG: response.headers.etag ?? '',
  });
}

async function targetOf(url: string, headers: Record<string, string>): Promise<Target & { bytes: Buffer }> {
  const whole = await getRaw(url, headers);
  const etag = whole.headers.etag ?? '';
  const unchanged = await getRaw(url, { ...headers, 'if-none-match': etag });
  if (whole.status !== 200 || unchanged.status !== 304)
    throw new Error(`${url} answered ${whole.status}, and ${unchanged.status} to its own ETag.`);
  return { url, headers, etag, bytes: whole.bytes };
}

function optionsOf({ url, headers, etag }: Target, kind: Kind): Parameters<typeof warmUp>[0] {
  const conditional: Record<string, string> = kind === 'unchanged' ? { 'if-none-match': etag } : {};
  return { url, headers: { ...headers, ...conditional }, connections: CONNECTIONS };
}

function rates(
  measured: string,
  ours: readonly LoadResult[],
  theirs: readonly LoadResult[],
  aim?: string,
): Row {
  const [plaudit, beside] = [ours, theirs].map((results) => results.map(({ perSecond }) => perSecond)) as [
    number[],
    number[],
  ];
  return {
    measured,
    plaudit: count(median(plaudit)),
    beside: count(median(beside)),
    ratio: ratio(plaudit, beside),
    aim,
  };
}

function latencies(
  measured: string,
  ours: readonly LoadResult[],
  theirs: readonly LoadResult[],
  aim: string,
): Row {
  const p95 = (results: readonly LoadResult[]): string =>
    milliseconds(median(results.map((result) => result.p95)));
  return { measured, plaudit: p95(ours), beside: p95(theirs), aim };
}

/** Counts the changes that the first response after the PUT or DELETE shows, while others load the widget, too. */
async function visibleChanges(embeds: Embeds, visitors: Parameters<typeof warmUp>[0]): Promise<Row> {
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) await load({ ...visitors, seconds: 1, perSecond: QUIET });
  };
  const changes = countVisibleChanges(embeds, CHANGES).finally(() => (isOver = true));
  const [{ approved, deleted }] = await Promise.all([changes, look()]);
  return {
    measured:
      'approved reviews that are visible when the PUT returns; deleted ones that are gone when the DELETE returns',
    plaudit: `${approved} of ${CHANGES}`,
    beside: `${deleted} of ${CHANGES}`,
    aim: `${CHANGES} of ${CHANGES}`,
  };
}
