import { deepStrictEqual, strictEqual } from 'node:assert';
import { gunzipSync } from 'node:zlib';
import { type Embeds, getRaw, startEmbeds } from '../harness/embeds';
import { load, type LoadResult, warmUp } from '../harness/load';
import { hasNginx, startNginx } from '../harness/nginx';
import { Program, sourceProgram } from '../harness/program';
import { alternate } from '../harness/rounds';
import { median, ratio } from '../harness/statistics';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';

const CONNECTIONS = 32;
const REVIEWS = 12;
/** Requests per second that two cores handle without queueing. */
const QUIET = 200;
const RATE_AIM = '>= 0.5';
const LISTENING = /Listening on (http:\/\/[\d.:]+)/;

/** How the two requests of a visitor are called, and the longest p95 that each may have. */
const KINDS = {
  unchanged: { called: 'an unchanged widget (304)', aim: '<= 15 ms' },
  whole: { called: `a widget of ${REVIEWS} reviews (200)`, aim: '<= 40 ms' },
};
type Kind = keyof typeof KINDS;

/** Headers of the connection and of the single response. Those of nginx are its own. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'etag', 'content-type', 'content-length']);

/** Measures the data of a widget, unchanged and whole, beside nginx that serves the same bytes from a file. */
export async function widgets({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  if (!hasNginx()) {
    const measured =
      'skipped: there is no nginx to compare with. Install nginx-light, or set NGINX_BIN to its path';
    return [{ measured, plaudit: '' }];
  }
  const embeds = await startEmbeds(REVIEWS, cleanup);
  const targets = await targetsOf(embeds, await serveCopies(embeds, cleanup));
  for (const target of Object.values(targets)) {
    for (const kind of Object.keys(KINDS) as Kind[]) await warmUp(optionsOf(target, kind));
  }
  const rows: Row[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const run = (name: keyof Targets, perSecond?: number) => () =>
      load({ ...optionsOf(targets[name], kind), seconds, perSecond });
    const full = await alternate(rounds, {
      service: run('service'),
      nginx: run('nginx'),
      node: run('node'),
      gateway: run('gateway'),
      probe: run('probe'),
    });
    const quiet = await alternate(rounds, { gateway: run('gateway', QUIET), nginx: run('nginx', QUIET) });
    rows.push(
      rates(`${KINDS[kind].called} per second; nginx, the same bytes`, full.service, full.nginx, RATE_AIM),
      rates(`${KINDS[kind].called} per second; Node's HTTP server alone`, full.service, full.node),
      rates(`${KINDS[kind].called} per second through the gateway; nginx`, full.gateway, full.nginx),
      rates(`${KINDS[kind].called} per second; a health check of that service`, full.service, full.probe),
      latencies(kind, quiet.gateway, quiet.nginx),
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
type Targets = Record<'service' | 'gateway' | 'nginx' | 'node' | 'probe', Target>;

const GZIP = { 'accept-encoding': 'gzip' };

/** The URLs of what sends a copy of the response. */
type Copies = Record<'nginx' | 'node', string>;

/** Starts an nginx with the response of the service as its file, and a bare program that has it in memory. */
async function serveCopies(
  { service, gatewayHeaders }: Embeds,
  cleanup: SectionOptions['cleanup'],
): Promise<Copies> {
  const { headers, bytes } = await getRaw(service, { ...gatewayHeaders, ...GZIP });
  strictEqual(headers['content-encoding'], 'gzip');
  const { reviews } = JSON.parse(gunzipSync(bytes).toString()) as { reviews: unknown[] };
  strictEqual(reviews.length, REVIEWS);
  const contentType = headers['content-type'] ?? '';
  const copied = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)),
  ) as Record<string, string>;
  const node = await Program.start({
    args: sourceProgram('bare-embed.process.ts'),
    env: {
      NODE_ENV: 'production',
      HEADERS: JSON.stringify({ ...copied, 'content-type': contentType }),
      BODY: bytes.toString('base64'),
      ETAG: headers.etag ?? '',
    },
    ready: LISTENING,
  });
  cleanup.defer(() => node.stop());
  const nginx = await startNginx({ name: 'widget.json', bytes, contentType, headers: copied }, cleanup);
  return { nginx, node: node.said };
}

/** Returns the servers with their ETags. Throws unless they send the same bytes, and a 304 for their own ETag. */
async function targetsOf(
  { service, gateway, gatewayHeaders }: Embeds,
  { nginx, node }: Copies,
): Promise<Targets> {
  const known = {
    service: await targetOf(service, { ...GZIP, ...gatewayHeaders }),
    gateway: await targetOf(gateway, GZIP),
    // The same request as to the service.
    nginx: await targetOf(nginx, { ...GZIP, ...gatewayHeaders }),
    node: await targetOf(node, { ...GZIP, ...gatewayHeaders }),
  };
  const { bytes } = known.service;
  for (const target of Object.values(known)) deepStrictEqual(target.bytes, bytes);
  const probe = { url: new URL('/health/live', service).href, headers: {}, etag: '' };
  return { ...known, probe };
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

function rates(measured: string, ours: LoadResult[], theirs: LoadResult[], aim?: string): Row {
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

function latencies(kind: Kind, ours: LoadResult[], theirs: LoadResult[]): Row {
  const p95 = (results: readonly LoadResult[]): string =>
    milliseconds(median(results.map((result) => result.p95)));
  return {
    measured: `p95 of ${KINDS[kind].called} at ${QUIET}/s through the gateway; nginx`,
    plaudit: p95(ours),
    beside: p95(theirs),
    aim: KINDS[kind].aim,
  };
}
