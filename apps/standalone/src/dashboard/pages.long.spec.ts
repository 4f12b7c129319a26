import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { atLength, describeInBrowser, itAtLength, sampleAtLength } from '@plaudit/testing';
import type { BrowserContext, Page, Locator } from 'playwright-core';
import { axeViolations, DashboardWorld, NEXT_FRAME, notesOf, OWNER, settled } from './dashboard-world.suite';
import { LANGUAGES, misfitsOf } from './frame-fit.suite';
import { InboxPage } from './inbox-page.suite';

jest.setTimeout(300_000);

const KIB = 1024;
const MAX_SCRIPT_BYTES = 138 * KIB;
const MAX_STYLE_BYTES = 15 * KIB;
/** A tenth of what Core Web Vitals call good. With slow responses the pages have at most 0.003 on this screen. */
const MAX_SHIFT = 0.01;
/** Long enough for each skeleton to be drawn, and different, so that responses arrive in another order than that of the page. */
const SLOW_RESPONSES_MS = [80, 200, 110, 150] as const;

/** What a utility makes of the padding of a component. Utilities win if the layers of all style sheets are in their order. */
const PADDING_OF_UTILITY = `(() => {
  const probe = Object.assign(document.createElement('p'), { className: 'tools p-4' });
  document.body.append(probe);
  const { paddingBlockStart } = getComputedStyle(probe);
  probe.remove();
  return paddingBlockStart;
})()`;

/** One screen of each layout, below the id of a sub account: a list with details, a gallery, tabs, charts and a form. */
const SCREENS = ['/inbox', '/widgets/new', '/invitations', '/reports', '/settings/webhooks'];
/** What else has an address: other screens and sections, states of a screen, and dialogs. */
const OTHER_PLACES = [
  '',
  '/channels',
  '/widgets',
  '/settings/general',
  '/settings/users',
  '/inbox?add=1',
  '/inbox?status=ignored&q=nothing',
  '/inbox/import',
  '/channels?tab=properties',
  '/channels?connect=find',
  '/invitations?new=1',
  '/invitations/import',
  '/settings/white-label',
  '/settings/plan',
  '/settings/ai',
  '/settings/keys',
  '/settings/apps',
  '/settings/sub-accounts',
  '/settings/security',
  '/settings/privacy',
  '/settings/audit',
  '/settings/mailbox',
];
const PAGES = atLength({ short: SCREENS, long: [...SCREENS, ...OTHER_PLACES] });

/** The screens of the narrowest phone and of a desk. */
const PHONE = { width: 320, height: 640, deviceScaleFactor: 1, mobile: true };
const DESK = { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false };

/** Places whose words differ in length, besides {@link PAGES}. */
const WORDY_PLACES = [
  '/channels?tab=sources',
  '/channels/1',
  '/channels?connect=all',
  '/channels?connect=address',
  '/widgets/1',
  '/widgets/1?tab=embed',
  '/invitations?tab=profiles',
  '/invitations?tab=suppressions',
  '/invitations/profiles/1',
  '/reports?tab=invitations',
];
/** The menus are opened at the last one. */
const WIDTHS = [320, 390, 1000, 1280];

/** Returns true if a dialog lies above a button. */
const isCovered = async (button: Locator): Promise<boolean> =>
  (await button.page().locator('dialog[open]').count()) > 0 &&
  (await button.locator('xpath=ancestor::dialog').count()) === 0;

const OUTSIDE = sampleAtLength(['/sign-in', '/setup', '/once', '/forgot', '/reset#t=x'], 3);

/** Pauses between the letters of a person, in ms. The address follows a field after 250 ms. */
const SLOW_MS = 330;
const QUICK_MS = 120;
const PAGES_AT_ONCE = 4;
/** Its letters are shortcuts somewhere. */
const WORDS = 'a bit';

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

