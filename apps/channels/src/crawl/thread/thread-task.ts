import type { CrawlErrorCode } from '../../platforms/crawl-error';

/** What the thread is asked to do. Everything that crosses the border of the thread is plain data. */
export interface ReadTask {
  /** Slug of the platform. */
  platform: string;
  body: string;
  url: string;
}

/** A page whose links are read. */
export type LinksTask = Pick<ReadTask, 'body' | 'url'>;

export interface NormalizeTask {
  platform: string;
  rows: readonly unknown[];
  now: Date;
}

export type ThreadResult =
  | { value: unknown }
  | { refusal: { code: CrawlErrorCode; message: string } }
  /** What the page has too many of. */
  | { tooComplex: string };

/** For whom a task is run. */
export interface ThreadTerms {
  signal: AbortSignal;
  /** The account whose page it is. */
  account: number;
  /** A person waits for a check. */
  line: 'check' | 'crawl';
}
