import { eventually } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';
import { type DashboardWorld, NEXT_FRAME } from './dashboard-world.suite';

/** Notes how long each interaction takes until the next paint, in ms. */
const NOTE_INTERACTIONS = `
  const interactions = [];
  globalThis.interactions = interactions;
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) interactions.push(duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 });
`;

/** What one request may add. */
const ADDED_AT_ONCE = 500;

/** Adds reviews that wait, with one to five stars. */
export async function addReviews({ api }: DashboardWorld, words: string, count: number): Promise<void> {
  const reviews = Array.from({ length: count }, (_one, at) => ({
    from_name: `Guest ${at}`,
    text: `${words}, number ${at}. The service was friendly, and we shall come back with friends.`,
    posted_on: '2026-01-31',
    rating_value: (at % 5) + 1,
  }));
  for (let at = 0; at < count; at += ADDED_AT_ONCE)
    await api.post('/reviews/add_bulk', { body: { reviews: reviews.slice(at, at + ADDED_AT_ONCE) } });
}

/** The inbox in one tab of a browser. */
export class InboxPage {
  private constructor(
    readonly page: Page,
    readonly address: string,
  ) {}

  /** Without an address, `page` shows any screen of the sub account. */
  static async of(page: Page, address?: string): Promise<InboxPage> {
    await page.addInitScript({ content: NOTE_INTERACTIONS });
    return new InboxPage(page, address ?? `${/^.*\/app\/\d+/.exec(page.url())?.[0]}/inbox`);
  }

  /** The rows that are in the document. */
  get rows(): Locator {
    return this.page.locator('main .review-row');
  }

  /** Opens the inbox and waits for its first row. */
  async load(search = ''): Promise<void> {
    await this.page.goto(`${this.address}${search}`);
    await this.rows.first().waitFor();
  }

  /** Opens the inbox and waits for the code of its actions. */
  async open(search = ''): Promise<void> {
    await this.load(search);
    await this.page.locator('.detail-actions').getByRole('button').first().waitFor();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Returns the name of the author in a row, from 0. */
  author(row: number): Promise<string> {
    return this.rows.nth(row).getByRole('link').innerText();
  }

  message(text: string | RegExp): Locator {
    return this.page.locator('.toasts').getByText(text);
  }

  tab(name: string): Locator {
    return this.page.getByRole('link', { name: new RegExp(`^${name}\\s*\\d`) });
  }

  async count(tab: string): Promise<number> {
    const text = await this.tab(tab).innerText();
    return Number(/[\d,]+$/.exec(text)?.[0].replace(',', ''));
  }

  /** Waits until a tab has this count. */
  async untilCount(tab: string, count: number): Promise<void> {
    await eventually(
      () => this.count(tab),
      (found) => found === count,
      `${count} reviews in ${tab}`,
    );
  }

  /** Returns how long the slowest interaction of an act took until the next paint, in ms. */
  async slowest(act: () => Promise<unknown>, done: () => Promise<unknown>): Promise<number> {
    await this.page.evaluate('interactions.length = 0');
    await act();
    await done();
    await this.page.evaluate(NEXT_FRAME);
    return this.page.evaluate<number>('Math.max(0, ...interactions)');
  }
}
