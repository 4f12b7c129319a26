import { describeInBrowser, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { DashboardWorld, OWNER, settled } from './dashboard-world.suite';
import { LANGUAGE_NAMES, LANGUAGES, misfitsOf } from './frame-fit.suite';

jest.setTimeout(240_000);

/** Two helpdesks at the platform that the product sees, with one rating each. */
const HELPDESKS = ['https://acme.zendesk.com', 'https://mill.zendesk.com'];

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 720 };

function answerAsHelpdesk({ path }: { path: string }) {
  if (path === '/oauth/tokens') return { body: { access_token: 'at-1', token_type: 'bearer' } };
  if (path !== '/api/v2/satisfaction_ratings') return { status: 404, body: { error: 'RecordNotFound' } };
  const rating = { id: 1, score: 'good', comment: 'Quick', created_at: '2026-09-01T08:00:00Z' };
  return { body: { satisfaction_ratings: [rating], meta: { has_more: false } } };
}

/** Lets the person of this browser consent at the helpdesk, whose page sends the browser back to us. */
async function consentIn(context: BrowserContext): Promise<void> {
  await context.route('https://*.zendesk.com/**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code: 'code-1', state: searchParams.get('state') ?? '' }).toString();
    const script = `location.replace(${JSON.stringify(back.href)})`;
    return route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` });
  });
}

describeInBrowser('a newcomer in the browser', () => {
  let world: DashboardWorld;
  let helpdesk: FixtureServer;
  let page: Page;

  beforeAll(async () => {
    helpdesk = await startFixtureServer(answerAsHelpdesk);
    const more = {
      ZENDESK_CLIENT_ID: 'client',
      ZENDESK_CLIENT_SECRET: 'secret',
      ORIGIN_OVERRIDES: HELPDESKS.map((origin) => `${origin}=${helpdesk.url}`).join(','),
    };
    world = await DashboardWorld.start({ setUp: false, more });
    page = await (await world.context()).newPage();
    await consentIn(page.context());
  });
  afterAll(async () => {
    await world.close();
    await helpdesk.close();
  });

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

  it('connects a helpdesk by signing in to it, in one click', async () => {
    await page.goto(`${world.origin}/app/1/channels?connect=zendesk`);
    await page.getByLabel('Subdomain').fill('acme');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue to Zendesk' }).click();
    const tab = await opened;
    await tab.getByRole('heading', { name: 'Zendesk is connected' }).waitFor();
    await page.getByRole('link', { name: 'Start approving' }).waitFor();
    expect(tokenRequests()).toBe(1);
    await tab.close();
  });

  it('sends the link of the sign-in to another person, whose helpdesk is connected after two pages only', async () => {
    const link = await page.evaluate<string>(`fetch('/app/api/channels/authorize_url', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sub-account': '1' },
      body: JSON.stringify({ type: 'zendesk', subdomain: 'mill' }),
    }).then((response) => response.json()).then((body) => body.authorize_url)`);
    const context = await world.context();
    await consentIn(context);
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('heading', { name: 'Connect your Zendesk account?' }).waitFor();
    for (const text of ['Acme Agency', OWNER.email])
      expect(await other.getByText(text).first().isVisible()).toBe(true);
    expect(tokenRequests()).toBe(1);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Connect this profile of Zendesk?' }).waitFor();
    await other.getByRole('button', { name: 'Connect', exact: true }).click();
    await other.getByRole('heading', { name: 'Zendesk is connected' }).waitFor();
    expect(tokenRequests()).toBe(2);
    await context.close();
  });

  it.each(LANGUAGES)(
    'sees each name of the frame in full in %s, on a desk and on a phone',
    async (language) => {
      await page.setViewportSize(DESK);
      await page.goto(`${world.origin}/app/1`);
      await page.locator('.me button[popovertarget]').click();
      await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click();
      await page.locator(`html[lang="${language}"]`).waitFor();
      const misfits: string[] = [];
      for (const link of await page.locator('.nav li a').all()) {
        const name = await link.innerText();
        await link.click();
        await settled(page);
        for (const size of [PHONE, DESK]) {
          await page.setViewportSize(size);
          misfits.push(...(await misfitsOf(page)).map((one) => `${name}, ${size.width} px: ${one}`));
        }
      }
      expect(misfits).toEqual([]);
    },
  );

  const tokenRequests = () => helpdesk.requests.filter(({ path }) => path === '/oauth/tokens').length;
});
