import { describeInBrowser } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';
import { DashboardWorld, settled } from './dashboard-world.suite';
import { InboxPage } from './inbox-page.suite';

jest.setTimeout(240_000);

/** Pauses between the letters of a person, in ms. The address follows a field after 250 ms. */
const SLOW_MS = 330;
const QUICK_MS = 120;
/** Most of its letters are shortcuts somewhere. */
const WORDS = 'a fine bit';

interface SearchPlace {
  name: string;
  /** Below the sub account. */
  path: string;
  field: (page: Page) => Locator;
  /** Makes the field appear, if the page does not show it at once. */
  open?: (page: Page) => Promise<unknown>;
  words?: string;
  pauseMs?: number;
}

const press = (key: string) => async (page: Page) => {
  // The keys work once the actions are there.
  await page.locator('.detail-actions').getByRole('button').first().waitFor();
  await page.keyboard.press(key);
};
const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const searchbox = (name: string) => (page: Page) => page.getByRole('searchbox', { name });
const combobox = (name: string) => (page: Page) => page.getByRole('combobox', { name });
const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name });
const clickThenChoose = (name: string, radio: string) => async (page: Page) => {
  await click(name)(page);
  await page.getByRole('radio', { name: radio }).check();
};

const PLACES: readonly SearchPlace[] = [
  {
    name: 'of the inbox',
    path: '/inbox',
    field: searchbox('Search text and authors'),
    words: 'wonderful aisle',
    pauseMs: SLOW_MS,
  },
  { name: 'of its filters', path: '/inbox', open: click('Filter'), field: textbox('Filter by') },
  { name: 'of its tags', path: '/inbox', open: press('t'), field: combobox('Find or create a tag') },
  { name: 'of everything', path: '/inbox', open: press('Control+k'), field: combobox('Search or jump to') },
  {
    name: 'of the other sub accounts',
    path: '/inbox',
    open: (page) => page.getByTitle('Switch sub account').click(),
    field: combobox('Switch sub account: type a name'),
  },
  { name: 'of the channels', path: '/channels', field: searchbox('Search channels'), pauseMs: SLOW_MS },
  { name: 'of the platforms', path: '/channels?connect=all', field: searchbox('Search platforms') },
  { name: 'of a business', path: '/channels?connect=find', field: textbox('Business name') },
  { name: 'of the widgets', path: '/widgets', field: searchbox('Search widgets'), pauseMs: SLOW_MS },
  { name: 'of the settings of a widget', path: '/widgets/1', field: searchbox('Find a setting') },
  {
    name: 'of the invitations',
    path: '/invitations',
    field: searchbox('Search name or address'),
    pauseMs: SLOW_MS,
  },
  {
    name: 'of the suppressed addresses',
    path: '/invitations?tab=suppressions',
    field: searchbox('Search address or number'),
    pauseMs: SLOW_MS,
  },
  {
    name: 'of the managed sub accounts',
    path: '/settings/sub-accounts',
    field: searchbox('Search sub accounts'),
    pauseMs: SLOW_MS,
  },
  {
    name: 'of the sub account of a key',
    path: '/settings/keys',
    open: click('Create key'),
    field: textbox('Sub account'),
  },
  {
    name: 'of the sub accounts of a user',
    path: '/settings/users',
    open: clickThenChoose('Add user', 'Only these sub accounts'),
    field: textbox('Sub accounts'),
  },
  {
    name: 'of the sub accounts of an endpoint',
    path: '/settings/webhooks',
    open: clickThenChoose('Add endpoint', 'Only some sub accounts'),
    field: searchbox('Find a sub account'),
  },
];

/** Everything that may open above a page. */
const OPEN_LAYERS = 'dialog[open], [popover]:popover-open';

interface FieldState {
  value: string;
  hasFocus: boolean;
}

/** Returns what is in a field that was on the page before. Runs in the page. */
const stateOf = (field: unknown): FieldState => {
  const input = field as { value: string; ownerDocument: { activeElement: unknown } };
  return { value: input.value, hasFocus: input.ownerDocument.activeElement === input };
};

describeInBrowser('a person who types', () => {
  let world: DashboardWorld;
  let page: Page;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    const reviews = Array.from({ length: 6 }, (_one, at) => ({
      from_name: `Guest ${at}`,
      text: `A wonderful aisle, number ${at}.`,
      posted_on: '2026-01-31',
      rating_value: (at % 5) + 1,
    }));
    await world.api.post('/reviews/add_bulk', { body: { reviews } });
    await world.api.post('/account/subaccount', { body: { name: 'Café Linden' } });
    await world.api.post('/channels/add', { body: { type: 'website_schema', url: `${world.bakery.url}/` } });
    await world.api.post('/widgets/add', { body: { type: 'list', name: 'Home page' } });
    await world.api.post('/invite/requests/add', { body: { recipient: 'ada@example.com', name: 'Ada' } });
    await world.api.post('/invite/suppressions/add', { body: { recipient: 'bo@example.com' } });
    page = await world.signIn();
  });
  afterAll(() => world.close());

  describe('into the search', () => {
    it.each(PLACES)('$name keeps the focus and each letter, and no shortcut runs', async (place) => {
      const { path, open, words = WORDS, pauseMs = QUICK_MS } = place;
      await page.goto(`${world.origin}/app/1${path}`);
      await settled(page);
      await open?.(page);
      const field = await place.field(page).elementHandle();
      await field?.focus();
      const { pathname } = new URL(page.url());
      const layers = await page.locator(OPEN_LAYERS).count();
      // The keys go to whatever has the focus, as those of a person.
      await page.keyboard.type(words, { delay: pauseMs });
      expect(await field?.evaluate(stateOf)).toEqual({ value: words, hasFocus: true });
      expect([new URL(page.url()).pathname, await page.locator(OPEN_LAYERS).count()]).toEqual([
        pathname,
        layers,
      ]);
      expect(await page.locator('.toast').count()).toBe(0);
    });

    it('decides nothing about a review', async () => {
      const { inbox, approved, ignored } = await world.api.get('/reviews/counts');
      expect({ inbox, approved, ignored }).toMatchObject({ approved: 0, ignored: 0 });
    });
  });

  describe('into the search of the inbox', () => {
    let inbox: InboxPage;
    let field: Locator;

    beforeAll(async () => {
      inbox = await InboxPage.of(page, `${world.origin}/app/1/inbox`);
      field = page.getByRole('searchbox', { name: 'Search text and authors' });
    });
    beforeEach(() => inbox.load('?rating=1,2'));

    const cleared = (): Promise<void> => page.waitForURL((url) => !url.searchParams.has('q'));

    it('sees it empty after the filters are cleared', async () => {
      await field.fill('wonderful');
      await page.waitForURL(/q=wonderful/);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await cleared();
      expect(await field.inputValue()).toBe('');
    });

    it('sees in it what the address has after Back', async () => {
      await field.fill('number');
      await page.waitForURL(/q=number/);
      await inbox.tab('All').click();
      await page.waitForURL(/status=all/);
      await field.fill('number 3');
      await page.waitForURL(/q=number(\+|%20)3/);
      await page.goBack();
      await page.waitForURL((url) => url.searchParams.get('q') === 'number');
      expect(await field.inputValue()).toBe('number');
    });

    it('clears and leaves it with Escape', async () => {
      await field.fill('wonderful');
      await page.waitForURL(/q=wonderful/);
      await field.press('Escape');
      await cleared();
      expect(await field.evaluate(stateOf)).toEqual({ value: '', hasFocus: false });
    });
  });
});
