import { Injectable } from '@nestjs/common';

const WINDOW_MS = 100;
/** Requests in the current and the last window. Two windows of this size are at least 100 requests a second. */
const MANY = 20;

/** Counts the requests of each widget, to find those that many visitors request at this moment. */
@Injectable()
export class WidgetTrafficService {
  private windowEnd = 0;
  private current = new Map<string, number>();
  private last = new Map<string, number>();

  count(key: string, requests = 1): void {
    this.turnWindow();
    this.current.set(key, (this.current.get(key) ?? 0) + requests);
  }

  isBusy(key: string): boolean {
    this.turnWindow();
    return (this.current.get(key) ?? 0) + (this.last.get(key) ?? 0) >= MANY;
  }

  private turnWindow(): void {
    const now = performance.now();
    if (now < this.windowEnd) return;
    this.last = now < this.windowEnd + WINDOW_MS ? this.current : new Map();
    this.current = new Map();
    this.windowEnd = now + WINDOW_MS;
  }
}
