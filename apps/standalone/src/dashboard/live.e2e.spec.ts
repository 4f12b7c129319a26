import { describeInBrowser } from '@plaudit/testing';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { DashboardWorld, OWNER, settled } from './dashboard-world.suite';

jest.setTimeout(240_000);

describeInBrowser('an inbox that is open while reviews arrive', () => {
  let world: DashboardWorld;
  let context: BrowserContext;
  let page: Page;
  let arrived: Locator;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    for (const text of ['Great bread.', 'Good coffee.', 'Kind people.']) await add(text);
    context = await world.context();
    page = await world.signIn(OWNER, context);
    arrived = page.getByRole('button', { name: 'Show 1 new review' });
  });
  afterAll(async () => {
    await context.close();
    await world.close();
  });

  async function add(text: string): Promise<void> {
    const review = { from_name: 'Ada', text, posted_on: '2026-02-01', rating_value: 5 };
    await world.api.post('/reviews/add_bulk', { body: { reviews: [review] } });
  }

  async function openInbox(): Promise<void> {
    await page.goto(`${/^.*\/app\/\d+/.exec(page.url())?.[0]}/inbox`);
    await page.getByRole('button', { name: 'Approve' }).first().waitFor();
    await settled(page);
  }

  const connected = (): Promise<void> => page.getByRole('img', { name: 'Live' }).waitFor();

  it('leaves each row in its place', async () => {
    await openInbox();
    await connected();
    const rows = page.locator('.review-row');
    const before = await rows.first().boundingBox();
    await add('Just arrived.');
    await arrived.waitFor();
    expect(await rows.first().boundingBox()).toEqual(before);
  });

  it('tells of one that arrived after the list and before the stream of events', async () => {
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    await page.route('**/app/events**', async (route) => {
      await opened;
      await route.continue();
    });
    await openInbox();
    await add('In the gap.');
    open();
    await arrived.waitFor();
    expect(await arrived.isVisible()).toBe(true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('goes on after a restart of the server and has missed none', async () => {
    await openInbox();
    await connected();
    await world.restart();
    // The browser connects again after a second at the earliest.
    await add('After the restart.');
    await arrived.click();
    const review = page.locator('.review-row').getByText('After the restart.');
    await review.waitFor();
    await connected();
    expect(await review.isVisible()).toBe(true);
  });
});
