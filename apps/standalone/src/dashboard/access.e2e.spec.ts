import { describeInBrowser, eventually, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { DashboardWorld, OWNER, settled } from './dashboard-world.suite';

jest.setTimeout(300_000);

/** The roles by their id. */
const ROLES = { admin: 1, user: 2, editor: 3 } as const;
type Role = keyof typeof ROLES;

const REVIEW = { from_name: 'Guest', text: 'Great bread.', posted_on: '2026-01-31', rating_value: 5 };

/** A control, its page, and the request behind it. The request has no body, so it changes nothing. */
const CONTROLS: readonly [path: string, control: string, method: string, request: string][] = [
  ['/inbox', 'Approve', 'PUT', '/reviews/update/1'],
  ['/inbox', 'Add reviews', 'POST', '/reviews/add'],
  ['/channels', 'Connect channel', 'POST', '/channels/add'],
  ['/widgets', 'New widget', 'POST', '/widgets/add'],
  ['/invitations', 'Invite someone', 'POST', '/invite/requests/add'],
  ['/settings/keys', 'Create key', 'POST', '/keys'],
  ['/settings/users', 'Add user', 'POST', '/users'],
  ['/settings/sub-accounts', 'Add sub account', 'POST', '/account/subaccount'],
  ['/settings/webhooks', 'Add endpoint', 'POST', '/webhooks/add'],
  ['/settings/privacy', 'Email address or phone number of the person', 'POST', '/privacy/erase'],
];

describeInBrowser('access in the dashboard', () => {
  let world: DashboardWorld;
  let context: BrowserContext;
  let page: Page;
  let home: string;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    await world.api.post('/reviews/add', { body: REVIEW });
    await world.api.post('/widgets/add', { body: { type: 'list', name: 'Home page' } });
    context = await world.context();
    page = await world.signIn(OWNER, context);
    home = page.url();
  });
  afterAll(() => world.close());

  const hello = async (key: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`:${key}`).toString('base64')}`;
    return (await fetch(`${world.origin}/public/v1/hello`, { headers: { authorization } })).status;
  };

  it('shows a new key once, which works until it is deleted', async () => {
    await page.goto(`${home}/settings/keys`);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Booking system');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await page
      .getByRole('dialog', { name: 'Copy the key now' })
      .locator('code')
      .first()
      .innerText();
    expect(await hello(key)).toBe(200);
    await dialog.getByText('A request with this key was received').waitFor();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.reload();
    await page.getByText('Booking system').waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Actions for Booking system' }).click();
    await page.getByRole('menuitem', { name: 'Delete key' }).click();
    await dialog.getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('Booking system deleted').waitFor();
    expect(await hello(key)).toBe(401);
  });

  it('keeps what was typed when the session ends, and goes on after the password', async () => {
    await page.goto(`${home}/settings/general`);
    await page.getByLabel('Company name').fill('Acme Breads');
    const other = await world.signIn(OWNER, await world.context());
    const ended = await other.evaluate<number>(
      `fetch('/app/sessions', { method: 'DELETE' }).then(({ status }) => status)`,
    );
    expect(ended).toBe(200);
    await page.getByRole('button', { name: 'Save' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again to go on' });
    await dialog.getByLabel(`Password for ${OWNER.email}`).fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const { company_name: stored } = await eventually(
      () => world.api.get('/account'),
      (account) => account.company_name === 'Acme Breads',
      'the new name',
    );
    expect(stored).toBe('Acme Breads');
    expect(await page.getByLabel('Company name').inputValue()).toBe('Acme Breads');
    await other.context().close();
  });

  describe('of an endpoint', () => {
    let endpoint: FixtureServer;
    let status = 204;

    beforeAll(async () => {
      endpoint = await startFixtureServer(() => ({ status, body: status === 204 ? '' : 'no room' }));
    });
    afterAll(() => endpoint.close());

    const secretShown = async (): Promise<string> => {
      const dialog = page.getByRole('dialog', { name: 'Store the secret now' });
      const secret = await dialog.locator('.hook-secret').innerText();
      await dialog.getByLabel('I stored the secret').check();
      await dialog.getByRole('button', { name: 'Done' }).click();
      return secret;
    };

    it('shows the secret once, and a new one when it is replaced', async () => {
      await page.goto(`${home}/settings/webhooks`);
      await page.getByRole('button', { name: 'Add endpoint' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
      await dialog.getByLabel('Address').fill(`${endpoint.url}/hook`);
      await dialog.getByRole('button', { name: 'Add endpoint' }).click();
      const first = await secretShown();
      await page.reload();
      await page.getByRole('button', { name: 'Send test' }).waitFor();
      expect(await page.content()).not.toContain(first);
      await page.getByRole('button', { name: 'Replace secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
      expect(await secretShown()).not.toBe(first);
    });

    it('shows what it answered to a test, also in the log', async () => {
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByText(/The test arrived: 204/).waitFor();
      status = 500;
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByText(/The endpoint answered 500 in \d/).waitFor();
      await page
        .getByRole('table', { name: 'Log of deliveries' })
        .getByRole('button', { name: /^500/ })
        .first()
        .click();
      const answer = page.getByRole('heading', { name: /^Answer, 500/ });
      await answer.waitFor();
      expect(await answer.locator('xpath=../..').innerText()).toContain('no room');
    });
  });

  describe.each(Object.keys(ROLES) as Role[])('for the role %s', (role) => {
    const person = { email: `${role}@example.com`, password: 'another password' };
    let own: BrowserContext;
    let desk: Page;

    beforeAll(async () => {
      await world.api.post('/users', { body: { ...person, name: role, role_id: ROLES[role] } });
      own = await world.context();
      desk = await world.signIn(person, own);
    });
    afterAll(() => own.close());

    it('offers exactly what the API allows', async () => {
      const answers: Record<string, { offered: boolean; allowed: boolean }> = {};
      for (const [path, control, method, request] of CONTROLS) {
        await desk.goto(`${home}${path}`);
        await settled(desk);
        const shown = desk
          .getByRole('button', { name: control })
          .or(desk.getByRole('link', { name: control }))
          .or(desk.getByLabel(control));
        const status = await desk.evaluate<number>(
          `fetch('/app/api${request}', {
            method: '${method}',
            headers: { 'content-type': 'application/json', 'x-sub-account': '1' },
            body: '{}',
          }).then(({ status }) => status)`,
        );
        const offered = (await shown.count()) > 0 && (await shown.first().isEnabled());
        answers[control] = { offered, allowed: status !== 403 };
      }
      expect(Object.entries(answers).filter(([, { offered, allowed }]) => offered !== allowed)).toEqual([]);
      expect(Object.values(answers).filter(({ offered }) => offered)).not.toEqual([]);
    });
  });
});
