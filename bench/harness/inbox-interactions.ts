import type { Page } from 'playwright-core';

/** What a person does in the inbox, in the order in which one thing leads to the next. */
export const INBOX_INTERACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'J, the next review': (page) => page.keyboard.press('j'),
  'K, the one before': (page) => page.keyboard.press('k'),
  'a click on a row': (page) => page.locator('.review-row a').nth(2).click(),
  'X, select': (page) => page.keyboard.press('x'),
  'Escape, select nothing': (page) => page.keyboard.press('Escape'),
  'A, approve': (page) => page.keyboard.press('a'),
  'I, ignore': (page) => page.keyboard.press('i'),
  'U, back to waiting': (page) => page.keyboard.press('u'),
  'F, open the filters': (page) => page.keyboard.press('f'),
  'Escape, close the filters': (page) => page.keyboard.press('Escape'),
  'another tab': (page) => page.getByRole('link', { name: /^All/ }).click(),
  'the first tab': (page) => page.getByRole('link', { name: /^Waiting/ }).click(),
};

const AFTER_PAINT = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`;
/** A slowed-down browser may never call back. One second without anything else to do is enough. */
const IDLE = `new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))`;

/** Waits until the page has drawn what the last interaction caused. */
export async function nextPaint(page: Page): Promise<void> {
  await page.evaluate(AFTER_PAINT);
}

/** Waits until the inbox has its rows and nothing to do. */
export async function calm(page: Page): Promise<void> {
  await page.locator('.review-row').first().waitFor();
  const loading = page.locator('.loading, .inbox-list[aria-busy="true"]').first();
  await loading.waitFor({ state: 'detached' });
  await page.evaluate(IDLE);
}
