import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { PlauditClient } from '@plaudit/client';
import { removeDataDir } from '@plaudit/embedded';
import { onFirstAccess } from '@plaudit/gateway';
import type { Settings } from '@plaudit/runtime';
import {
  builtDashboard,
  type FixtureServer,
  freePort,
  launchBrowser,
  RecordedLogs,
  startFixtureServer,
  TEST_TIMEOUT_FACTOR,
} from '@plaudit/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startStandalone, type Standalone } from '../standalone';
import { BAKERY_PAGE } from '../bakery-page.suite';

export const OWNER = { email: 'owner@example.com', password: 'a password of mine' };
const API_KEY = `rk_${'d'.repeat(40)}`;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Resolves when what is waiting to be drawn is on the screen. */
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';

/** Runs in each page before its own scripts. */
const NOTE_TAKER = `
  const notes = { violations: [], shift: 0, rowAt: null };
  globalThis.notes = notes;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    notes.violations.push(violatedDirective + ' ' + blockedURI));
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) notes.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main .review-row')) return;
    notes.rowAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;
/** Looks in each frame. A locator that waits soon looks every half second only. */
const LOADED_DATA = `new Promise((resolve, reject) => {
  const end = performance.now() + 60_000;
  const look = () => {
    if (document.querySelector('h1') && !document.querySelector('[aria-busy="true"]')) resolve();
    else if (performance.now() > end) reject(new Error('The page did not load its data.'));
    else requestAnimationFrame(look);
  };
  look();
})`;
/** A message counts the eight seconds until it goes with an animation, which nothing waits for. */
const ENDED_ANIMATIONS = `Promise.all(document.getAnimations()
  .filter(({ effect, animationName }) => effect?.getComputedTiming().iterations !== Infinity && animationName !== 'life')
  .map(({ finished }) => finished.catch(() => {})))`;
const RULES = { all: {}, colors: { runOnly: ['color-contrast', 'link-in-text-block'] } };
/** Previews of widgets are tested with the widgets. */
const runAxe = (rules: keyof typeof RULES): string =>
  `axe.run({ exclude: ['iframe'] }, ${JSON.stringify(RULES[rules])}).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`;

interface PageNotes {
  /** What the policy refused. */
  violations: string[];
  /** The sum of the layout shifts. */
  shift: number;
  /** When the first review was on the page, in ms. */
  rowAt: number | null;
}

interface Parts {
  product: Standalone;
  settings: Settings;
  dataDir: string;
  browser: Browser;
  origin: string;
  bakery: FixtureServer;
  api: PlauditClient;
  setupUrl: string | null;
}

/** The whole product with the dashboard, a browser, and a bakery's page that can be connected. */
export class DashboardWorld {
  private product: Standalone;

  private constructor(private readonly parts: Parts) {
    this.product = parts.product;
  }

  /** Where the dashboard is, without a slash at the end. */
  get origin(): string {
    return this.parts.origin;
  }

  get bakery(): FixtureServer {
    return this.parts.bakery;
  }

  /** The API with the key of the owner. */
  get api(): PlauditClient {
    return this.parts.api;
  }

  /** Where the tables are, for what no request can store, such as the figures of past months. */
  get postgresUrl(): string {
    return this.product.endpoints.postgres;
  }

  /** The link of the first start. Null if the owner has a password. */
  get setupUrl(): string | null {
    return this.parts.setupUrl;
  }

  /**
   * Starts with an owner who has a password, or, if `setUp` is false, with a setup link. The browser finds `host` on this machine.
   * Browsers trust a page of plain http only if its host is localhost. `more` are further settings of the product.
   */
  static async start({
    setUp = true,
    host = 'localhost',
    more = {},
  }: { setUp?: boolean; host?: string; more?: Settings } = {}): Promise<DashboardWorld> {
    Logger.overrideLogger(new RecordedLogs());
    const dataDir = mkdtempSync(join(tmpdir(), 'plaudit-dashboard-'));
    const port = await freePort();
    const origin = `http://${host}:${port}`;
    const owner = {
      BOOTSTRAP_API_KEY: API_KEY,
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
    };
    const bakery = await startFixtureServer(() => ({
      headers: { 'content-type': 'text/html' },
      body: BAKERY_PAGE,
    }));
    let setupUrl: string | null = null;
    const stopListening = onFirstAccess((access) => (setupUrl = access.setupUrl));
    const settings = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      POSTGRES_DIR: process.env.POSTGRES_DIR,
      PORT: String(port),
      PUBLIC_URL: origin,
      // As in other worlds: on a busy machine, a start waits longer than 5 s for a connection to Postgres.
      SERVICE_TIMEOUT_FACTOR: String(TEST_TIMEOUT_FACTOR),
      ...(host === 'localhost'
        ? { ALLOW_LOOPBACK: 'true' }
        : { INSECURE_COOKIES: 'true', OUTBOUND_ALLOW_HOSTS: new URL(bakery.url).host }),
      DASHBOARD_DIR: await builtDashboard(),
      ...(setUp ? owner : {}),
      ...more,
    };
    const product = await startStandalone(settings, () => {});
    stopListening();
    const api = new PlauditClient({ baseUrl: `http://localhost:${port}`, apiKey: API_KEY });
    const browser = await launchBrowser(host === 'localhost' ? {} : { [host]: '127.0.0.1' });
    return new DashboardWorld({ product, settings, dataDir, browser, origin, bakery, api, setupUrl });
  }

  /** Stops the product and starts it again with the same data, at the same address. */
  async restart(): Promise<void> {
    await this.product.close();
    this.product = await startStandalone(this.parts.settings, () => {});
  }

  async close(): Promise<void> {
    const { dataDir, browser, bakery } = this.parts;
    await browser.close();
    await bakery.close();
    await this.product.close();
    await removeDataDir(dataDir);
  }

  /** Returns a browser profile of its own, in English. Pages note what their policy refuses and how much they shift. */
  async context(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const context = await this.parts.browser.newContext({ locale: 'en', ...options });
    await context.addInitScript({ content: NOTE_TAKER });
    return context;
  }

  /** Signs a user in and returns a page of the dashboard. */
  async signIn(
    { email, password }: { email: string; password: string } = OWNER,
    context?: BrowserContext,
  ): Promise<Page> {
    const page = await (context ?? (await this.context())).newPage();
    await page.goto(`${this.origin}/app/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app\/\d+$/);
    return page;
  }
}

export function notesOf(page: Page): Promise<PageNotes> {
  return page.evaluate('notes');
}

/** Waits until the page has loaded its data and ended its animations. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(LOADED_DATA);
  await page.evaluate(ENDED_ANIMATIONS);
}

/** Returns the violations of accessibility that axe finds on the page with all of its rules, or with those about colours. */
export async function axeViolations(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
  return page.evaluate(runAxe(rules));
}
