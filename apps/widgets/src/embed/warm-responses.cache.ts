import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { matchesEtag, type ReadyResponse, ReadyResponses } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { HttpExchange } from '../http/http-exchange';
import type { RequestedWidget } from './requested-widgets.service';
import { WidgetTrafficService } from './widget-traffic.service';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_WIDGETS = 10_000;
/** The texts of the ai service and of translators have no rev, and an order may change at midnight. */
const MAX_AGE_MS = 1_000;
/** So long before the end of a lease, one of the requests is left to the application, which renews it. */
const RENEWED_BEFORE_MS = 50;
const OF_BODY = new Set(['content-type', 'content-encoding']);

/** How long the version of a widget is certainly current, by `performance.now`. */
interface Lease {
  key: string;
  version: string;
  end: number;
  renewFrom: number;
  /** Responses of this cache that are not counted as traffic of the widget yet. */
  uncounted: number;
}

/** The responses to one request, with the version of the widget that they show. */
interface Warm {
  /** That of the widget. */
  lease: Lease;
  version: string;
  madeAt: number;
  etag: string;
  unchanged: ReadyResponse;
  /** Null if all who sent this request had the current version. */
  whole: ReadyResponse | null;
}

/**
 * Keeps the data of widgets that many visitors request, as it was sent. While a lease of the reviews service lasts (100 ms), and so
 * nobody can know of a newer version, it is sent again without a question to anybody. See decision 254.
 */
@Injectable()
export class WarmResponsesCache extends ReadyResponses {
  readonly route = '/embed/v1/widgets/:key.json';

  private readonly leases = new LRUCache<string, Lease>({ max: MAX_WIDGETS });
  private readonly warm = new LRUCache<string, Warm>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ whole }, request) => (whole?.body.length ?? 0) + request.length * 2 + 1_000,
  });

  constructor(private readonly traffic: WidgetTrafficService) {
    super();
  }

  override find({ url = '', headers }: IncomingMessage): ReadyResponse | null {
    const warm = this.warm.get(nameOf(url, headers));
    if (!warm || !this.isCurrent(warm)) return null;
    const response = matchesEtag(headers['if-none-match'], warm.etag) ? warm.unchanged : warm.whole;
    if (response) warm.lease.uncounted += 1;
    return response;
  }

  /** Keeps a response if its version is leased. `body` is undefined if the client already had it. */
  keep({ request, reply }: HttpExchange, requested: RequestedWidget, body: Buffer | undefined): void {
    const { target, currentUntil } = requested;
    if (currentUntil === null) return;
    const version = `${target.rev} ${target.content_rev}`;
    const lease = this.extend(target.key, version, currentUntil);
    const name = nameOf(request.url, request.headers);
    const headers = reply.getHeaders();
    const etag = String(headers.etag);
    const known = this.warm.get(name);
    const same = known?.version === version && known.etag === etag ? known : null;
    this.warm.set(name, {
      lease,
      version,
      madeAt: performance.now(),
      etag,
      unchanged: { status: 304, headers: listed(headers, (header) => !OF_BODY.has(header)), body: '' },
      whole: body ? wholeResponse(headers, body) : (same?.whole ?? null),
    });
  }

  /** All responses of a widget share its lease, which one of them renews. */
  private extend(key: string, version: string, end: number): Lease {
    const known = this.leases.get(key);
    const changed = { key, version, end, renewFrom: end - RENEWED_BEFORE_MS };
    if (known) return Object.assign(known, changed);
    const lease = { ...changed, uncounted: 0 };
    this.leases.set(key, lease);
    return lease;
  }

  private isCurrent({ lease, version, madeAt }: Warm): boolean {
    const now = performance.now();
    if (lease.version !== version || now >= lease.end || now >= madeAt + MAX_AGE_MS) return false;
    if (now < lease.renewFrom) return true;
    lease.renewFrom = lease.end;
    // The application asks for a lease only while there is traffic.
    this.traffic.count(lease.key, lease.uncounted);
    lease.uncounted = 0;
    return false;
  }
}

/** The response depends on these headers at most. */
function nameOf(url: string, headers: IncomingHttpHeaders): string {
  const { 'accept-encoding': encoding, 'accept-language': language, origin, referer } = headers;
  return `${url}\n${String(encoding)}\n${language}\n${origin}\n${referer}`;
}

function wholeResponse(headers: Readonly<Record<string, unknown>>, body: Buffer): ReadyResponse {
  const length = ['content-length', String(body.length)];
  return { status: 200, headers: [...listed(headers, () => true), ...length], body: body.toString('latin1') };
}

/** The request id is that of one request only, and the length is added for the body that is sent. */
function listed(headers: Readonly<Record<string, unknown>>, fits: (header: string) => boolean): string[] {
  return Object.entries(headers)
    .filter(([header]) => header !== 'x-request-id' && header !== 'content-length' && fits(header))
    .flatMap(([header, value]) => [header, String(value)]);
}
