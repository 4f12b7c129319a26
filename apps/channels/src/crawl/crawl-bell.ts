import { Injectable } from '@nestjs/common';

/** Wakes this process's worker after a commit that made a crawl due, instead of at its next tick. */
@Injectable()
export class CrawlBell {
  private answer: () => void = () => {};

  onRing(answer: () => void): void {
    this.answer = answer;
  }

  ring(): void {
    this.answer();
  }
}
