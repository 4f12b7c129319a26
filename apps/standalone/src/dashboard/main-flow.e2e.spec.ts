import { describeInBrowser, startFixtureServer } from '@plaudit/testing';
import type { Page } from 'playwright-core';
import { DashboardWorld, OWNER } from './dashboard-world.suite';

jest.setTimeout(240_000);

describeInBrowser('a newcomer in the browser', () => {
  let world: DashboardWorld;
  let page: Page;

  beforeAll(async () => {
    world = await DashboardWorld.start({ setUp: false });
    page = await (await world.context()).newPage();
  });
  afterAll(() => world.close());

  it('becomes the owner with the link of the first start', async () => {
    await page.goto(world.setupUrl ?? '');
    await page.getByLabel('Your name').fill('Ada Example');
    await page.getByLabel('Business or agency').fill('Acme Agency');
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create owner and continue' }).click();
    await page.waitForURL(/\/app\/1$/);
    const name = page.getByRole('navigation').getByText('Acme Agency');
    await name.waitFor();
    expect(await name.isVisible()).toBe(true);
  });

  it('connects a page by its address and sees the reviews arrive', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Connect channel' }).first().click();
    await page.getByText('Paste the address').first().click();
    await page.getByLabel('Profile address').fill(`${world.bakery.url}/`);
    await page.getByRole('button', { name: 'Check and continue' }).click();
    await page.getByRole('button', { name: 'Connect 1 channel' }).click();
    await page.getByRole('link', { name: 'Start approving' }).click();
    await page.waitForURL(/\/inbox\?channels=/);
    const review = page.getByText('Good coffee, small tables.').first();
    await review.waitFor();
    expect(await review.isVisible()).toBe(true);
  });

  it('approves a review with one key', async () => {
    // The keys work once the actions are there.
    await page.getByRole('button', { name: 'Approve' }).first().waitFor();
    await page.keyboard.press('a');
    const message = page.getByRole('status').getByText(/Approved/);
    await message.waitFor();
    expect(await message.isVisible()).toBe(true);
  });

  it('makes a widget whose snippet shows the review on a page of another origin', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Widgets' }).click();
    await page.getByRole('link', { name: 'Choose a type' }).click();
    await page.getByRole('main').getByText('List', { exact: true }).click();
    await page.getByRole('button', { name: 'Create widget' }).first().click();
    await page.waitForURL(/\/widgets\/\d+/);
    await page.getByRole('status').getByRole('button', { name: 'Embed' }).click();
    await page.waitForURL(/tab=embed/);
    const snippet = await page
      .getByText(/data-rv-widget="w_\w+"/)
      .first()
      .innerText();
    const shop = await startFixtureServer(() => ({
      headers: { 'content-type': 'text/html' },
      body: `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${snippet}<footer>Main Street</footer></html>`,
    }));
    const visitor = await (await world.context()).newPage();
    await visitor.goto(shop.url);
    const review = visitor.locator('rv-widget section').getByText('Good coffee, small tables.');
    await review.waitFor();
    expect(await review.isVisible()).toBe(true);
    expect(new URL(visitor.url()).origin).not.toBe(world.origin);
    const works = page.getByText(/It works/);
    await works.waitFor();
    expect(await works.isVisible()).toBe(true);
    await visitor.close();
    await shop.close();
  });

  it('opens the page of the widget on a host that has neither the session nor the dashboard', async () => {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: /\/w\/w_\w+$/ }).click();
    const hosted = await opened;
    // The element replaces what the page shows without it.
    const review = hosted.locator('rv-widget section').getByText('Good coffee, small tables.');
    await review.waitFor();
    expect(await review.isVisible()).toBe(true);
    const own = new URL(world.origin);
    expect(new URL(hosted.url()).host).toBe(`127.0.0.1:${own.port}`);
    expect(await page.context().cookies(hosted.url())).toEqual([]);
    const { pathname } = new URL(hosted.url());
    await hosted.goto(world.origin + pathname);
    expect(new URL(hosted.url()).host).toBe(`127.0.0.1:${own.port}`);
    await hosted.close();
  });
});