const PLACES: readonly SearchPlace[] = sampleAtLength<SearchPlace>(
  [
    {
      name: 'of the inbox',
      path: '/inbox',
      field: searchbox('Search text and authors'),
      words: 'wonderful aisle',
      pauseMs: SLOW_MS,
    },
    { name: 'of its filters', path: '/inbox', open: click('Filter'), field: searchbox('Filter by') },
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
      field: searchbox('Sub account'),
    },
    {
      name: 'of the sub accounts of a user',
      path: '/settings/users',
      open: clickThenChoose('Add user', 'Only these sub accounts'),
      field: searchbox('Sub accounts'),
    },
    {
      name: 'of the sub accounts of an endpoint',
      path: '/settings/webhooks',
      open: clickThenChoose('Add endpoint', 'Only some sub accounts'),
      field: searchbox('Find a sub account'),
    },
  ],
  5,
);

/** Everything that may open above a page. */
const OPEN_LAYERS = 'dialog[open], [popover]:popover-open';

interface FieldState {
  value: string;
  hasFocus: boolean;
}

/** What a page shows after somebody typed: the field, and the path and number of open layers before and after. */
interface TypedWords {
  field: FieldState | undefined;
  before: unknown[];
  after: unknown[];
  messages: number;
}

/** Returns what is in a field that was on the page before. Runs in the page. */
const stateOf = (field: unknown): FieldState => {
  const input = field as { value: string; ownerDocument: { activeElement: unknown } };
  return { value: input.value, hasFocus: input.ownerDocument.activeElement === input };
};

