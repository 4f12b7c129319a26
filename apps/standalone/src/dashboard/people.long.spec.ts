import { atLength, describeInBrowser, eventually, itAtLength } from '@plaudit/testing';
import type { BrowserContext, Locator, Page, Response as PageResponse } from 'playwright-core';
import { DashboardWorld, settled, OWNER } from './dashboard-world.suite';
import { codeOf, openDialog, said, sentCookies } from './people.suite';

jest.setTimeout(240_000);

/** From the fewest rights to the most. */
const ROLES = ['user', 'editor', 'admin'] as const;
type Role = (typeof ROLES)[number];
const ROLE_IDS = { admin: 1, user: 2, editor: 3 } as const;

/** An id that does not exist, so that a request which is allowed changes nothing. */
const NO_ID = '9007199254740991';

interface Control {
  role: 'button' | 'link' | 'menuitem' | 'switch' | 'combobox' | 'textbox';
  /** How its name begins. */
  name: string;
  /** The request behind it. Its body is empty, unless the role is checked after the body. */
  request: readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?];
  /** The role with the fewest rights that has it. */
  least: Role;
}

interface Place {
  name: string;
  /** Below the sub account. */
  path: string;
  /** What everybody sees there once the page has its data. */
  anchor: string | RegExp;
  /** The menu that has the controls. */
  menu?: string;
  controls: readonly Control[];
}

const item = (name: string, ...request: Control['request']): Control => ({
  role: 'menuitem',
  name,
  request,
  least: 'editor',
});
const section = (name: string, ...request: Control['request']): Control => ({
  role: 'link',
  name,
  request,
  least: 'admin',
});

const PLACES: readonly Place[] = [
  {
    name: 'the inbox',
    path: '/inbox',
    anchor: 'Great bread.',
    controls: [
      { role: 'button', name: 'Approve', request: ['PUT', `/reviews/update/${NO_ID}`], least: 'user' },
      { role: 'button', name: 'Add reviews', request: ['POST', '/reviews/add'], least: 'user' },
    ],
  },
  {
    name: 'the channels',
    path: '/channels',
    anchor: 'Acme Bakery',
    controls: [
      { role: 'button', name: 'Connect channel', request: ['POST', '/channels/add'], least: 'editor' },
      { role: 'link', name: 'Import CSV', request: ['POST', '/reviews/add_bulk'], least: 'user' },
    ],
  },
  {
    name: 'the menu of a channel',
    path: '/channels',
    anchor: 'Acme Bakery',
    menu: 'Actions for Acme Bakery',
    controls: [
      item('Name, property, approval', 'PUT', `/channels/update/${NO_ID}`),
      item('Import CSV', 'POST', `/channels/import/${NO_ID}`),
      item('Disconnect', 'DELETE', `/channels/delete/${NO_ID}`),
    ],
  },
  {
    name: 'the properties',
    path: '/channels?tab=properties',
    anchor: 'No properties yet',
    controls: [{ role: 'button', name: 'Add property', request: ['POST', '/groups'], least: 'user' }],
  },
  {
    name: 'the own sources',
    path: '/channels?tab=sources',
    anchor: 'Manual',
    controls: [{ role: 'button', name: 'Add source', request: ['POST', '/sources/add'], least: 'user' }],
  },
  {
    name: 'the widgets',
    path: '/widgets',
    anchor: 'Home page',
    controls: [{ role: 'link', name: 'New widget', request: ['POST', '/widgets/add'], least: 'editor' }],
  },
  {
    name: 'the menu of a widget',
    path: '/widgets',
    anchor: 'Home page',
    menu: 'Actions for Home page',
    controls: [
      item('Duplicate', 'POST', '/widgets/add'),
      item('Pause widget', 'PUT', `/widgets/update/${NO_ID}`),
      item('Delete widget', 'DELETE', `/widgets/delete/${NO_ID}`),
    ],
  },
  {
    name: 'the invitations',
    path: '/invitations',
    anchor: 'Nobody invited yet',
    controls: [
      { role: 'button', name: 'Invite someone', request: ['POST', '/invite/requests/add'], least: 'user' },
    ],
  },
  {
    name: 'the profiles',
    path: '/invitations?tab=profiles',
    anchor: 'Default',
    controls: [
      { role: 'button', name: 'New profile', request: ['POST', '/invite/settings/add'], least: 'user' },
    ],
  },
  {
    name: 'the people not to contact',
    path: '/invitations?tab=suppressions',
    anchor: 'bo@example.com',
    controls: [
      { role: 'button', name: 'Add people', request: ['POST', '/invite/suppressions/add'], least: 'user' },
    ],
  },
  {
    name: 'the webhooks',
    path: '/settings/webhooks',
    anchor: 'No endpoints',
    controls: [{ role: 'button', name: 'Add endpoint', request: ['POST', '/webhooks/add'], least: 'user' }],
  },
  {
    name: 'the security settings',
    path: '/settings/security',
    anchor: 'Sign out everywhere',
    controls: [{ role: 'switch', name: 'API switched on', request: ['PUT', '/account'], least: 'admin' }],
  },
  {
    name: 'the settings',
    path: '/settings/general',
    anchor: 'Single-key shortcuts',
    controls: [
      { role: 'combobox', name: 'Time zone', request: ['PUT', '/reports/settings'], least: 'admin' },
      { role: 'textbox', name: 'Company name', request: ['PUT', '/account'], least: 'admin' },
      section('White label', 'GET', '/account'),
      section('Plan and limits', 'GET', '/account'),
      section('AI and translation', 'GET', '/account/ai'),
      section('API keys', 'GET', '/keys'),
      section('Connected apps', 'GET', '/apps'),
      section('Users', 'GET', '/users/get'),
      section('Sub accounts', 'GET', '/account/subaccounts'),
      section('Privacy', 'POST', '/privacy/erase', { recipient: 'nobody@example.com' }),
      section('Audit log', 'GET', '/account/audit'),
    ],
  },
];

