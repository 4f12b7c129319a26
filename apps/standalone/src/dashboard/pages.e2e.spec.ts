import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describeInBrowser } from '@plaudit/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { axeViolations, DashboardWorld, NEXT_FRAME, notesOf, OWNER, settled } from './dashboard-world.suite';

jest.setTimeout(300_000);

const KIB = 1024;
const MAX_SCRIPT_BYTES = 130 * KIB;
const MAX_STYLE_BYTES = 15 * KIB;
/** A tenth of what Core Web Vitals call good. With slow responses the pages have at most 0.003 on this screen. */
const MAX_SHIFT = 0.01;
/** Long enough for each skeleton to be drawn, and different, so that responses arrive in another order than that of the page. */
const SLOW_MS = [250, 500, 300, 400] as const;

/** What a utility makes of the padding of a component. Utilities win if the layers of all style sheets are in their order. */
const PADDING_OF_UTILITY = `(() => {
  const probe = Object.assign(document.createElement('p'), { className: 'tools p-4' });
  document.body.append(probe);
  const { paddingBlockStart } = getComputedStyle(probe);
  probe.remove();
  return paddingBlockStart;
})()`;

/** The pages of one sub account, below its id. */
const PAGES = [
  '',
  '/inbox',
  '/inbox?add=1',
  '/inbox?status=ignored&q=nothing',
  '/inbox/import',
  '/channels',
  '/channels?tab=properties',
  '/channels?connect=find',
  '/widgets',
  '/widgets/new',
  '/invitations',
  '/invitations?new=1',
  '/invitations/import',
  '/reports',
  '/settings/general',
  '/settings/white-label',
  '/settings/plan',
  '/settings/ai',
  '/settings/keys',
  '/settings/users',
  '/settings/sub-accounts',
  '/settings/security',
  '/settings/webhooks',
  '/settings/privacy',
  '/settings/audit',
  '/settings/mailbox',
];

const OUTSIDE = ['/sign-in', '/setup', '/once', '/forgot', '/reset#t=x'];

describeInBrowser('the pages of the dashboard', () => {
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
    await world.api.post('/channels/add', { body: { type: 'website_schema', url: `${world.bakery.url}/` } });
  });
  afterAll(() => world.close());

  /** Opens each path and returns what is wrong with it. */
  async function problemsOf(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
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
        current.push(...(await axeViolations(page)).map((one) => `axe, ${colorScheme}: ${one}`));
      }
      if (current.length > 0) problems[path] = current;
    }
    return problems;
  }

  /** Delays each response of the API, as a slow network does. */
  async function slowDown(page: Page): Promise<void> {
    let requests = 0;
    await page.route('**/app/api/**', async (route) => {
      await delay(SLOW_MS[(requests += 1) % SLOW_MS.length]);
      await route.continue();
    });
  }

  /** Returns a profile without motion, in which the change to dark is complete at once. */
  const still = (): Promise<BrowserContext> => world.context({ reducedMotion: 'reduce' });
  const subAccount = (page: Page): string => /\/app\/(\d+)/.exec(page.url())?.[1] ?? '';

  it('have no violation of accessibility, policy or layout, in light and dark, on a slow network', async () => {
    const context = await still();
    const page = await world.signIn(OWNER, context);
    const id = subAccount(page);
    await slowDown(page);
    const paths = PAGES.map((path) => `/${id}${path}`);
    expect(await problemsOf(page, paths)).toEqual({});
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  it('have none before sign-in', async () => {
    const context = await still();
    expect(await problemsOf(await context.newPage(), OUTSIDE)).toEqual({});
    await context.close();
  });

  it('have no sideways scroll at 320 px', async () => {
    const context = await world.context({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await world.signIn(OWNER, context);
    const id = subAccount(page);
    const wide: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${world.origin}/app/${id}${path}`);
      await settled(page);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > 320) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    await context.close();
  });

  it('need at most 130 KB of scripts and 15 KB of styles until the inbox is usable', async () => {
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

  it('say in the palette what did not load, and load it again', async () => {
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
