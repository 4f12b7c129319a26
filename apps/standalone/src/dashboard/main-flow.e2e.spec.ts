import { describeInBrowser, eventually, startFixtureServer } from '@plaudit/testing';
import type { Page } from 'playwright-core';
import { DashboardWorld, OWNER } from './dashboard-world.suite';
import { DESK, LANGUAGE_NAMES, LANGUAGES, misfitsOnScreens } from './frame-fit.suite';
import { consentIn, type Partners, startPartners } from './partners.suite';
import { linkInMailbox } from './people.suite';

jest.setTimeout(240_000);

describeInBrowser('a newcomer in the browser', () => {
  let world: DashboardWorld;
  let partners: Partners;
  let page: Page;

  beforeAll(async () => {
    partners = await startPartners();
    const more = {
      ZENDESK_CLIENT_ID: 'client',
      ZENDESK_CLIENT_SECRET: 'secret',
      ORIGIN_OVERRIDES: partners.overrides,
    };
    world = await DashboardWorld.start({ setUp: false, more });
    page = await (await world.context()).newPage();
    await consentIn(page.context());
  });
  afterAll(async () => {
    await world.close();
    await partners.close();
  });

  it('becomes the owner with the link of the first start', async () => {
    await page.goto(world.setupUrl ?? '');
    await page.getByRole('button', { name: 'Create owner and continue' }).click();
    // The page says what is missing, and not a bubble of the browser.
    expect(await page.getByRole('alert').allTextContents()).toEqual(Array(4).fill('Fill in this field.'));
    expect(await page.evaluate('document.activeElement.name')).toBe('name');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
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

  it('searches the platforms that can be searched here, and learns which did not answer', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).first().click();
    await page.getByRole('button', { name: 'Connect channel' }).first().click();
    const offered = page.getByRole('group', { name: 'Search on' }).getByRole('button');
    await offered.first().waitFor();
    expect((await offered.allInnerTexts()).map((text) => text.trim()).sort()).toEqual([
      expect.stringContaining('Apple App Store'),
      expect.stringContaining('Firefox Add-ons'),
    ]);
    await page.getByLabel('Business name').fill('Acme');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 of 2 platforms answered').waitFor();
    // What was read just now, with its age.
    const candidate = page.getByRole('listitem').filter({ hasText: 'Acme Notes' });
    await candidate.getByText(/^Checked (now|\d+ )/).waitFor();
    expect(await candidate.getByText('9 reviews').isVisible()).toBe(true);
    expect(
      await page.getByText(/App Store could not be reached, or answered with an error/).isVisible(),
    ).toBe(true);
    partners.stores.isAway = false;
    await page.getByRole('button', { name: 'Search Apple App Store again' }).click();
    await page.getByText('Apple App Store has no profile with this name.').waitFor();
    expect(await page.getByText('1 of 2 platforms answered').isVisible()).toBe(false);
    expect(await candidate.isVisible()).toBe(true);
  });

  it('sees what a long search does, and cancels it', async () => {
    partners.stores.isSlow = true;
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Searching Apple App Store and Firefox Add-ons.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Searching Apple App Store').waitFor({ state: 'hidden' });
    const search = page.getByRole('button', { name: 'Search', exact: true });
    expect(await search.isEnabled()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    partners.stores.isSlow = false;
    await page.keyboard.press('Escape');
  });

  it('begins with the address where no platform can be searched', async () => {
    await page.route('**/channels/types', async (route) => {
      const response = await route.fetch();
      const { items, ...rest } = (await response.json()) as { items: object[] };
      const json = { ...rest, items: items.map((item) => ({ ...item, searchable: false })) };
      await route.fulfill({ response, json });
    });
    await page.goto(`${world.origin}/app/1/channels?connect=find`);
    const address = page.getByLabel('Profile address');
    await address.waitFor();
    expect(await page.getByText(/No platform with a search is set up/).isVisible()).toBe(true);
    expect(await page.getByLabel('Business name').count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await address.waitFor({ state: 'hidden' });
    await page.unroute('**/channels/types');
    await page.reload();
  });

  it('connects a page by its address and sees the reviews arrive', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).first().click();
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
    expect(partners.tokenRequests()).toBe(1);
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
    expect(partners.tokenRequests()).toBe(1);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Connect this profile of Zendesk?' }).waitFor();
    await other.getByRole('button', { name: 'Connect', exact: true }).click();
    await other.getByRole('heading', { name: 'Zendesk is connected' }).waitFor();
    expect(partners.tokenRequests()).toBe(2);
    await context.close();
  });

  it('has the zone of the setup in reports, send windows and the account, also in a sub account made later', async () => {
    const { id } = await send<{ id: number }>('POST', '/account/subaccount', { name: 'Harbour Bakery' });
    const zones = async (subAccount: number): Promise<unknown[]> => [
      (await send<{ default_timezone: string }>('GET', '/reports/settings', undefined, subAccount))
        .default_timezone,
      (
        await send<{ settings: { send_window: { timezone: string } } }>(
          'GET',
          '/invite/settings/get',
          undefined,
          subAccount,
        )
      ).settings.send_window.timezone,
    ];
    for (const subAccount of [1, id])
      await eventually(
        () => zones(subAccount),
        (found) => found.every((zone) => zone === 'Asia/Tokyo'),
        `the zone in sub account ${subAccount}`,
      );
    await page.goto(`${world.origin}/app/1/settings/general`);
    const ofBusiness = page.getByLabel('Zone of the business');
    await ofBusiness.waitFor();
    expect(await ofBusiness.inputValue()).toBe('Asia/Tokyo');
  });

  it('invites a colleague, who chooses a password with the link of the mail', async () => {
    await page.goto(`${world.origin}/app/1/settings/users`);
    await page.getByRole('button', { name: /^Add user/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByLabel('Full name').fill('Bea <b>Example</b>');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('bea@example.com');
    await dialog.getByText('This server keeps its mails').waitFor();
    await dialog.getByRole('button', { name: /^Invite user/ }).click();
    await page.getByRole('cell', { name: /Invited, link works until/ }).waitFor();
    const link = await linkInMailbox(page, 'bea@example.com');
    const colleague = await (await world.context()).newPage();
    await colleague.goto(link);
    await colleague.getByRole('heading', { name: 'Choose your password' }).waitFor();
    const name = colleague.getByLabel('Your name');
    expect(await name.inputValue()).toBe('Bea <b>Example</b>');
    await name.fill('Bea Example');
    await colleague.getByLabel('New password').fill('a password of Bea');
    await colleague.getByRole('button', { name: 'Set password and sign in' }).click();
    await colleague.waitForURL(/\/app\/1$/);
    await colleague.context().close();
    await page.goto(`${world.origin}/app/1/settings/users`);
    await page.getByRole('cell', { name: 'Bea Example bea@example.com' }).waitFor();
    expect(await page.getByText('Invited, link works until').count()).toBe(0);
    await page.goto(`${world.origin}/app/1/settings/audit`);
    await page.getByRole('list', { name: 'Audit log' }).first().waitFor();
    const log = await page.getByRole('list', { name: 'Audit log' }).allInnerTexts();
    expect(log.join(' ').replaceAll(/\s+/g, ' ')).toMatch(
      /Bea Example accepted the invitation.*Ada Example invited bea@example\.com/,
    );
  });

  it('has the chosen language and zone in each browser, and after a reload', async () => {
    const chosen = (of: Page) =>
      of.evaluate<unknown[]>("[document.documentElement.lang, localStorage.getItem('plaudit.timeZone')]");
    await page.goto(`${world.origin}/app/1/settings/general`);
    const stored = () => page.waitForResponse((response) => response.url().endsWith('/session/preferences'));
    const zoneStored = stored();
    await page.getByLabel('Times are shown in').selectOption('America/New_York');
    expect((await zoneStored).status()).toBe(200);
    const languageStored = stored();
    await page.getByRole('main').getByLabel('Language', { exact: true }).selectOption('de');
    expect((await languageStored).status()).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'Sprache und Zeiten' }).waitFor();
    expect(await chosen(page)).toEqual(['de', 'America/New_York']);
    const other = await world.signIn();
    await other.getByRole('link', { name: 'Einstellungen' }).first().waitFor();
    expect(await chosen(other)).toEqual(['de', 'America/New_York']);
    await other.context().close();
  });

  it.each(LANGUAGES)(
    'sees each name of the frame in full in %s, on a desk and on a phone',
    async (language) => {
      await page.setViewportSize(DESK);
      await page.goto(`${world.origin}/app/1`);
      await page.locator('.me button[popovertarget]').click();
      await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click();
      await page.locator(`html[lang="${language}"]`).waitFor();
      expect(await misfitsOnScreens(page)).toEqual([]);
    },
  );

  /** Sends a request of the page. */
  const send = <T>(method: string, path: string, body?: object, subAccount = 1): Promise<T> =>
    page.evaluate<T>(`fetch('/app/api${path}', {
      method: '${method}',
      headers: { 'content-type': 'application/json', 'x-sub-account': '${subAccount}' },
      ${body ? `body: '${JSON.stringify(body)}',` : ''}
    }).then((response) => response.json())`);
});
