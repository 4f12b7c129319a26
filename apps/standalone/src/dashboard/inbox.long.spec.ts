import { atLength, describeAtLength, describeInBrowser, eventually, itAtLength } from '@plaudit/testing';
import type { BrowserContext, Locator, Page, CDPSession } from 'playwright-core';
import { DashboardWorld, OWNER, settled } from './dashboard-world.suite';
import { addReviews, InboxPage } from './inbox-page.suite';

jest.setTimeout(300_000);

const REVIEWS = 60;
/** How many reviews the keys decide: three of four are approved, and the last one is ignored. */
const DECIDED = atLength({ short: 8, long: 20 });
const TAGS_AT_MOST = 20;
const MANY = 10_000;
const PAGES = 20;
const PAGE_SIZE = 50;
const MAX_ELEMENTS = 1_500;
const MAX_HEAP_BYTES = 8 * 1024 ** 2;
const SCROLL_DOWN = `document.querySelector('.review-scroller').scrollBy(0, 1e6)`;

describeInBrowser('in the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.close());

  describe('an inbox that is open while reviews arrive', () => {
    let context: BrowserContext;
    let page: Page;
    let arrived: Locator;
    let visitors = 0;

    beforeAll(async () => {
      for (const text of ['Great rolls.', 'Good coffee.', 'Kind people.']) await add(text);
      context = await world.context();
      page = await world.signIn(OWNER, context);
      arrived = page.getByRole('button', { name: 'Show 1 new review' });
    });
    afterAll(() => context.close());

    async function add(text: string): Promise<void> {
      const review = {
        from_name: `Visitor ${(visitors += 1)}`,
        text,
        posted_on: '2026-02-01',
        rating_value: 5,
      };
      await world.api.post('/reviews/add_bulk', { body: { reviews: [review] } });
    }

    async function openInbox(): Promise<void> {
      await page.goto(`${/^.*\/app\/\d+/.exec(page.url())?.[0]}/inbox`);
      await page.getByRole('button', { name: 'Approve' }).first().waitFor();
      await settled(page);
    }

    const connected = (): Promise<void> => page.getByRole('img', { name: 'Live' }).waitFor();

    itAtLength('leaves each row in its place', async () => {
      await openInbox();
      await connected();
      const rows = page.locator('.review-row');
      const before = await rows.first().boundingBox();
      await add('Just arrived.');
      await arrived.waitFor();
      expect(await rows.first().boundingBox()).toEqual(before);
    });

    it('tells of one that arrived after the list and before the stream of events', async () => {
      let open: () => void = () => {};
      const opened = new Promise<void>((resolve) => (open = resolve));
      await page.route('**/app/events**', async (route) => {
        await opened;
        await route.continue();
      });
      await openInbox();
      await add('In the gap.');
      open();
      await arrived.waitFor();
      expect(await arrived.isVisible()).toBe(true);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    itAtLength('goes on after a restart of the server and has missed none', async () => {
      await openInbox();
      await connected();
      await world.restart();
      // The browser connects again after a second at the earliest.
      await add('After the restart.');
      await arrived.click();
      const review = page.locator('.review-row').getByText('After the restart.');
      await review.waitFor();
      await connected();
      expect(await review.isVisible()).toBe(true);
    });
  });

  describe('the inbox', () => {
    let context: BrowserContext;
    let page: Page;
    let inbox: InboxPage;

    beforeAll(async () => {
      await addReviews(world, 'Great bread', REVIEWS);
      context = await world.context();
      page = await world.signIn(OWNER, context);
      inbox = await InboxPage.of(page);
    });

    const found = (query: Parameters<typeof listed>[0]) => listed(query).then(({ items }) => items);
    const counts = () => world.api.get('/reviews/counts');
    function listed(query: { q?: string; status?: 'approved' | 'ignored'; limit?: number }) {
      return world.api.get('/reviews/get', { params: { query } });
    }

    describe('with the keys alone', () => {
      it('keeps those that are pressed before the code that acts on them is there', async () => {
        let release = (): void => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/inbox-work-*.js', async (route) => {
          await released;
          await route.continue();
        });
        await inbox.load();
        const [first, second] = [await inbox.author(0), await inbox.author(1)];
        await inbox.press('j', 'a', 'k', 'i');
        release();
        const decided = async (): Promise<string[][]> => {
          const lists = [await found({ status: 'approved' }), await found({ status: 'ignored' })];
          return lists.map((reviews) => reviews.map(({ from_name }) => from_name));
        };
        const stored = await eventually(decided, (lists) => lists.flat().length === 2, 'two decisions');
        await page.unroute('**/inbox-work-*.js');
        expect(stored).toEqual([[second], [first]]);
      });

      it(`curates ${DECIDED} reviews, takes the last back, and widgets and counts agree`, async () => {
        const { key } = await world.api.post('/widgets/add', { body: { type: 'list', name: 'Home page' } });
        await inbox.open();
        const before = await counts();
        for (let at = 0; at < DECIDED; at += 1) {
          const shown = await inbox.author(0);
          await inbox.press(at % 4 === 3 ? 'i' : 'a');
          await inbox.rows.getByText(shown, { exact: true }).waitFor({ state: 'detached' });
        }
        await inbox.press('z');
        const after = await eventually(
          counts,
          ({ approved, ignored }) =>
            approved === before.approved + (DECIDED * 3) / 4 && ignored === before.ignored + DECIDED / 4 - 1,
          'the counts of the API',
        );
        await inbox.untilCount('Approved', after.approved);
        await inbox.untilCount('Ignored', after.ignored);
        await inbox.untilCount('Waiting', after.inbox);
        const embed = await eventually(
          async () => {
            const response = await fetch(`${world.origin}/embed/v1/widgets/${key}/reviews`);
            return ((await response.json()) as { count: number }).count;
          },
          (count) => count === after.approved,
          'the reviews of the widget',
        );
        expect(embed).toBe(after.approved);
      });
    });

    it('tags all that match, names the one that cannot have another tag, and takes it back', async () => {
      const tags = Array.from({ length: TAGS_AT_MOST }, (_one, at) => `Tag ${at}`);
      const [full] = await found({ q: 'number 30.' });
      await world.api.put('/reviews/update/{id}', { params: { path: { id: full!.id } }, body: { tags } });
      const tagged = async (): Promise<number> => {
        const reviews = await found({ q: 'bread', limit: 100 });
        return reviews.filter((review) => review.tags.some(({ name }) => name === 'Bread')).length;
      };
      await inbox.open('?status=all&q=bread');
      await inbox.press('*', 'a');
      await page.getByRole('button', { name: `Select all ${REVIEWS} that match` }).click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click();
      await page.getByRole('combobox', { name: 'Find or create a tag' }).fill('Bread');
      await page.getByRole('option', { name: 'Create' }).click();
      await inbox.message(`Tagged ${REVIEWS - 1} reviews`).waitFor();
      expect(await inbox.message(/^1 failed: /).innerText()).toContain(`${TAGS_AT_MOST}`);
      expect(await tagged()).toBe(REVIEWS - 1);
      await page.getByRole('button', { name: 'Show 1' }).click();
      const dialog = page.getByRole('dialog', { name: '1 review was not changed' });
      const refused = dialog.getByText(full!.from_name, { exact: true });
      await refused.waitFor();
      expect(await refused.count()).toBe(1);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await inbox.press('z');
      expect(await eventually(tagged, (count) => count === 0, 'no review with the tag')).toBe(0);
    });

    it('puts a review back if the change does not arrive, and says so', async () => {
      await inbox.open();
      const first = await inbox.author(0);
      const waiting = await inbox.count('Waiting');
      await context.setOffline(true);
      await inbox.press('a');
      await inbox.message('Not approved, put back in the list').waitFor();
      await context.setOffline(false);
      expect([await inbox.author(0), await inbox.count('Waiting')]).toEqual([first, waiting]);
      await page.locator('.toasts').getByRole('button', { name: 'Try again' }).click();
      const left = await eventually(counts, (now) => now.inbox === waiting - 1, 'the change');
      expect(left.inbox).toBe(waiting - 1);
    });

    describe('while others work', () => {
      it('says how many reviews arrived and moves nothing until they are wanted', async () => {
        await inbox.open();
        const place = await inbox.rows.first().boundingBox();
        const first = await inbox.author(0);
        await addReviews(world, 'Fresh coffee', 3);
        const arrived = page.getByRole('button', { name: 'Show 3 new reviews' });
        await arrived.waitFor();
        expect(await inbox.author(0)).toBe(first);
        await arrived.click();
        await inbox.rows.getByText('Fresh coffee').first().waitFor();
        expect((await inbox.rows.first().boundingBox())?.y).toBe(place?.y);
      });

      describe('in two tabs', () => {
        let own: BrowserContext;
        let first: InboxPage;
        let second: InboxPage;
        let tests = 0;
        /** A word of the one review that the tabs list. */
        let word: string;
        let list: string;
        /** The tabs that have opened a stream after both were there. */
        const streams: Page[] = [];

        beforeEach(async () => {
          word = `Rolls${(tests += 1)}`;
          list = `?status=all&q=${word}`;
          await addReviews(world, word, 1);
          own = await world.context();
          first = await InboxPage.of(await world.signIn(OWNER, own));
          await first.open(list);
          second = await InboxPage.of(await own.newPage(), first.address);
          await second.open(list);
          streams.length = 0;
          own.on('request', (request) => {
            if (request.url().includes('/app/events')) streams.push(request.frame().page());
          });
        });
        afterEach(() => own.close());

        const ignoredIn = ({ rows }: InboxPage): Locator => rows.first().getByText('Ignored');

        itAtLength('has one stream, and each shows what happens in the other', async () => {
          await first.rows.first().getByRole('link').click();
          await first.press('i');
          await ignoredIn(second).waitFor();
          expect(streams).toEqual([]);
        });

        it('misses nothing after the tab with the stream was closed', async () => {
          let release = (): void => {};
          const released = new Promise<void>((resolve) => (release = resolve));
          await own.route('**/app/events**', async (route) => {
            await released;
            await route.continue();
          });
          await inbox.open(list);
          const takesOver = second.page.waitForRequest(/\/app\/events/);
          await first.page.close();
          await takesOver;
          const [review] = await found({ q: word });
          await world.api.put('/reviews/update/{id}', {
            params: { path: { id: review!.id } },
            body: { status: 'ignored' },
          });
          // Another browser shows when the event has gone by.
          await ignoredIn(inbox).waitFor();
          release();
          await ignoredIn(second).waitFor();
          expect(streams).toEqual([second.page]);
        });
      });
    });

    it('says in each menu what did not load, and loads it again', async () => {
      const fault = { success: false, msg: 'The shelf is being moved.', code: 'internal', request_id: 'r-1' };
      const failing = /\/app\/api\/(tags|reviews\/views|reviews\/history\/\d+)(\?|$)/;
      await page.route(failing, (route) => route.fulfill({ status: 500, json: fault }));
      await inbox.open();
      const alertIn = (part: Locator): Locator => part.getByRole('alert').filter({ hasText: fault.msg });
      const retry = (part: Locator): Promise<void> =>
        alertIn(part).getByRole('button', { name: 'Try again' }).click();
      const picker = page.locator('.tag-picker');
      const detail = page.locator('.detail-body');
      await alertIn(detail).waitFor();
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByText('The saved views did not load').waitFor();
      await page.keyboard.press('Escape');
      await inbox.press('t');
      await alertIn(picker).waitFor();
      await page.unroute(failing);
      await retry(picker);
      await alertIn(picker).waitFor({ state: 'detached' });
      // The menu lies over the history.
      await page.keyboard.press('Escape');
      await picker.waitFor({ state: 'detached' });
      await retry(detail);
      await alertIn(detail).waitFor({ state: 'detached' });
      expect(await alertIn(page.locator('body')).count()).toBe(0);
    });

    describeAtLength(`with ${MANY} reviews`, () => {
      let cdp: CDPSession;

      beforeAll(async () => {
        await addReviews(world, 'Rye loaf', MANY - REVIEWS);
        cdp = await context.newCDPSession(page);
        await inbox.open();
      });

      it('keeps few elements, and no more memory with each of 20 pages than their reviews need', async () => {
        await inbox.open();
        const heap = async (): Promise<number> => {
          await cdp.send('HeapProfiler.collectGarbage');
          return (await cdp.send('Runtime.getHeapUsage')).usedSize;
        };
        const lastPlace = async (): Promise<number> =>
          Number(await inbox.rows.last().getAttribute('aria-posinset'));
        const heapBefore = await heap();
        let place = 0;
        while (place < PAGES * PAGE_SIZE) {
          const before = place;
          await page.evaluate(SCROLL_DOWN);
          place = await eventually(lastPlace, (now) => now > before, 'more rows');
        }
        expect(await page.locator('*').count()).toBeLessThan(MAX_ELEMENTS);
        expect((await heap()) - heapBefore).toBeLessThan(MAX_HEAP_BYTES);
      });
    });
  });

  describe('west of UTC', () => {
    let context: BrowserContext;
    let page: Page;
    let address: string;

    beforeAll(async () => {
      const posted = { 'Moonlit day': '2024-10-06', 'Moonlit hour': '2024-10-06 02:30:00' };
      const reviews = Object.entries(posted).map(([text, posted_on]) => ({
        from_name: 'Noa',
        text,
        posted_on,
      }));
      await world.api.post('/reviews/add_bulk', { body: { reviews } });
      context = await world.context({ timezoneId: 'America/New_York' });
      page = await world.signIn(OWNER, context);
      address = `${/^.*\/app\/\d+/.exec(page.url())?.[0]}`;
    });
    afterAll(() => context.close());

    const openReview = async (text: string): Promise<void> => {
      await page.goto(`${address}/inbox?q=Moonlit`);
      await page.locator('.review-row', { hasText: text }).getByRole('link').click();
      await page.locator('.detail-body', { hasText: text }).waitFor();
    };
    const stored = async () => {
      const { items } = await world.api.get('/reviews/get', { params: { query: { q: 'Moonlit day' } } });
      return items.map(({ posted_on, posted_precision }) => `${posted_on} ${posted_precision}`);
    };

    it.each([
      ['day', '2024-10-06', 'Oct 6, 2024', /^Oct 6, 2024$/],
      ['hour', '2024-10-06T02:30:00.000Z', 'Oct 5, 2024', /^Oct 5, 2024, 10:30\sPM$/],
    ])('a review of a %s has its date', async (word, machine, age, exact) => {
      await openReview(`Moonlit ${word}`);
      const inRow = page.locator('.review-row', { hasText: `Moonlit ${word}` }).locator('time');
      expect(await inRow.innerText()).toBe(age);
      expect(await inRow.getAttribute('datetime')).toBe(machine);
      expect(await inRow.getAttribute('title')).toMatch(exact);
      const inDetail = page.locator('.detail-body header time').first();
      expect(await inDetail.innerText()).toMatch(exact);
    });

    it('a date that was edited and taken back is the same day without a time', async () => {
      await openReview('Moonlit day');
      await page.keyboard.press('e');
      const date = page.getByRole('dialog').getByLabel('Posted on');
      expect(await date.inputValue()).toBe('2024-10-06');
      await date.fill('2024-10-08');
      await page.keyboard.press('Control+s');
      await eventually(stored, ([one]) => one === '2024-10-08 00:00:00 day', 'the other day');
      await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click();
      await eventually(stored, ([one]) => one === '2024-10-06 00:00:00 day', 'the first day');
    });

    it('the headings of a file of people are read, and what they leave open is said', async () => {
      await page.goto(`${address}/invitations/import`);
      await page
        .getByLabel('Or paste rows')
        .fill('Vorname;Name;Telefon;E-Mail-Adresse\nNoa;Bergman;+49 151 2345;noa@example.com');
      await page.getByRole('button', { name: 'Read these rows' }).click();
      const uses = page.locator('.people-uses select');
      await uses.first().waitFor();
      const chosen = await Promise.all((await uses.all()).map((one) => one.inputValue()));
      expect(chosen).toEqual(['first_name', 'last_name', 'none', 'recipient']);
      await page
        .getByText('The column Name is read as the last name, because Vorname holds the first name.')
        .waitFor();
      await page.getByText('the column E-Mail-Adresse is used').waitFor();
      await page.getByRole('button', { name: 'Check 1 row' }).click();
      await page.getByLabel('Name of line 2').waitFor();
      expect(await page.getByLabel('Name of line 2').inputValue()).toBe('Noa Bergman');
    });
  });
});
