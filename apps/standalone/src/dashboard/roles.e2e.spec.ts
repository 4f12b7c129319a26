import { describeInBrowser } from '@plaudit/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { DashboardWorld, settled } from './dashboard-world.suite';

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
    anchor: 'Nobody is on this list',
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
    anchor: 'This browser',
    controls: [
      { role: 'combobox', name: 'Time zone', request: ['PUT', '/reports/settings'], least: 'admin' },
      { role: 'textbox', name: 'Company name', request: ['PUT', '/account'], least: 'admin' },
      section('White label', 'GET', '/account'),
      section('Plan and limits', 'GET', '/account'),
      section('AI and translation', 'GET', '/account/ai'),
      section('API keys', 'GET', '/keys'),
      section('Users', 'GET', '/users/get'),
      section('Sub accounts', 'GET', '/account/subaccounts'),
      section('Privacy', 'POST', '/privacy/erase', { recipient: 'nobody@example.com' }),
      section('Audit log', 'GET', '/account/audit'),
    ],
  },
];

describeInBrowser('what a person sees of the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    const review = { from_name: 'Noa', text: 'Great bread.', posted_on: '2026-01-31', rating_value: 5 };
    await world.api.post('/reviews/add', { body: review });
    await world.api.post('/widgets/add', { body: { type: 'list', name: 'Home page' } });
    await world.api.post('/channels/add', { body: { type: 'website_schema', url: `${world.bakery.url}/` } });
  });
  afterAll(() => world.close());

  describe.each(ROLES)('with the role %s', (role) => {
    let context: BrowserContext;
    let page: Page;
    const refused: string[] = [];

    beforeAll(async () => {
      const person = { email: `${role}@example.com`, password: `the password of ${role}` };
      await world.api.post('/users', { body: { ...person, name: role, role_id: ROLE_IDS[role] } });
      context = await world.context();
      page = await world.signIn(person, context);
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
    });
    afterAll(() => context.close());

    const may = ({ least }: Control): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

    async function open({ path, anchor, menu }: Place): Promise<void> {
      await page.goto(`${world.origin}/app/1${path}`);
      await settled(page);
      await page.getByText(anchor).first().waitFor();
      if (menu === undefined) return;
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem').first().waitFor();
    }

    /** Returns true if the control is there and can be used. One that is expected may still be loading. */
    async function isOffered(control: Control): Promise<boolean> {
      const found = page.getByRole(control.role, { name: new RegExp(`^${control.name}`) }).first();
      if (may(control)) await found.waitFor();
      return (await found.isVisible()) && (await found.isEnabled());
    }

    /** Sends the request of a control with the session of the page. Returns false if the role may not send it. */
    async function isAllowed({ request: [method, path, body = {}] }: Control): Promise<boolean> {
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

    it.each(PLACES)('has those controls of $name that the API allows', async (place) => {
      refused.length = 0;
      await open(place);
      const offered: Record<string, boolean> = {};
      for (const control of place.controls) offered[control.name] = await isOffered(control);
      expect(refused).toEqual([]);
      const allowed: Record<string, boolean> = {};
      for (const control of place.controls) allowed[control.name] = await isAllowed(control);
      const expected = Object.fromEntries(place.controls.map((control) => [control.name, may(control)]));
      expect({ offered, allowed }).toEqual({ offered: expected, allowed: expected });
    });
  });
});
