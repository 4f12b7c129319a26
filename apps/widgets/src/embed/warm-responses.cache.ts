import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  matchesEtag,
  readyHead,
  type ReadyResponse,
  ReadyResponses,
  type RequestHead,
} from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { HttpExchange, HttpRequest } from '../http/http-exchange';
import type { RequestedWidget } from './requested-widgets.service';
import type { CountedHeaders } from '../views/counted-requests';
import { ViewCounterService } from '../views/view-counter.service';
import { WidgetTrafficService } from './widget-traffic.service';

const MAX_BYTES = 16 * 1024 * 1024;
/** Visitors of one page differ in their languages and compressions only. */
const MAX_VARIANTS = 64;
const MAX_WIDGETS = 10_000;
/** The texts of the ai service and of translators have no rev, and an order may change at midnight. */
const MAX_AGE_MS = 1_000;
/** So long before the end of a lease, one of the requests is left to the application, which renews it. */
const RENEWED_BEFORE_MS = 30;
const BYTES_OF_HEADERS = 2_000;
const OF_BODY = new Set(['content-type', 'content-encoding', 'content-length']);

/** Those of a response, with names in lower case. */
type Headers = Readonly<Record<string, unknown>>;

/** What a response depends on at most. */
type Asked = Pick<IncomingHttpHeaders, 'accept-encoding' | 'accept-language' | 'origin' | 'referer'>;

/** How long the version of a widget may be sent without a read, by `performance.now`. */
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
  asked: Asked;
  /** That of the widget. */
  lease: Lease;
  version: string;
  /** False for a widget that shows nothing, so that its responses are no views. */
  isActive: boolean;
  madeAt: number;
  etag: string;
  unchanged: ReadyResponse;
  /** Null if all who sent this request had the current version. */
  whole: ReadyResponse | null;
}

/**
 * Keeps the responses with the data of widgets that many visitors request. While the lease of a widget lasts (100 ms), its responses
 * are sent again without a read. See decision 254.
 */
@Injectable()
export class WarmResponsesCache extends ReadyResponses {
  readonly route = '/embed/v1/widgets/:key.json';

  private readonly leases = new LRUCache<string, Lease>({ max: MAX_WIDGETS });
  /** By URL. A text of all that a response depends on would cost as much as the rest of the search. */
  private readonly warm = new Map<string, Warm[]>();
  private bytes = 0;

  constructor(
    private readonly traffic: WidgetTrafficService,
    private readonly counter: ViewCounterService,
  ) {
    super();
  }

  override find({ url, headers }: RequestHead): ReadyResponse | null {
    const asked = {
      'accept-encoding': headers.get('accept-encoding'),
      'accept-language': headers.get('accept-language'),
      origin: headers.get('origin'),
      referer: headers.get('referer'),
    };
    const warm = this.variant({ url, headers: asked });
    if (!warm || !this.isCurrent(warm)) return null;
    const response = matchesEtag(headers.get('if-none-match'), warm.etag) ? warm.unchanged : warm.whole;
    if (!response) return null;
    const { lease, isActive } = warm;
    lease.uncounted += 1;
    if (isActive) this.counter.readyView(lease.key, countedHeadersOf(headers));
    return response;
  }

  /** Keeps a response if its version is leased. `body` is undefined if the client already had it. */
  keep({ request, reply }: HttpExchange, requested: RequestedWidget, body: Buffer | undefined): void {
    const { target, currentUntil } = requested;
    if (currentUntil === null) return;
    const version = `${target.rev} ${target.content_rev}`;
    const lease = this.extend(target.key, version, currentUntil);
    const headers = reply.getHeaders();
    const etag = String(headers.etag);
    const known = this.variant(request);
    const whole = known?.version === version && known.etag === etag ? known.whole : null;
    this.store(request, known, {
      asked: request.headers,
      lease,
      version,
      isActive: target.active,
      madeAt: performance.now(),
      etag,
      unchanged: unchangedResponse(headers),
      whole: body ? wholeResponse(headers, body) : whole,
    });
  }

  private variant({ url, headers }: { url: string; headers: Asked }): Warm | undefined {
    return this.warm.get(url)?.find(({ asked }) => asksTheSame(asked, headers));
  }

  /** Stores a response in place of `known`. What is here lasts for a second at most, so a full cache begins anew. */
  private store({ url }: HttpRequest, known: Warm | undefined, warm: Warm): void {
    this.bytes += bytesOf(warm) - (known ? bytesOf(known) : 0);
    if (this.bytes > MAX_BYTES) {
      this.warm.clear();
      this.bytes = bytesOf(warm);
    }
    const others = (this.warm.get(url) ?? []).filter((variant) => variant !== known);
    // The newest comes first, because many visitors ask for it.
    this.warm.set(url, [warm, ...others].slice(0, MAX_VARIANTS));
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

function countedHeadersOf(headers: RequestHead['headers']): CountedHeaders {
  return { userAgent: headers.get('user-agent'), fetchSite: headers.get('sec-fetch-site') };
}

function asksTheSame(one: Asked, other: Asked): boolean {
  return (
    one['accept-encoding'] === other['accept-encoding'] &&
    one['accept-language'] === other['accept-language'] &&
    one.origin === other.origin &&
    one.referer === other.referer
  );
}

function bytesOf({ whole }: Warm): number {
  return (whole?.body?.length ?? 0) + BYTES_OF_HEADERS;
}

function unchangedResponse(headers: Headers): ReadyResponse {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_BODY.has(name)));
  return { status: 304, head: readyHead(304, kept), body: null };
}

function wholeResponse(headers: Headers, body: Buffer): ReadyResponse {
  return { status: 200, head: readyHead(200, { ...headers, 'content-length': body.length }), body };
}
