import { ownValue } from '@plaudit/contracts';
import type { ResponseParts } from './http-errors';

const MAX_VALIDATOR = 300;
/** First pages of one channel whose validators are kept. */
const MAX_PAGES = 50;

/** What a server says about the version of a page: its ETag and its Last-Modified, as they were received. */
interface Validator {
  etag?: string;
  modified?: string;
}

/** Validators by the URL of the request. */
export type Validators = Readonly<Record<string, Validator>>;

/** Thrown instead of a response if the platform says that the page has not changed since the last crawl. */
export class NotModified extends Error {
  constructor(url: string) {
    super(`${url} has not changed`);
    this.name = 'NotModified';
  }
}

/** The validators of one crawl: those of the last one, which it sends, and those that it receives for the next one. */
export class PageValidators {
  private readonly received = new Map<string, Validator>();
  private isForgotten = false;

  /** `sent` is null if the crawl must read every page. */
  constructor(private readonly sent: Validators | null) {}

  /** Returns the headers of a conditional request. */
  headersFor(url: string): Record<string, string> {
    const { etag, modified } = ownValue(this.sent, url) ?? {};
    return {
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(modified === undefined ? {} : { 'if-modified-since': modified }),
    };
  }

  /** Remembers the validators of a response. Throws {@link NotModified} for the status 304. */
  notice(url: string, { status, header }: Pick<ResponseParts, 'status' | 'header'>): void {
    const known = ownValue(this.sent, url);
    if (status === 304 && known) {
      this.received.set(url, known);
      throw new NotModified(url);
    }
    const etag = bounded(header('etag'));
    const modified = bounded(header('last-modified'));
    if (status !== 200 || (!etag && !modified) || this.received.size >= MAX_PAGES) return;
    this.received.set(url, { ...(etag ? { etag } : {}), ...(modified ? { modified } : {}) });
  }

  /** Makes the next crawl read every page. */
  forget(): void {
    this.isForgotten = true;
  }

  /** Returns the validators for the next crawl. */
  get next(): Validators {
    return this.isForgotten ? {} : Object.fromEntries(this.received);
  }
}

function bounded(value: string | null): string | null {
  return value !== null && value.length <= MAX_VALIDATOR ? value : null;
}
