import { describeInBrowser, eventually } from '@plaudit/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { DashboardWorld, OWNER } from './dashboard-world.suite';
import { codeOf, openDialog, said, sentCookies } from './people.suite';

jest.setTimeout(240_000);

interface Person {
  email: string;
  password: string;
}

/** Sign-ins, their end, and the keys that a signed-in person makes. */
describeInBrowser('a session of the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.close());

  async function added(name: string): Promise<Person> {
    const person = { email: `${name}@example.com`, password: `the password of ${name}` };
    await world.api.post('/users', { body: { ...person, name, role_id: 1 } });
    return person;
  }

  async function newPage(): Promise<Page> {
    return (await world.context()).newPage();
  }

  describe('creates an API key', () => {
    let page: Page;
    let key: string;

    const ask = (): Promise<Response> =>
      fetch(`${world.origin}/public/v1/hello`, { headers: { authorization: `Bearer ${key}` } });

    beforeAll(async () => {
      page = await world.signIn();
    });
    afterAll(() => page.context().close());

    it('which works, and the dialog that shows it sees the first request arrive', async () => {
      await page.getByRole('link', { name: 'Settings' }).first().click();
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'Create key' }).first().click();
      const form = await openDialog(page, 'Create key');
      await form.getByRole('textbox', { name: 'Name' }).fill('Booking system');
      await form.getByRole('button', { name: 'Create key' }).click();
      const shown = await openDialog(page, 'Copy the key now');
      key = await shown.getByText(/^rk_\w+$/).innerText();
      await shown.getByText('Waiting for the first request').waitFor();
      expect((await ask()).status).toBe(200);
      await shown.getByText(/A request with this key was received/).waitFor();
      await shown.getByRole('button', { name: 'I have stored it' }).click();
      await shown.waitFor({ state: 'detached' });
    });

    it('whose text is shown once', async () => {
      await page.reload();
      const row = page.getByRole('row', { name: /Booking system/ });
      await row.waitFor();
      expect(await row.innerText()).toContain(`${key.slice(0, 6)}`);
      expect(await page.content()).not.toContain(key);
    });

    it('and stops it at once by deleting it', async () => {
      await page.getByRole('button', { name: 'Actions for Booking system' }).click();
      await page.getByRole('menuitem', { name: 'Delete key' }).click();
      const asked = await openDialog(page, /Delete the key Booking system/);
      await asked.getByRole('button', { name: 'Delete key' }).click();
      await said(page, /Booking system deleted/);
      const refused = await ask();
      expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'invalid_key' }]);
    });
  });

  describe('that begins with a one-time link', () => {
    const link = async (): Promise<string> => (await world.api.post('/login/get_url', { body: OWNER })).url;

    it('starts after a click, however often the link was opened, and only once', async () => {
      const url = await link();
      const [first, second] = [await newPage(), await newPage()];
      await first.goto(url);
      await first.getByRole('button', { name: 'Sign in' }).waitFor();
      await second.goto(url);
      expect(first.url()).not.toContain('#t=');
      await second.getByRole('button', { name: 'Sign in' }).click();
      await second.waitForURL(/\/app\/1$/);
      await first.getByRole('button', { name: 'Sign in' }).click();
      await first.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      expect(await first.context().cookies(world.origin)).toEqual([]);
      await first.getByRole('link', { name: 'Go to sign in' }).click();
      await first.getByLabel('Email').waitFor();
      await Promise.all([first.context().close(), second.context().close()]);
    });

    it('sets a cookie for its own host alone', async () => {
      const context = await world.context();
      const page = await context.newPage();
      await page.goto(await link());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app\/1$/);
      const [session] = await context.cookies(world.origin);
      expect(session).toMatchObject({ domain: 'localhost', httpOnly: true, sameSite: 'Lax' });
      const below = world.origin.replace('localhost', 'reviews.localhost');
      expect(await context.cookies(below)).toEqual([]);
      await context.close();
    });
  });

  describe('of a user with two-factor sign-in', () => {
    let person: Person;
    let codes: string[];

    beforeAll(async () => {
      person = await added('Careful');
    });

    it('begins to need a code when the user sets it up', async () => {
      const page = await world.signIn(person);
      await page.goto(`${world.origin}/app/1/settings/security`);
      await page.getByRole('button', { name: 'Set up' }).click();
      const first = await openDialog(page, 'Set up two-factor sign-in');
      await first.getByLabel('Current password').fill(person.password);
      await first.getByRole('button', { name: 'Continue' }).click();
      const scan = await openDialog(page, 'Scan the code with your app');
      const secret = await scan.getByText(/^[A-Z2-7]{16,}$/).innerText();
      await scan.getByLabel('Code that the app shows').fill(codeOf(secret));
      await scan.getByRole('button', { name: 'Switch on' }).click();
      const stored = await openDialog(page, 'Store these recovery codes');
      codes = await stored.getByRole('listitem').allInnerTexts();
      await stored.getByRole('button', { name: 'I have stored them' }).click();
      await page.getByRole('button', { name: 'Make new recovery codes' }).waitFor();
      expect(codes.length).toBeGreaterThan(2);
      await page.context().close();
    });

    it('does not begin without one, neither with a password nor with a link', async () => {
      const { email, password } = person;
      await expect(world.api.post('/login/get_url', { body: { email, password } })).rejects.toMatchObject({
        code: 'two_factor_required',
      });
      const page = await newPage();
      await page.goto(`${world.origin}/app/sign-in`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Enter the code from your app' }).waitFor();
      expect(await page.context().cookies(world.origin)).toEqual([]);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app\/1$/);
      await page.context().close();
    });

    it('begins with a link that was made with a code', async () => {
      const { url } = await world.api.post('/login/get_url', { body: { ...person, code: codes[1] } });
      const page = await newPage();
      await page.goto(url);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app\/1$/);
      expect(await page.context().cookies(world.origin)).not.toEqual([]);
      await page.context().close();
    });
  });

  describe('that ends while a form is half filled', () => {
    let person: Person;
    let page: Page;

    let other: Page;

    beforeAll(async () => {
      person = await added('Writer');
    });
    afterEach(() => page.context().close());

    /** Opens a profile in a new browser and types a name for it. Another browser is one click from ending the session. */
    async function write(name: string, context: BrowserContext): Promise<void> {
      const settings = { name: 'After a visit' };
      const { id } = await world.api.post('/invite/settings/add', { body: { settings } });
      other = await world.signIn(person);
      await other.goto(`${world.origin}/app/1/settings/security`);
      await other.getByRole('button', { name: 'Sign out everywhere' }).click();
      await openDialog(other, 'Sign out everywhere?');
      page = await world.signIn(person, context);
      await page.goto(`${world.origin}/app/1/invitations/profiles/${id}`);
      await page.getByLabel('Name of the profile').fill(name);
    }

    /** Ends the session from the other browser. */
    async function end(): Promise<void> {
      const asked = await openDialog(other, 'Sign out everywhere?');
      await asked.getByRole('button', { name: 'Sign out everywhere' }).click();
      await other.waitForURL(/\/sign-in/);
      await other.context().close();
    }

    async function signInAgain(): Promise<void> {
      const asked = await openDialog(page, 'Sign in again to go on');
      await asked.getByLabel(`Password for ${person.email}`).fill('a wrong password');
      await asked.getByRole('button', { name: 'Sign in' }).click();
      await asked.getByRole('alert').waitFor();
      await asked.getByLabel(`Password for ${person.email}`).fill(person.password);
      await asked.getByRole('button', { name: 'Sign in' }).click();
      await asked.waitFor({ state: 'detached' });
    }

    it('is asked for over the page as soon as it ends, and what was typed stays', async () => {
      await write('After a long visit', await world.context());
      await page.getByRole('img', { name: 'Live', exact: true }).waitFor();
      await end();
      await signInAgain();
      expect(await page.getByLabel('Name of the profile').inputValue()).toBe('After a long visit');
      await page.getByRole('button', { name: 'Save profile' }).click();
      await said(page, 'Profile saved.');
    });

    it('is asked for by the request that finds it ended, which is then sent', async () => {
      const context = await world.context();
      // Without live events, the page learns of the end only by a request.
      await context.route('**/app/events*', (route) => route.abort());
      await write('After a short visit', context);
      await end();
      await page.getByRole('button', { name: 'Save profile' }).click();
      await signInAgain();
      await said(page, 'Profile saved.');
      const { settings } = await world.api.get('/invite/settings/list');
      expect(settings.map(({ name }) => name)).toContain('After a short visit');
    });
  });

  describe('without a proof of the password', () => {
    let context: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      context = await world.context();
      page = await context.newPage();
      await page.goto((await world.api.post('/login/get_url', { body: OWNER })).url);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app\/1$/);
      await page.goto(`${world.origin}/app/1/settings/keys`);
      await page.getByRole('button', { name: 'Create key' }).first().click();
      const form = await openDialog(page, 'Create key');
      await form.getByRole('textbox', { name: 'Name' }).fill('Backoffice');
      await form.getByRole('radio', { name: /^Admin/ }).check();
      await form.getByRole('button', { name: 'Create key' }).click();
    });
    afterAll(() => context.close());

    it('keeps the form when the person does not give it', async () => {
      const asked = await openDialog(page, 'Is it you?');
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await asked.waitFor({ state: 'detached' });
      const form = await openDialog(page, 'Create key');
      expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Backoffice');
      expect(await form.getByRole('radio', { name: /^Admin/ }).isChecked()).toBe(true);
      const { keys } = await world.api.get('/keys');
      expect(keys.map(({ name }) => name)).not.toContain('Backoffice');
    });

    it('creates the key after it', async () => {
      const form = await openDialog(page, 'Create key');
      await form.getByRole('button', { name: 'Create key' }).click();
      const asked = await openDialog(page, 'Is it you?');
      await asked.getByLabel(`Password for ${OWNER.email}`).fill(OWNER.password);
      await asked.getByRole('button', { name: 'Confirm' }).click();
      const shown = await openDialog(page, 'Copy the key now');
      const key = await shown.getByText(/^rk_\w+$/).innerText();
      expect(key).toMatch(/^rk_/);
    });
  });

  it('is of no use to a page of another origin on the same host', async () => {
    const page = await world.signIn();
    // The port is no part of a site, so the browser sends the cookie.
    await page.goto(`${world.bakery.url.replace('127.0.0.1', 'localhost')}/`);
    const cookies = await sentCookies(page);
    const target = `${world.origin}/app/api/reviews/add`;
    const answered = page.waitForResponse(target);
    await page.evaluate(
      `fetch(${JSON.stringify(target)}, { method: 'POST', mode: 'no-cors', credentials: 'include',
        headers: { 'content-type': 'text/plain' }, body: '{"text":"Forged"}' })`,
    );
    const response = await answered;
    await eventually(
      () => cookies.join(),
      (sent) => sent.includes('__Host-sid='),
      'the cookie of the session to be sent',
    );
    expect(response.status()).toBe(403);
    expect((await world.api.get('/reviews/get', { params: { query: { q: 'Forged' } } })).count).toBe(0);
    await page.context().close();
  });
});
