import { Injectable } from '@nestjs/common';

/**
 * Wakes the crawl worker of this process after a commit that made a crawl due. Without it, the crawl would wait for the
 * worker's next tick. It knows nothing of the worker, so that requests do not depend on the crawler.
 */
@Injectable()
export class CrawlNotifier {
  private listener: () => void = () => {};

  onNotify(listener: () => void): void {
    this.listener = listener;
  }

  notify(): void {
    this.listener();
  }
}