describeInBrowser('the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    const tags = ['Breakfast', 'Noise'];
    const reviews = Array.from({ length: 30 }, (_one, at) => ({
      from_name: `Guest ${at}`,
      text: at % 3 === 0 ? 'مكان جميل جداً' : `Great bread, number ${at}.`,
      posted_on: '2026-01-31',
      rating_value: (at % 5) + 1,
      tags: at % 2 ? tags : [],
    }));
    await world.api.post('/reviews/add_bulk', { body: { reviews } });
    await world.api.post('/widgets/add', { body: { type: 'list', name: 'Home page' } });
    await world.api.post('/webhooks/add', {
      body: { url: `${world.bakery.url}/hook`, events: ['review.created'] },
    });
    await world.api.post('/invite/requests/add', { body: { recipient: 'ada@example.com', name: 'Ada' } });
    await world.api.post('/channels/add', {
      body: { type: 'website_schema', url: `${world.bakery.url}/` },
    });
  });
  afterAll(() => world.close());

  describe('the pages of the dashboard', () => {
    /** Opens each path, calls `then`, and returns what is wrong with the page. */
    async function problemsOf(
      page: Page,
      paths: readonly string[],
      then: (path: string) => Promise<void> = async () => {},
    ): Promise<Record<string, string[]>> {
      const problems: Record<string, string[]> = {};
      let current: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') current.push(`console: ${message.text()}`);
      });
      page.on('pageerror', ({ message }) => current.push(`error: ${message}`));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(world.origin) && !/^(data|blob):/.test(url)) current.push(`request to ${url}`);
      });
      for (const path of paths) {
        current = [];
        await page.goto(`${world.origin}/app${path}`);
        await settled(page);
        const { violations, shift } = await notesOf(page);
        const headings = await page.locator('h1').count();
        const padding = await page.evaluate<string>(PADDING_OF_UTILITY);
        current.push(
          ...violations.map((one) => `policy: ${one}`),
          ...(shift > MAX_SHIFT ? [`shifts by ${shift}`] : []),
          ...(padding === '16px' ? [] : [`a component wins over a utility: ${padding}`]),
          ...(headings === 1 ? [] : [`${headings} headings of level 1`]),
        );
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate(NEXT_FRAME);
          // Only colours differ in the dark.
          const rules = colorScheme === 'light' ? 'all' : 'colors';
          current.push(...(await axeViolations(page, rules)).map((one) => `axe, ${colorScheme}: ${one}`));
        }
        await then(path);
        if (current.length > 0) problems[path] = current;
      }
      return problems;
    }

    /** Delays each response of the API, as a slow network does. */
    async function slowDown(page: Page): Promise<void> {
      let requests = 0;
      await page.route('**/app/api/**', async (route) => {
        await delay(SLOW_RESPONSES_MS[(requests += 1) % SLOW_RESPONSES_MS.length]);
        await route.continue();
      });
    }

    /** Returns a profile without motion, in which the change to dark is complete at once. */
    const still = (): Promise<BrowserContext> => world.context({ reducedMotion: 'reduce' });
    const subAccount = (page: Page): string => /\/app\/(\d+)/.exec(page.url())?.[1] ?? '';

    describe('of the owner, on a slow network', () => {
      let problems: Record<string, string[]>;
      /** The pages that are wider than a phone. */
      const wide: string[] = [];
      /** What other names, headings and parts a phone shows has violations of its own. */
      const onPhone: Record<string, string[]> = {};

      beforeAll(async () => {
        const context = await still();
        const page = await world.signIn(OWNER, context);
        const devtools = await context.newCDPSession(page);
        const id = subAccount(page);
        await slowDown(page);
        const paths = PAGES.map((path) => `/${id}${path}`);
        problems = await problemsOf(page, paths, async (path) => {
          await devtools.send('Emulation.setDeviceMetricsOverride', PHONE);
          await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
          await page.evaluate(NEXT_FRAME);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          if (width > PHONE.width) wide.push(`${path}: ${width}`);
          await settled(page);
          const violations = await axeViolations(page);
          if (violations.length > 0) onPhone[path] = violations;
          await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
          await devtools.send('Emulation.setDeviceMetricsOverride', DESK);
        });
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      });

      it('have no violation of accessibility, policy or layout, in light and dark', () => {
        expect(problems).toEqual({});
      });

      it('have no violation of accessibility on a phone', () => {
        expect(onPhone).toEqual({});
      });

      it('have no sideways scroll at 320 px', () => {
        expect(wide).toEqual([]);
      });
    });

    it('have a preview of a mail that the keyboard reaches, on a phone', async () => {
      const { width, height } = PHONE;
      const context = await world.context({ viewport: { width, height }, reducedMotion: 'reduce' });
      const page = await world.signIn(OWNER, context);
      await page.goto(`${world.origin}/app/${subAccount(page)}/invitations/profiles/1`);
      await page.locator('iframe').waitFor();
      await settled(page);
      expect(await axeViolations(page)).toEqual([]);
      await context.close();
    });

    it('have none before sign-in', async () => {
      const context = await still();
      expect(await problemsOf(await context.newPage(), OUTSIDE)).toEqual({});
      await context.close();
    });

    it.each(sampleAtLength(LANGUAGES, 6))(
      'show each name in full in %s, at every width',
      async (language) => {
        const context = await still();
        const page = await world.signIn(OWNER, context);
        const base = `/${subAccount(page)}`;
        await page.evaluate(`localStorage.setItem('plaudit.language', '${language}')`);
        const misfits: Record<string, string[]> = {};
        for (const path of [...[...PAGES, ...WORDY_PLACES].map((one) => base + one), ...OUTSIDE]) {
          await page.goto(`${world.origin}/app${path}`);
          await settled(page);
          const found: string[] = [];
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: DESK.height });
            found.push(...(await misfitsOf(page)).map((one) => `${width} px, ${one}`));
          }
          for (const button of await page.locator('button[popovertarget]:visible').all()) {
            if (await isCovered(button)) continue;
            await button.click();
            found.push(...(await misfitsOf(page)));
            await page.keyboard.press('Escape');
          }
          if (found.length > 0) misfits[path] = [...new Set(found)];
        }
        expect(misfits).toEqual({});
        await context.close();
      },
    );

    it('need at most 138 KB of scripts and 15 KB of styles until the inbox is usable', async () => {
      const context = await world.context();
      const id = subAccount(await world.signIn(OWNER, context));
      const page = await context.newPage();
      await page.goto(`${world.origin}/app/${id}/inbox`);
      await page
        .getByText(/Great bread/)
        .first()
        .waitFor();
      const { rowAt } = await notesOf(page);
      const urls = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ${rowAt}).map(({ name }) => name)`,
      );
      const sizes = await Promise.all(
        urls
          .filter((url) => /\.(js|css)$/.test(url))
          .map(async (url) => {
            const body = Buffer.from(await (await fetch(url)).arrayBuffer());
            return { url, bytes: gzipSync(body, { level: 9 }).length };
          }),
      );
      const sum = (end: string): number =>
        sizes.filter(({ url }) => url.endsWith(end)).reduce((total, { bytes }) => total + bytes, 0);
      expect(sum('.js')).toBeGreaterThan(0);
      expect(sum('.js')).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
      expect(sum('.css')).toBeGreaterThan(0);
      expect(sum('.css')).toBeLessThanOrEqual(MAX_STYLE_BYTES);
      await context.close();
    });

    itAtLength('say in the palette what did not load, and load it again', async () => {
      const context = await world.context();
      const page = await world.signIn(OWNER, context);
      const msg = 'The shelf is being moved.';
      await page.route(/\/app\/api\/tags(\?|$)/, (route) =>
        route.fulfill({ status: 500, json: { success: false, msg, code: 'internal', request_id: 'r-1' } }),
      );
      await settled(page);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').fill('#break');
      await palette.getByText(msg).waitFor();
      expect(await palette.getByText(/Nothing matches/).count()).toBe(0);
      await page.unrouteAll();
      await palette.getByRole('button', { name: 'Try again' }).click();
      await palette.getByRole('option', { name: 'Breakfast' }).waitFor();
      expect(await palette.getByRole('alert').count()).toBe(0);
      await context.close();
    });

    describe('of a user with the role user', () => {
      const person = { email: 'desk@example.com', password: 'another password' };
      let context: BrowserContext;
      let page: Page;
      let id: string;
      const refused: string[] = [];

      beforeAll(async () => {
        await world.api.post('/users', { body: { ...person, name: 'Desk', role_id: 2 } });
        context = await world.context();
        page = await world.signIn(person, context);
        page.on('response', (response) => {
          if (response.status() === 403) refused.push(response.url());
        });
        id = subAccount(page);
      });
      afterAll(() => context.close());

      it('ask for nothing that the API refuses', async () => {
        for (const path of PAGES) {
          await page.goto(`${world.origin}/app/${id}${path}`);
          await settled(page);
        }
        expect(refused).toEqual([]);
      });
    });
  });

  describe('a person who types', () => {
    let page: Page;

    beforeAll(async () => {
      const reviews = Array.from({ length: 6 }, (_one, at) => ({
        from_name: `Guest ${at}`,
        text: `A wonderful aisle, number ${at}.`,
        posted_on: '2026-01-31',
        rating_value: (at % 5) + 1,
      }));
      await world.api.post('/reviews/add_bulk', { body: { reviews } });
      await world.api.post('/account/subaccount', { body: { name: 'Café Linden' } });
      await world.api.post('/invite/suppressions/add', { body: { recipient: 'bo@example.com' } });
      page = await world.signIn();
    });
    afterAll(() => page.context().close());

    describe('into the search', () => {
      const typed = new Map<string, TypedWords | Error>();

      /** A person pauses between the letters, so several pages can be typed into at the same time. */
      beforeAll(async () => {
        const inTurn = [...PLACES];
        const type = async (): Promise<void> => {
          const tab = await page.context().newPage();
          for (let place = inTurn.shift(); place; place = inTurn.shift())
            typed.set(place.name, await typeInto(tab, place).catch((error: Error) => error));
          await tab.close();
        };
        await Promise.all(Array.from({ length: PAGES_AT_ONCE }, type));
      });

      async function typeInto(
        tab: Page,
        { path, open, field: fieldOf, words = WORDS, pauseMs = QUICK_MS }: SearchPlace,
      ): Promise<TypedWords> {
        await tab.goto(`${world.origin}/app/1${path}`);
        await settled(tab);
        await open?.(tab);
        const field = await fieldOf(tab).elementHandle();
        await field?.focus();
        const placeOf = async (): Promise<unknown[]> => [
          new URL(tab.url()).pathname,
          await tab.locator(OPEN_LAYERS).count(),
        ];
        const before = await placeOf();
        // The keys go to whatever has the focus, as those of a person.
        await tab.keyboard.type(words, { delay: pauseMs });
        return {
          field: await field?.evaluate(stateOf),
          before,
          after: await placeOf(),
          messages: await tab.locator('.toast').count(),
        };
      }

      it.each(PLACES)(
        '$name keeps the focus and each letter, and no shortcut runs',
        ({ name, words = WORDS }) => {
          const { before } = typed.get(name) as TypedWords;
          expect(typed.get(name)).toEqual({
            field: { value: words, hasFocus: true },
            before,
            after: before,
            messages: 0,
          });
        },
      );

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
});
