import { describeInBrowser, eventually } from '@plaudit/testing';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { DashboardWorld, NEXT_FRAME } from './dashboard-world.suite';
import { addReviews, InboxPage } from './inbox-page.suite';

jest.setTimeout(240_000);

/** Its letters are shortcuts of the inbox: approve, ignore, back to waiting. */
const LETTERS = 'aiu';
/** Longer than the pause in typing after which a search starts, in ms. */
const SLOW_MS = 330;
const LINE_PX = 20;
const LONG_TEXT = 'We came with twelve people, and all of them liked the bread and the coffee. '.repeat(3);

describeInBrowser('a person in the inbox', () => {
  let world: DashboardWorld;
  let page: Page;
  let inbox: InboxPage;
  let field: Locator;
  let keyboard: CDPSession;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    const languages = ['en', 'de', 'fr', 'es', 'nl'];
    const reviews = Array.from({ length: 60 }, (_one, at) => ({
      from_name: `Guest ${at}`,
      text: at < 30 ? 'Aiuto, good.' : LONG_TEXT,
      language: languages[at % languages.length],
      posted_on: '2026-01-31',
      rating_value: (at % 5) + 1,
      status: at < 3 ? ('approved' as const) : ('inbox' as const),
    }));
    await world.api.post('/reviews/add_bulk', { body: { reviews } });
    await world.api.post('/account/subaccount', { body: { name: 'Café Linden' } });
    page = await world.signIn();
    inbox = await InboxPage.of(page);
    field = page.getByRole('searchbox', { name: 'Search text and authors' });
    keyboard = await page.context().newCDPSession(page);
    await inbox.open();
  });
  afterAll(() => world.close());

  const decided = async (): Promise<number> => {
    const { approved, ignored } = await world.api.get('/reviews/counts');
    return approved + ignored;
  };
  const wordsInAddress = (): string | null => new URL(page.url()).searchParams.get('q');
  const untilSearched = (q: string | null): Promise<void> =>
    page.waitForURL((url) => url.searchParams.get('q') === q);
  const untilRows = (count: number): Promise<number> =>
    eventually(
      () => inbox.rows.count(),
      (found) => found === count,
      `${count} rows`,
    );
  const filterMenu = (): Promise<void> => page.getByRole('button', { name: 'Filter', exact: true }).click();

  it('types slowly into the search, and each letter stays there and decides nothing', async () => {
    const before = await decided();
    await field.focus();
    await page.keyboard.type(LETTERS, { delay: SLOW_MS });
    await untilSearched(LETTERS);
    expect(await field.inputValue()).toBe(LETTERS);
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    expect(await decided()).toBe(before);
  });

  it('reads in which other tabs the search finds reviews, and goes there with it', async () => {
    await page.evaluate(`document.querySelector('.review-scroller').scrollTo(0, 1e6)`);
    await page.getByRole('link', { name: '3 in Approved' }).click();
    await page.waitForURL(/status=approved/);
    await untilRows(3);
    expect(await field.inputValue()).toBe(LETTERS);
  });

  it('searches for a composed word only when it is complete', async () => {
    await inbox.load();
    await field.focus();
    await keyboard.send('Input.imeSetComposition', { text: 'bre', selectionStart: 3, selectionEnd: 3 });
    // Enter accepts a candidate of the input method.
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await page.waitForTimeout(2 * SLOW_MS);
    expect([wordsInAddress(), await field.inputValue()]).toEqual([null, 'bre']);
    await keyboard.send('Input.insertText', { text: 'bread' });
    await untilSearched('bread');
    expect(await field.inputValue()).toBe('bread');
  });

  it('sees no search text after the filters were cleared, even if that overtakes the search', async () => {
    await inbox.load('?rating=1');
    await filterMenu();
    const clear = page.getByRole('button', { name: 'Clear filters' });
    await clear.waitFor();
    await page.evaluate(`{
      const field = document.querySelector('.inbox-find input');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'overtaken');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Clear filters').click();
    }`);
    await page.waitForURL((url) => url.search === '');
    await eventually(
      () => field.inputValue(),
      (text) => text === '',
      'an empty search',
    );
    await field.fill('overtaken');
    await untilSearched('overtaken');
    await page.keyboard.press('Escape');
    await untilSearched(null);
  });

  it('finds a filter by its heading, and all languages of the reviews in it', async () => {
    await inbox.load('?languages=de');
    await filterMenu();
    const menu = page.getByRole('dialog', { name: 'Filter' });
    const search = menu.getByRole('searchbox');
    await search.pressSequentially('langu');
    const listed = menu.getByRole('checkbox');
    await eventually(
      () => listed.count(),
      (count) => count === 5,
      'all five languages',
    );
    await search.press('Escape');
    expect([await search.inputValue(), await menu.isVisible()]).toEqual(['', true]);
    await menu.getByRole('checkbox', { name: 'Without a reply' }).check();
    await page.waitForURL(/without_reply=1/);
    await search.focus();
    await search.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByText('none yet').waitFor();
    await untilRows(11);
  });

  it('sees no blank line below a review of one line, and nothing moves as rows above are measured', async () => {
    await inbox.load();
    const { jumps, heights } = await page.evaluate<{ jumps: number[]; heights: number[] }>(`(async () => {
      const scroller = document.querySelector('.review-scroller');
      const placed = () => new Map([...document.querySelectorAll('.review-row')].map((row) =>
        [row.dataset.id, row.getBoundingClientRect().top]));
      const jumps = [];
      const height = () => document.querySelector('.review-row').offsetHeight;
      const heights = [height()];
      // The rows between were never in the document.
      scroller.scrollTo(0, 4_300);
      await ${NEXT_FRAME};
      heights.push(height());
      for (const step of Array(8).fill(-400)) {
        const before = placed();
        const from = scroller.scrollTop;
        scroller.scrollTop += step;
        const by = scroller.scrollTop - from;
        await ${NEXT_FRAME};
        for (const [id, top] of placed()) if (before.has(id)) jumps.push(Math.round(before.get(id) - top - by));
      }
      return { jumps, heights };
    })()`);
    expect(heights[0]! - heights[1]!).toBe(LINE_PX);
    expect(jumps.length).toBeGreaterThan(100);
    expect(jumps.filter((jump) => Math.abs(jump) > 1)).toEqual([]);
  });

  it('sees what another person decided after the list and before the stream of events', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    await page.route('**/app/events**', async (route) => {
      await opened;
      await route.continue();
    });
    await inbox.open('?status=all');
    const row = inbox.rows.first();
    const id = Number(await row.getAttribute('data-id'));
    await world.api.put('/reviews/update/{id}', { params: { path: { id } }, body: { status: 'ignored' } });
    open();
    await row.getByText('Ignored').waitFor();
    expect(Number(await row.getAttribute('data-id'))).toBe(id);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('reads what is next after the last review of a filter, and of all', async () => {
    await addReviews(world, 'Marzipan', 1);
    await inbox.open('?q=marzipan');
    await inbox.press('a');
    await page.getByRole('heading', { name: 'All caught up' }).waitFor();
    const list = page.getByRole('region', { name: 'Reviews' });
    await list.getByText('56 wait without them.').waitFor();
    await list.getByRole('link', { name: '1 in Approved' }).waitFor();
    await world.api.put('/reviews/update_bulk', { body: { filter: { status: 'inbox' }, status: 'ignored' } });
    await page.goto(inbox.address);
    await page.getByRole('heading', { name: 'All caught up' }).waitFor();
    const next = list.getByRole('link', { name: 'Create a widget' });
    await next.waitFor();
    expect(await next.getAttribute('href')).toBe('/app/1/widgets/new');
  });

  it('prints all loaded rows, and has few in the document afterwards', async () => {
    await inbox.load('?status=ignored');
    const few = await inbox.rows.count();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const all = await inbox.rows.count();
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(all).toBeGreaterThanOrEqual(50);
    await untilRows(few);
    expect(few).toBeLessThan(30);
  });

  it('prints the list on narrow paper also while a review is open', async () => {
    const { width, height } = page.viewportSize()!;
    const list = page.locator('.inbox.is-detail > .inbox-list');
    await inbox.load('?status=ignored&review=9');
    await page.setViewportSize({ width: 794, height });
    expect(await list.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await list.isVisible()).toBe(true);
    // Paper begins with the business, and has only the chosen tab.
    expect(await page.locator('.nav > .switcher').isVisible()).toBe(true);
    expect(await page.locator('.nav li a, .tools').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.inbox-tabs > a').filter({ visible: true }).count()).toBe(1);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width, height });
  });
});
