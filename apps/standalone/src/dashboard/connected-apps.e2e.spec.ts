import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Schema } from '@plaudit/client';
import { describeInBrowser, eventually, startFixtureServer } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';
import { call } from '../mcp-world.suite';
import { axeViolations, DashboardWorld, NEXT_FRAME, notesOf, OWNER } from './dashboard-world.suite';
import { McpApp } from './mcp-app.suite';
import { openDialog, said } from './people.suite';

/** The role with the fewest rights. */
const USER_ID = 2;
/** The width of the narrowest phone. */
const PHONE = { width: 320, height: 640 };

jest.setTimeout(240_000);

describeInBrowser('an app that a person connects', () => {
  let world: DashboardWorld;
  const apps: McpApp[] = [];

  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await world.close();
  });

  async function startApp(name: string): Promise<McpApp> {
    const app = await McpApp.start(world.origin, name);
    apps.push(app);
    return app;
  }

  async function newPage(): Promise<Page> {
    return (await world.context({ reducedMotion: 'reduce' })).newPage();
  }

  async function typeSignIn(page: Page, { email, password }: typeof OWNER): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens the page to which an app leads in a new browser profile, signs a user in on it and waits for what it says then. */
  async function signedInPage(app: McpApp, heading: string | RegExp, user = OWNER): Promise<Page> {
    const page = await newPage();
    await page.goto((await app.ask()).href);
    await typeSignIn(page, user);
    await page.getByRole('heading', { name: heading }).waitFor();
    return page;
  }

  const askedUser = (app: McpApp, user = OWNER): Promise<Page> => signedInPage(app, /^Connect/, user);

  const setPolicy = (body: Schema<'AppPolicyInput'>): Promise<unknown> =>
    world.api.put('/apps/policy', { body });

  /** The button can be used once the page has kept the focus for a moment. */
  const connectButton = (page: Page): Locator => page.getByRole('button', { name: /^Connect/ });

  describe('which knows only the address of the MCP server', () => {
    let app: McpApp;
    let page: Page;
    let client: Client;

    beforeAll(async () => {
      app = await startApp('Desk Assistant');
      page = await newPage();
    });
    afterAll(() => page.context().close());

    it('is led to the page of the dashboard by the 401, and the person signs in on that page', async () => {
      const url = await app.ask();
      expect(url.origin).toBe(world.origin);
      expect(url.searchParams.get('code_challenge_method')).toBe('S256');
      await page.goto(url.href);
      await page.waitForURL(/\/app\/authorize\/[\w-]+$/);
      const address = page.url();
      await typeSignIn(page, OWNER);
      const heading = page.getByRole('heading', { level: 1, name: /Connect .*Desk Assistant/ });
      await heading.waitFor();
      expect(page.url()).toBe(address);
    });

    it('sees a page that says who asks, has no violation in light and dark, and fits a phone', async () => {
      await page.getByText('Nobody has checked this app').waitFor();
      await page.getByText('an app on this computer').waitFor();
      const problems: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(NEXT_FRAME);
        problems.push(...(await axeViolations(page)));
      }
      problems.push(...(await notesOf(page)).violations);
      const size = page.viewportSize();
      await page.setViewportSize(PHONE);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      if (size) await page.setViewportSize(size);
      expect(problems).toEqual([]);
    });

    it('gets only what reads, unless the person ticks more, and the browser returns to it', async () => {
      const ticked = await page.getByRole('checkbox', { checked: true }).evaluateAll((boxes) => boxes.length);
      expect(ticked).toBe(await page.getByRole('checkbox', { name: /^Read/ }).count());
      await connectButton(page).click();
      await page.getByRole('heading', { name: 'Back in the app' }).waitFor();
      expect(app.returned[0]?.get('iss')).toBe(world.origin);
      client = await app.finish();
      expect(app.tokens?.scope?.split(' ').every((scope) => scope.endsWith(':read'))).toBe(true);
    });

    it('lists and calls the tools that read', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('list_reviews');
      const { isError, body } = await call(client, 'list_reviews');
      expect([isError, typeof body.count]).toEqual([false, 'number']);
    });

    it('is offered and allowed no tool that writes', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('add_review');
      const args = { from_name: 'Noa', text: 'Great bread.', posted_on: '2026-01-31', rating_value: 5 };
      // The SDK tries a refreshed token first, which has no more scopes.
      await expect(client.callTool({ name: 'add_review', arguments: args })).rejects.toThrow(/403/);
    });

    it('has no access any more once an admin revokes it in the settings', async () => {
      await page.goto(`${world.origin}/app/1/settings/apps`);
      const row = page.getByRole('row', { name: /Desk Assistant/ });
      await row.waitFor();
      expect(await row.innerText()).toMatch(/read only/);
      await page.getByRole('button', { name: 'Revoke Desk Assistant' }).click();
      const asked = await openDialog(page, 'Revoke Desk Assistant?');
      await asked.getByRole('button', { name: 'Revoke' }).click();
      await said(page, /Desk Assistant revoked/);
      const refused = await fetch(`${world.origin}/public/v1/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.tokens?.access_token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
      await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    });
  });

  it('of a user who manages nothing is listed and revoked in the settings of that user', async () => {
    const user = { email: 'desk@example.com', password: 'another password' };
    await world.api.post('/users', { body: { ...user, name: 'Desk', role_id: USER_ID } });
    const app = await startApp('Own app');
    const page = await askedUser(app, user);
    expect(await page.getByRole('checkbox', { name: /^Manage users/ }).count()).toBe(0);
    await connectButton(page).click();
    await page.getByRole('heading', { name: 'Back in the app' }).waitFor();
    await app.finish();
    await page.goto(`${world.origin}/app/1/settings/security`);
    await page.getByText(`${world.origin}/public/v1/mcp`).waitFor();
    await page.getByRole('button', { name: 'Revoke Own app' }).click();
    const asked = await openDialog(page, 'Revoke Own app?');
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await said(page, /Own app revoked/);
    const { items } = await world.api.get('/apps');
    expect(items.map(({ name }) => name)).not.toContain('Own app');
    await page.context().close();
  });

  describe('which a person does not connect', () => {
    it('is told so', async () => {
      const app = await startApp('Unwanted');
      const page = await askedUser(app);
      await page.getByRole('button', { name: 'Do not connect' }).click();
      await page.getByRole('heading', { name: 'Back in the app' }).waitFor();
      expect(Object.fromEntries(app.returned[0] ?? [])).toMatchObject({ error: 'access_denied' });
      expect(app.returned[0]?.has('code')).toBe(false);
      await page.context().close();
    });

    it('because the account connects none is refused on the page', async () => {
      await setPolicy({ policy: 'off' });
      const page = await signedInPage(await startApp('Switched off'), 'Your account connects no apps');
      expect(await connectButton(page).count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      await setPolicy({ policy: 'all' });
      await page.reload();
      await connectButton(page).waitFor();
      await page.context().close();
    });

    it('because it is not on the list is refused on the page, which leads an admin to the list', async () => {
      await setPolicy({ policy: 'listed', allowed_apps: ['assistant.example.com'] });
      const page = await signedInPage(await startApp('Not listed'), /Not listed.* is not on the list/);
      const address = page.url();
      await page.getByRole('link', { name: 'Open Connected apps' }).click();
      await page.getByRole('checkbox', { name: 'assistant.example.com' }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await said(page, /^Saved/);
      const { allowed_apps } = await world.api.get('/apps/policy');
      expect(allowed_apps.map(({ name }) => name)).toContain('Not listed');
      await page.goto(address);
      await connectButton(page).waitFor();
      await setPolicy({ policy: 'all', allowed_apps: [] });
      await page.context().close();
    });
  });

  describe('of an attacker', () => {
    const LEAVING = { email: 'leaving@example.com', password: 'the password of leaving' };

    it('cannot show the page in a frame of another site', async () => {
      const app = await startApp('Framed');
      const victim = await askedUser(app);
      const address = victim.url();
      const site = await startFixtureServer(() => ({
        headers: { 'content-type': 'text/html' },
        body: `<!doctype html><title>Prize</title><h1>Prize</h1><iframe src="${address}"></iframe>`,
      }));
      const page = await victim.context().newPage();
      const refusals: string[] = [];
      page.on('console', (message) => refusals.push(message.text()));
      await page.goto(site.url);
      await eventually(
        async () => refusals,
        (texts) => texts.some((text) => text.includes('frame-ancestors')),
        'the refusal of the frame',
      );
      expect(page.frames().map((frame) => frame.url())).not.toContain(address);
      expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
      await site.close();
      await victim.context().close();
    });

    it('cannot lead the second click of a double click to the button with a window that closes over it', async () => {
      const page = await askedUser(await startApp('Covered'));
      await eventually(
        () => connectButton(page).isEnabled(),
        (isEnabled) => isEnabled,
        'the button of a page that has kept the focus',
      );
      await page.evaluate('dispatchEvent(new Event("blur"))');
      expect(await connectButton(page).isEnabled()).toBe(false);
      await page.evaluate('dispatchEvent(new Event("focus"))');
      expect(await connectButton(page).isEnabled()).toBe(false);
      await eventually(
        () => connectButton(page).isEnabled(),
        (isEnabled) => isEnabled,
        'the button of a page that has the focus again',
      );
      await page.context().close();
    });

    it('gets nothing from a user who was removed while the page was open', async () => {
      const app = await startApp('Late');
      const { id } = await world.api.post('/users', { body: { ...LEAVING, name: 'Leaving', role_id: 1 } });
      const page = await askedUser(app, LEAVING);
      await world.api.delete('/users/{id}', { params: { path: { id } } });
      await connectButton(page).click();
      await openDialog(page, 'Sign in again to go on');
      expect(app.returned).toEqual([]);
      const { items } = await world.api.get('/apps');
      expect(items.map(({ name }) => name)).not.toContain('Late');
      await page.context().close();
    });

    it('gets nothing from a person who signed in in another tab, before the page shows that person', async () => {
      const other = { email: 'second@example.com', password: 'the password of second' };
      await world.api.post('/users', { body: { ...other, name: 'Second', role_id: USER_ID } });
      const app = await startApp('Switched');
      const page = await askedUser(app, other);
      await page.getByText('Second, second@example.com').waitFor();
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      await tab.getByRole('button', { name: 'Not you?' }).click();
      await typeSignIn(tab, OWNER);
      await connectButton(tab).waitFor();
      await tab.close();
      await connectButton(page).click();
      await page.getByText('Another person is now signed in').waitFor();
      await page.getByText(OWNER.email).waitFor();
      expect(app.returned).toEqual([]);
      const { items } = await world.api.get('/apps');
      expect(items.map(({ name }) => name)).not.toContain('Switched');
      await page.context().close();
    });

    it('gets nothing from another browser that opens the address of the page', async () => {
      const page = await askedUser(await startApp('Stolen'));
      const other = await newPage();
      await other.goto(page.url());
      await typeSignIn(other, OWNER);
      await other.getByRole('heading', { name: 'This page no longer works' }).waitFor();
      expect(await connectButton(other).count()).toBe(0);
      expect(await axeViolations(other)).toEqual([]);
      await Promise.all([page.context().close(), other.context().close()]);
    });

    it('gets nothing from a session without a proof of the password, until the person gives it', async () => {
      const app = await startApp('Unproved');
      const page = await newPage();
      await page.goto((await world.api.post('/login/get_url', { body: OWNER })).url);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app\/1$/);
      await page.goto((await app.ask()).href);
      await page.getByText('You are asked for your password next.').waitFor();
      await connectButton(page).click();
      const asked = await openDialog(page, 'Is it you?');
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('alert')
        .getByText(/password/)
        .waitFor();
      expect(app.returned).toEqual([]);
      await connectButton(page).click();
      const again = await openDialog(page, 'Is it you?');
      await again.getByLabel(/^Password for/).fill(OWNER.password);
      await again.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Back in the app' }).waitFor();
      expect(app.returned[0]?.has('code')).toBe(true);
      await page.context().close();
    });
  });
});