/** The role with the fewest rights that has every control of a place. */
const roleFor = ({ controls }: Place): Role | undefined =>
  ROLES.findLast((role) => controls.some(({ least }) => least === role));

/** What each role sees of each place. In the short form, only the role that just has all of its controls looks there. */
const ALL_VIEWS = ROLES.flatMap((role) => PLACES.map((place) => ({ role, place, name: place.name })));
const VIEWS = atLength({
  short: ALL_VIEWS.filter(({ role, place }) => role === roleFor(place)),
  long: ALL_VIEWS,
});

/** What a person finds in a place: the requests of its page that the API refused, and its controls by name. */
interface SeenControls {
  refused: string[];
  offered: Record<string, boolean>;
  allowed: Record<string, boolean>;
}

interface Person {
  email: string;
  password: string;
}

const DESK = { email: 'desk@example.com', password: 'another password' };

describeInBrowser('the people of the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.close());

  describe('what a person sees of the dashboard', () => {
    const seen = new Map<string, SeenControls | Error>();

    beforeAll(async () => {
      const review = { from_name: 'Noa', text: 'Great bread.', posted_on: '2026-01-31', rating_value: 5 };
      await world.api.post('/reviews/add', { body: review });
      await world.api.post('/widgets/add', { body: { type: 'list', name: 'Home page' } });
      await world.api.post('/channels/add', {
        body: { type: 'website_schema', url: `${world.bakery.url}/` },
      });
      // The admin's request to erase a person adds to this list, while others look at it.
      await world.api.post('/invite/suppressions/add', { body: { recipient: 'bo@example.com' } });
      await Promise.all(ROLES.map(lookAround));
    });

    const may = (role: Role, { least }: Control): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

    /** Signs a new person with the role in and notes what there is in each place. */
    async function lookAround(role: Role): Promise<void> {
      const person = { email: `${role}@example.com`, password: `the password of ${role}` };
      await world.api.post('/users', { body: { ...person, name: role, role_id: ROLE_IDS[role] } });
      const page = await world.signIn(person);
      const places = VIEWS.filter((view) => view.role === role).map(({ place }) => place);
      for (const place of places)
        seen.set(
          `${role}, ${place.name}`,
          await controlsOf(page, role, place).catch((error: Error) => error),
        );
      await page.context().close();
    }

    async function controlsOf(page: Page, role: Role, place: Place): Promise<SeenControls> {
      const refused: string[] = [];
      const note = (response: PageResponse): void => {
        if (response.status() === 403) refused.push(response.url());
      };
      page.on('response', note);
      await open(page, place);
      const offered: Record<string, boolean> = {};
      for (const control of place.controls)
        offered[control.name] = await isOffered(page, control, may(role, control));
      page.off('response', note);
      const allowed: Record<string, boolean> = {};
      for (const control of place.controls) allowed[control.name] = await isAllowed(page, control);
      return { refused, offered, allowed };
    }

    async function open(page: Page, { path, anchor, menu }: Place): Promise<void> {
      await page.goto(`${world.origin}/app/1${path}`);
      await settled(page);
      await page.getByText(anchor).first().waitFor();
      if (menu === undefined) return;
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem').first().waitFor();
    }

    /** Returns true if the control is there and can be used. One that is expected may still be loading. */
    async function isOffered(page: Page, control: Control, isExpected: boolean): Promise<boolean> {
      const found = page.getByRole(control.role, { name: new RegExp(`^${control.name}`) }).first();
      if (isExpected) await found.waitFor();
      return (await found.isVisible()) && (await found.isEnabled());
    }

    /** Sends the request of a control with the session of the page. Returns false if the role may not send it. */
    async function isAllowed(page: Page, { request: [method, path, body = {}] }: Control): Promise<boolean> {
      const options = {
        method,
        headers: { 'content-type': 'application/json', 'x-sub-account': '1' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      };
      const { status, code } = await page.evaluate<{ status: number; code?: string }>(
        `fetch('/app/api${path}', ${JSON.stringify(options)}).then(async (response) => ({
          status: response.status, code: (await response.json()).code }))`,
      );
      if (status === 403 && code === 'forbidden') return false;
      if ([200, 400, 404, 422].includes(status)) return true;
      throw new Error(`${method} ${path} was answered ${status} ${code}`);
    }

    it.each(VIEWS)(
      'with the role $role has those controls of $name that the API allows',
      ({ role, name, place: { controls } }) => {
        const expected = Object.fromEntries(controls.map((control) => [control.name, may(role, control)]));
        expect(seen.get(`${role}, ${name}`)).toEqual({ refused: [], offered: expected, allowed: expected });
      },
    );
  });

  /** Sign-ins, their end, and the keys that a signed-in person makes. */
  describe('a session of the dashboard', () => {
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

      itAtLength('begins with a link that was made with a code', async () => {
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

      itAtLength('is asked for by the request that finds it ended, which is then sent', async () => {
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

  describe('the settings in the browser', () => {
    let page: Page;

    beforeAll(async () => {
      await world.api.post('/account/subaccount', { body: { name: 'Café Linden' } });
      await world.api.post('/account/subaccount', { body: { name: 'Bakery Nord' } });
      await world.api.post('/users', { body: { ...DESK, name: 'Desk', role_id: 2 } });
      page = await world.signIn();
    });

    async function open(section: string): Promise<void> {
      await page.goto(`${world.origin}/app/1/settings/${section}`);
      await settled(page);
    }
    const dialog = (name: string): Locator => page.getByRole('dialog', { name });

    it('ask before a changed form is left, and keep it if the person stays', async () => {
      await open('general');
      const company = page.getByLabel('Company name');
      await company.fill('Larkfield');
      const privacy = page.getByRole('link', { name: 'Privacy' });
      await privacy.click();
      await dialog('Discard your changes?').waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep editing');
      await page.keyboard.press('Escape');
      await dialog('Discard your changes?').waitFor({ state: 'detached' });
      expect([new URL(page.url()).pathname, await company.inputValue()]).toEqual([
        '/app/1/settings/general',
        'Larkfield',
      ]);
      await privacy.click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.waitForURL(/settings\/privacy$/);
      await open('general');
      expect(await company.inputValue()).not.toBe('Larkfield');
    });

    it('ask before a dialog with typed text is closed', async () => {
      await open('keys');
      await page.getByRole('button', { name: 'Create key' }).click();
      await dialog('Create key').getByLabel('Name', { exact: true }).fill('Till');
      await page.keyboard.press('Escape');
      await dialog('Discard your changes?').waitFor();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      expect(await dialog('Create key').getByLabel('Name', { exact: true }).inputValue()).toBe('Till');
    });

    it('show a new key until the person has stored it or closes it knowingly', async () => {
      await page.keyboard.press('Control+Enter');
      const shown = dialog('Copy the key now');
      await shown.waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep it open' }).click();
      expect(await shown.locator('code').first().innerText()).toMatch(/^rk_/);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await shown.waitFor({ state: 'detached' });
      expect(await page.getByText('Till', { exact: true }).isVisible()).toBe(true);
    });

    it('lead from the search of sub accounts to its rows', async () => {
      await open('sub-accounts');
      await page.keyboard.press('/');
      await page.keyboard.type('bakery');
      await page.getByText('Café Linden').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Bakery Nord');
    });

    itAtLength('end another session after they said what that means', async () => {
      const phone = await world.signIn(DESK);
      const own = await world.signIn(DESK);
      await own.goto(`${world.origin}/app/1/settings/security`);
      await settled(own);
      await own.getByRole('button', { name: /^End the session of/ }).click();
      await own.getByText('It is signed out at once.').waitFor();
      await own.getByRole('button', { name: 'End session' }).click();
      await own.getByRole('button', { name: /^End the session of/ }).waitFor({ state: 'detached' });
      await phone.reload();
      await phone.waitForURL(/\/app\/sign-in/);
      expect(new URL(phone.url()).pathname).toBe('/app/sign-in');
    });

    itAtLength(
      'ask a person who signed in with a link for the password before a sub account is deleted',
      async () => {
        await world.api.post('/account/subaccount', { body: { name: 'Branch' } });
        const linked = await (await world.context()).newPage();
        const { url } = await world.api.post('/login/get_url', { body: OWNER });
        await linked.goto(url);
        await linked.getByRole('button', { name: 'Sign in' }).click();
        await linked.waitForURL(/\/app\/1$/);
        await linked.goto(`${world.origin}/app/1/settings/sub-accounts`);
        await linked.getByRole('button', { name: 'Actions for Branch' }).click();
        await linked.getByRole('menuitem', { name: /Delete/ }).click();
        await linked.getByRole('dialog').getByRole('textbox').fill('Branch');
        await linked
          .getByRole('dialog')
          .getByRole('button', { name: /Delete/ })
          .click();
        await linked.getByText('Is it you?').waitFor();
        await linked.getByLabel(`Password for ${OWNER.email}`).fill(OWNER.password);
        await linked.getByRole('button', { name: 'Confirm' }).click();
        await linked
          .getByRole('status')
          .getByText(/Branch/)
          .waitFor();
        const left = await world.api.get('/account/subaccounts');
        expect(left.map(({ name }) => name)).not.toContain('Branch');
      },
    );

    it('tell who forgot the password where its mail waits', async () => {
      const outside = await (await world.context()).newPage();
      await outside.goto(`${world.origin}/app/forgot`);
      await outside.getByLabel('Email').fill(OWNER.email);
      await outside.getByRole('button', { name: 'Send the link' }).click();
      const place = outside.getByText('the newest file in the folder “mailbox”');
      await place.waitFor();
      expect(await place.innerText()).toContain(OWNER.email);
    });
  });
});
