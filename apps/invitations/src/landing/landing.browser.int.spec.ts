import { readFileSync } from 'node:fs';
import { buildPublicPrincipal, describeInBrowser, launchBrowser } from '@plaudit/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { LinksWorld } from '../links/links-world.suite';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TOO_WIDE = 'document.documentElement.scrollWidth > innerWidth';
const NARROW = { width: 320, height: 640 };

describeInBrowser('pages of invitations', () => {
  let links: LinksWorld;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let form: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    browser = await launchBrowser();
    for (const label of [
      'Google',
      'Yelp',
      'Trustpilot',
      'Tripadvisor',
      'A platform with a very long name indeed',
    ]) {
      await links.channel({ label });
    }
    form = await links.profile({ direct_form: { enabled: true }, footer_address: '1 Quay Street, Bristol' });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await links?.close();
  });
  afterEach(() => page.context().close());

  /** Opens a page as it is without JavaScript, except for the scripts of the spec itself. */
  async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
    const extraHTTPHeaders = await links.world.as(buildPublicPrincipal()).headers('invitations');
    const context = await browser.newContext({ extraHTTPHeaders, ...options });
    page = await context.newPage();
    problems = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(links.world.url('invitations') + path);
  }

  async function violations(): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const { violations: found } = await axe.run();
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    });
  }

  const review = async () =>
    `/i/${links.token('review', await links.message(form, { name: 'Noa Bergman' }))}`;

  it.each([
    ['in light colours', { colorScheme: 'light' }],
    ['in dark colours', { colorScheme: 'dark' }],
    ['on a narrow screen', { viewport: NARROW }],
    ['with forced colours', { forcedColors: 'active' }],
  ] as [string, BrowserContextOptions][])('are accessible %s, and fit the screen', async (_how, options) => {
    const yellow = await links.profile({ color: '#ffff00' });
    const unsubscribe = `/u/${links.token('unsubscribe', await links.message(yellow))}`;
    const choice = `/i/${links.token('review', await links.message(yellow))}`;
    for (const path of [await review(), choice, unsubscribe, '/i/nothing']) {
      await open(path, options);
      expect([path, await violations()]).toEqual([path, []]);
      const tooWide = await page.evaluate<boolean>(TOO_WIDE);
      expect([path, tooWide]).toEqual([path, false]);
      expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([]);
      await page.context().close();
    }
    await open(await review(), options);
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('alert').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('take a review by keyboard and without JavaScript', async () => {
    await open(await review(), { javaScriptEnabled: false });
    await page.getByRole('radio', { name: '1 out of 5 stars' }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: '4 out of 5 stars' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('The sourdough is worth the queue.');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Noa Bergman');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you for your review' }).waitFor();
    expect(await page.getByRole('link', { name: 'Yelp' }).isVisible()).toBe(true);
  });

  it('show faults at the fields, keep what was typed, and lead from the list to the field', async () => {
    await open(await review());
    await page.getByRole('textbox', { name: 'Your review' }).fill('Good & cheap <3');
    await page.getByRole('textbox', { name: 'Your name' }).fill('');
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toMatch(/^Your review was not sent yet/);
    expect(await page.getByRole('textbox', { name: 'Your review' }).inputValue()).toBe('Good & cheap <3');
    await page.getByRole('alert').getByRole('link', { name: 'Enter your name.' }).click();
    await page.keyboard.type('Noa');
    await page.getByRole('radio', { name: '5 out of 5 stars' }).check({ force: true });
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('heading', { name: 'Thank you for your review' }).waitFor();
  });

  it('unsubscribe with one button, and undo that with another', async () => {
    const id = await links.message(form, { recipient: 'noa@example.com' });
    await open(`/u/${links.token('unsubscribe', id)}`, { javaScriptEnabled: false });
    await page.getByText('n•••@example.com').waitFor();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'You are subscribed again' }).waitFor();
    expect((await links.activity(id)).map(({ type }) => type)).toEqual(['unsubscribed', 'unsubscribed']);
  });
});
