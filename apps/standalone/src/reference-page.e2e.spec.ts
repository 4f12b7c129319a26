import { operationsOf } from '@plaudit/runtime';
import { describeInBrowser, eventually, launchBrowser } from '@plaudit/testing';
import type { Browser, Page } from 'playwright-core';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';

describeInBrowser('on the reference page an operation', () => {
  let product: ProductWorld;
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    product = await startProductWorld();
    const origin = product.world.url('gateway');
    browser = await launchBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) elsewhere.push(url);
    });
    page.on('console', (message) => {
      // The browser's console reports a refused request as an error. The page shows it as a response.
      const isAnswer = message.text().includes('401');
      if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${origin}/docs`);
    await page.locator('.opblock-tag-section').first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product.close();
  });

  it('shows every operation under its resource', async () => {
    const shown = await page.locator('.opblock-tag').evaluateAll((tags) => tags.map(({ id }) => id));
    expect(shown).toEqual((product.document.tags ?? []).map(({ name }) => `operations-tag-${name}`));
    for (const tag of await page.locator('.opblock-tag').all()) await tag.click();
    const webhooks = Object.keys(product.document.webhooks ?? {});
    await eventually(
      () => page.locator('.opblock').count(),
      (blocks) => blocks === operationsOf(product.document).length + webhooks.length,
      'every operation to be shown',
    );
  });

  it('follows the guide to webhooks, and each webhook is shown with its body', async () => {
    const headings = await page.locator('.info .description :is(h2, h3, h4)').allTextContents();
    expect(headings).toEqual(
      expect.arrayContaining(['Webhooks', 'Verify the signature', 'Python', 'PHP', 'Ruby']),
    );
    const block = page.locator('.webhooks .opblock').filter({ hasText: 'rating.changed' });
    await block.locator('.opblock-summary-control').click();
    const text = async (): Promise<string> => (await block.textContent()) ?? '';
    const words = ['X-Service-Signature', 'webhook-signature', 'previous_score', '2XX'];
    await eventually(text, (shown) => words.every((word) => shown.includes(word)), words.join(', '));
  });

  it('shows fields, examples and errors of an opened operation', async () => {
    const block = page.locator('#operations-Reviews-addReview');
    await block.locator('.opblock-summary-control').click();
    const text = async (): Promise<string> => (await block.textContent()) ?? '';
    const words = ['Idempotency-Key', 'from_name', 'Great bread.', 'duplicate_review', '429'];
    await eventually(text, (shown) => words.every((word) => shown.includes(word)), words.join(', '));
  });

  it('sends a request with and without a key', async () => {
    const block = page.locator('#operations-Connection-hello');
    const answered = (status: string): Promise<unknown> =>
      eventually(
        () => block.locator('.live-responses-table tbody .response-col_status').allTextContents(),
        ([shown]) => shown?.trim() === status,
        `the answer ${status}`,
      );
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('.execute').click();
    await answered('401');
    await page.locator('.auth-wrapper .authorize').click();
    const bearer = page.locator('.auth-container').nth(1);
    await bearer.locator('input').fill(await product.addKey());
    await bearer.locator('.authorize').click();
    await bearer.locator('.btn-done').click();
    await block.locator('.execute').click();
    await answered('200');
  });

  it('is reached past the introduction, which links to the error codes', async () => {
    const introduction = page.locator('.info .description');
    expect(await introduction.textContent()).toContain('Idempotency-Key');
    await page.locator('header nav').getByText('Operations').click();
    await eventually(
      () => page.locator('.scheme-container').evaluate((part) => part.getBoundingClientRect().top),
      (top) => top >= 0 && top < 200,
      'the operations to be at the top of the window',
    );
    const link = introduction.getByText('Error codes').first();
    expect(await link.getAttribute('href')).toBe('/docs/errors');
  });

  it('requests nothing from other hosts and causes no browser errors', () => {
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
