import { CrawlError } from '../../platforms/crawl-error';
import { getPlatform } from '../../platforms/registry';
import { PageTooComplex } from '../../normalise/schema-org/work-budget';
import { readPageLinks } from '../../normalise/schema-org/page-links';
import type { LinksTask, NormalizeTask, ReadTask, ThreadResult } from './thread-task';

/** Runs `read` of a platform. The pool of {@link PageThreadService} calls this in its thread. */
export function read({ platform, body, url }: ReadTask): ThreadResult {
  return resultOf(() => getPlatform(platform).read?.(body, url));
}

/** Runs `normalize` of a platform. */
export function normalize({ platform, rows, now }: NormalizeTask): ThreadResult {
  return resultOf(() => getPlatform(platform).normalize(rows, now));
}

/** Reads the links of a page. */
export function links({ body, url }: LinksTask): ThreadResult {
  return resultOf(() => readPageLinks(body, url));
}

/** Does nothing. The response shows that the thread has started and loaded the platforms. */
export function start(): void {}

/** An error loses its class on its way out of the thread, so the expected ones travel as data. */
function resultOf(work: () => unknown): ThreadResult {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof CrawlError) return { refusal: { code: error.code, message: error.message } };
    if (error instanceof PageTooComplex) return { tooComplex: error.message };
    throw error;
  }
}
