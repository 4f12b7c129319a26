import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Schema } from '@plaudit/client';
import {
  describeInBrowser,
  eventually,
  type FixtureServer,
  itAtLength,
  sampleAtLength,
  startFixtureServer,
  type RecordedRequest,
} from '@plaudit/testing';
import type { Page, Locator } from 'playwright-core';
import { dayName, exact, expectDrawn, monthName, monthOf, rating } from './chart-expectations.suite';
import { type ChartChannels, firstReportDay, historyOf, plantCharts, reportOf } from './charts-account.suite';
import { DashboardWorld, settled, OWNER } from './dashboard-world.suite';
import { announced, drawnBars, drawnChart, hasColour, panelOf, tableRows } from './drawn-chart.suite';
import { openDialog, said } from './people.suite';

jest.setTimeout(240_000);

const MONTHS = 12;
const COMPARE = { compare: 'previous' } as const;
const STARS = ['5', '4', '3', '2', '1'] as const;

interface Widget {
  id: number;
  name: string;
  settings: Record<string, Record<string, unknown>>;
  embed: { html: string };
}

interface DrawnElement {
  shadowRoot: { children: Iterable<{ localName: string; outerHTML: string }> } | null;
}

/** Returns the markup that the element drew. Runs in the page. */
const markupOf = ({ shadowRoot }: DrawnElement): string =>
  [...(shadowRoot?.children ?? [])]
    .filter(({ localName }) => localName !== 'style')
    .map(({ outerHTML }) => outerHTML)
    .join('');

/** A headless browser says so in its name, and clicks of programs count nothing. */
const A_PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const LENA = { name: 'Lena Vogt', email: 'lena@example.com' };

describeInBrowser('the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.close());

  describe('the charts of the dashboard', () => {
    let page: Page;
    let base: string;
    let channels: ChartChannels;

    beforeAll(async () => {
      channels = await plantCharts(world);
      page = await world.signIn();
      base = page.url();
      await page.getByRole('button', { name: 'Hide checklist' }).click();
    });

    afterAll(() => page.context().close());

    async function open(path: string): Promise<void> {
      await page.goto(`${base}${path}`);
      await settled(page);
    }

    it('draw, announce and list the average rating of each month as the report has it', async () => {
      const { months, previous } = await reportOf(world, 'average_rating', { months: MONTHS, ...COMPARE });
      const values = months.map(({ average_rating }) => average_rating);
      const before = previous!.months.map(({ average_rating }) => average_rating);
      expect(values.filter((value) => value === null)).toHaveLength(2);
      await open('/reports?compare=1');
      const panel = panelOf(page, 'Average rating');
      const drawn = await drawnChart(panel, MONTHS);
      expectDrawn(drawn.line, values, drawn.precision);
      expectDrawn(drawn.compared, before, drawn.precision);
      expect(drawn.bands).toEqual(values.map((value) => value === null));
      expect(await announced(panel, MONTHS)).toEqual(
        months.map(
          ({ month }, at) =>
            `${monthName(month)}, Average: ${rating(values[at]!)}, Year before: ${rating(before[at]!)}`,
        ),
      );
      expect(await tableRows(panel)).toEqual(
        months.map(({ month }, at) => [monthName(month), exact(values[at]!), exact(before[at]!)]),
      );
    });

    itAtLength(
      'stack the new reviews of each source, the largest at the bottom and the smallest as one',
      async () => {
        const { labels, datasets, previous } = await reportOf(world, 'reviews_over_time', {
          range: MONTHS,
          ...COMPARE,
        });
        const { total = [], ...sources } = datasets;
        const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
        const ordered = Object.entries(sources)
          .filter(([, counts]) => sum(counts) > 0)
          .sort(([a, one], [b, other]) => sum(other) - sum(one) || (a < b ? -1 : 1));
        expect(ordered.length).toBeGreaterThan(5);
        await open('/reports?compare=1');
        const panel = panelOf(page, 'New reviews');
        const { columns, before, precision } = await drawnChart(panel, MONTHS);
        for (const [at, [, counts]] of ordered.slice(0, 5).entries())
          expectDrawn(
            columns.map((column) => column[`f${at + 1}`] ?? 0),
            counts,
            precision,
          );
        const others = total.map((_, at) => sum(ordered.slice(5).map(([, counts]) => counts[at]!)));
        expectDrawn(
          columns.map(({ f6 = 0 }) => f6),
          others,
          precision,
        );
        const earlier = previous!.datasets.total!;
        expectDrawn(before, earlier, precision);
        const spoken = await announced(panel, MONTHS);
        expect(spoken.map((text) => text.split(', ').slice(-2))).toEqual(
          total.map((count, at) => [`Total: ${count}`, `Year before: ${earlier[at]}`]),
        );
        expect(await tableRows(panel)).toEqual(
          labels.map((label, at) => [
            monthName(monthOf(label)),
            ...Object.values(sources).map((counts) => exact(counts[at]!)),
            exact(total[at]!),
            exact(earlier[at]!),
          ]),
        );
      },
    );

    itAtLength('draw the shares of the stars, and a tick where they were before', async () => {
      await open('/reports?compare=1');
      const from = await firstReportDay(world, MONTHS);
      const { total, distribution, previous } = await reportOf(world, 'rating_distribution', {
        from,
        ...COMPARE,
      });
      const panel = panelOf(page, 'Rating distribution');
      const bars = await drawnBars(panel);
      expectDrawn(
        bars.map(({ share }) => share),
        STARS.map((star) => distribution[star] / total),
        0.01,
      );
      const earlier = STARS.map((star) => previous!.distribution[star] / previous!.total);
      expectDrawn(
        bars.map(({ before }) => before),
        earlier,
        0.01,
      );
      expect((await tableRows(panel)).slice(0, 5)).toEqual(
        STARS.map((star) => [star, exact(distribution[star]), exact(previous!.distribution[star])]),
      );
    });

    it('are on paper with the business, the period and its time zone, and without what only a screen needs', async () => {
      await open('/reports');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.nav').innerText()).toBe('MC\nMy company');
      expect(await page.locator('.main .top').innerText()).toBe('Reports\nRatings');
      expect(await page.locator('.print-period').innerText()).toMatch(/^\w+ 1, \d{4} – .*, \d{4} \(UTC\)$/);
      expect(await page.locator('.tools').isVisible()).toBe(false);
      expect(await panelOf(page, 'Tags').locator('.table-list').isVisible()).toBe(true);
      await page.emulateMedia({ media: null });
      expect(await page.locator('.print-period').isVisible()).toBe(false);
    });

    it('draw platforms, tags and replies as the reports have them', async () => {
      await open('/reports?table=platforms');
      const ratings = await reportOf(world, 'ratings');
      const platforms = await drawnBars(panelOf(page, 'Ratings by platform'));
      const values = Object.values(ratings.types).map(({ rating_value }) => (rating_value ?? 0) / 5);
      expectDrawn(
        platforms.map(({ share }) => share),
        values,
        0.01,
      );
      const from = await firstReportDay(world, MONTHS);
      const { tags } = await reportOf(world, 'tags', { from });
      const most = Math.max(...tags.map(({ reviews }) => reviews));
      const bars = await drawnBars(panelOf(page, 'Tags'));
      expectDrawn(
        bars.map(({ share }) => share),
        tags.map(({ reviews }) => reviews / most),
        0.01,
      );
      const { months } = await reportOf(world, 'response', { from });
      expect(months.some(({ replied }) => replied > 0)).toBe(true);
      const { columns, precision } = await drawnChart(panelOf(page, 'Replies'), MONTHS);
      expectDrawn(
        columns.map(({ f1 = 0 }) => f1),
        months.map(({ replied }) => replied),
        precision,
      );
      const without = months.map(({ reviews, replied }) => reviews - replied);
      expectDrawn(
        columns.map(({ f6 = 0 }) => f6),
        without,
        precision,
      );
    });

    itAtLength('draw the funnel of the invitations, and the share of each message', async () => {
      const { totals, steps } = await reportOf(world, 'invitations');
      await open('/reports?tab=invitations');
      const panel = panelOf(page, 'Invitations');
      const stages = [totals.sent, totals.delivered, totals.opened, totals.clicked, totals.reviewed];
      expect(stages[0]).toBeGreaterThan(0);
      expect(await panel.locator('.funnel dd b').allTextContents()).toEqual(stages.map(exact));
      const rects = await panel.locator('.funnel svg rect').all();
      const heights = await Promise.all(rects.map(async (rect) => Number(await rect.getAttribute('height'))));
      const shares = heights.map((height) => height / heights[0]!);
      expectDrawn(
        shares,
        stages.map((count) => count / stages[0]!),
        0.01,
      );
      const bars = await drawnBars(panelOf(page, 'By message'));
      expectDrawn(
        bars.map(({ share }) => share),
        steps.map(({ rates }) => rates.reviewed ?? 0),
        0.01,
      );
    });

    itAtLength('draw the months of the overview, with the reviews below them', async () => {
      const { months, previous } = await reportOf(world, 'average_rating', { months: MONTHS, ...COMPARE });
      const { total = [] } = (await reportOf(world, 'reviews_over_time', { range: MONTHS })).datasets;
      await open('');
      const { line, compared, volume, precision } = await drawnChart(
        panelOf(page, 'Rating and volume'),
        MONTHS,
      );
      expectDrawn(
        line,
        months.map(({ average_rating }) => average_rating),
        precision,
      );
      expectDrawn(
        compared,
        previous!.months.map(({ average_rating }) => average_rating),
        precision,
      );
      expectDrawn(
        volume,
        total.map((count) => count / Math.max(...total)),
        0.01,
      );
    });

    it.each(sampleAtLength([30, 90], 2))(
      'draw the last %s days of the overview, and announce them',
      async (count) => {
        const { days, previous } = await reportOf(world, 'daily', { days: count, ...COMPARE });
        const most = Math.max(...days.map(({ reviews }) => reviews), 1);
        expect(days.filter(({ average_rating }) => average_rating === null).length).toBeGreaterThan(2);
        await open('');
        await page.getByRole('button', { name: `${count} days`, exact: true }).click();
        const panel = panelOf(page, 'Rating and volume');
        await panel.getByText('new reviews by day').waitFor();
        const { line, bands, volume, precision } = await drawnChart(panel, count);
        expectDrawn(
          line,
          days.map(({ average_rating }) => average_rating),
          precision,
        );
        expect(bands).toEqual(days.map(({ average_rating }) => average_rating === null));
        expectDrawn(
          volume,
          days.map(({ reviews }) => reviews / most),
          0.01,
        );
        expect(await announced(panel, count)).toEqual(
          days.map(({ day, average_rating, reviews }, at) => {
            const before = previous!.days[at]!.average_rating;
            return `${dayName(day)}, Average: ${rating(average_rating)}, Period before: ${rating(before)}, New reviews: ${reviews}`;
          }),
        );
      },
    );

    itAtLength('draw the history of a channel, dotted where it is estimated', async () => {
      const history = await historyOf(world, channels.young);
      await open(`/channels/${channels.young}`);
      const panel = panelOf(page, 'Rating history');
      const { line, precision } = await drawnChart(panel, 90);
      const today = Date.parse(history.at(-1)!.date);
      for (const { date, score } of history) {
        const at = 89 - (today - Date.parse(date)) / 86_400_000;
        expectDrawn([line[at]!], [score], precision);
      }
      expect(history.filter(({ estimated }) => !estimated).length).toBeGreaterThan(15);
      expect(await panel.locator('.plot .estimated').getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+L/);
      expect((await announced(panel, 90))[60]).toContain('4.00, estimated');
      expect(await tableRows(panel)).toEqual(
        history
          .toReversed()
          .map(({ date, score, reviews, estimated }) => [
            dayName(date),
            exact(score),
            exact(reviews),
            estimated ? 'Estimated from collected reviews' : 'Measured',
          ]),
      );
    });

    itAtLength('are saved as images, each with its title and all that it shows', async () => {
      await open('/reports');
      const names: string[] = [];
      const files: Promise<Buffer>[] = [];
      page.on('download', (download) => {
        names.push(download.suggestedFilename());
        files.push(download.path().then((path) => readFile(path)));
      });
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Image of each chart' }).click();
      await page.getByText('5 images saved').waitFor();
      const saved = await Promise.all(files);
      expect(names.toSorted()).toEqual(
        ['Average rating', 'New reviews', 'Rating distribution', 'Replies', 'Tags'].map(
          (name) => `${name}.png`,
        ),
      );
      const { width } = (await panelOf(page, 'Tags').boundingBox())!;
      for (const png of saved) expect(png.readUInt32BE(16)).toBe(Math.round(width * 2));
      const columns = saved[names.indexOf('New reviews.png')]!;
      expect(await hasColour(page, columns, '#186d79')).toBe(true);
    });

    itAtLength('are in the language that the user chose, also in another browser', async () => {
      const person = { email: 'anna@example.com', password: 'the password of Anna' };
      await world.api.post('/users', { body: { ...person, name: 'Anna', role_id: 1 } });
      const own = await world.signIn(person);
      await own.getByRole('button', { name: 'Anna' }).click();
      const stored = own.waitForResponse((response) => response.url().endsWith('/session/preferences'));
      await own.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      expect((await stored).status()).toBe(200);
      const other = await world.signIn(person);
      await other.goto(`${base}/reports`);
      const title = other.getByRole('heading', { name: 'Durchschnittliche Bewertung' });
      await title.waitFor();
      expect(await other.locator('html').getAttribute('lang')).toBe('de');
      await own.context().close();
      await other.context().close();
    });
  });

  describe('the builder of widgets', () => {
    let page: Page;
    let site: FixtureServer;
    /** The body of the website. */
    let body = '';

    beforeAll(async () => {
      const reviews = [1, 2, 3, 4, 5].map((stars) => ({
        from_name: `Guest ${stars}`,
        text: `Bread of ${stars} stars.`,
        posted_on: '2026-01-31',
        rating_value: stars,
        status: 'approved' as const,
      }));
      await world.api.post('/reviews/add_bulk', { body: { reviews } });
      site = await startFixtureServer(() => ({
        headers: { 'content-type': 'text/html' },
        body: `<!doctype html><title>Seeblick</title>${body}`,
      }));
      page = await world.signIn();
    });
    afterAll(async () => {
      await page.context().close();
      await site.close();
    });

    async function stored(id: number): Promise<Widget> {
      return (await world.api.get('/widgets/get/{id}', { params: { path: { id } } })) as unknown as Widget;
    }

    /** Adds a widget and opens its builder. */
    async function build(type: 'list' | 'grid', settings: object = {}): Promise<Widget> {
      const { id } = await world.api.post('/widgets/add', {
        body: { type, name: `My ${type}`, settings: settings as never },
      });
      await page.goto(`${world.origin}/app/1/widgets/${id}`);
      await preview('.rv').waitFor();
      return stored(id);
    }

    /** Finds a part of the widget in the preview. */
    function preview(selector: string): Locator {
      return page.frameLocator('iframe[title="Preview"]').locator(`rv-widget ${selector}`);
    }

    function reviews(): Locator {
      return preview('article');
    }

    function setting(path: string): Locator {
      return page.locator(`[data-setting="${path}"]`);
    }

    async function openBlock(name: string): Promise<void> {
      await page.getByRole('heading', { name, level: 2, exact: true }).click();
    }

    function previewMarkup(): Promise<string> {
      return page.frameLocator('iframe[title="Preview"]').locator('rv-widget').evaluate(markupOf);
    }

    /** Opens the website with the code of the widget, and returns the page. */
    async function visit({ embed }: Widget): Promise<Page> {
      body = embed.html;
      const visitor = await (await world.context()).newPage();
      await visitor.goto(site.url);
      await visitor.locator('rv-widget .rv').waitFor();
      return visitor;
    }

    async function publish(): Promise<void> {
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Published. The next page view shows it.').waitFor();
    }

    it('shows a change of each kind at once, publishes it, and pages then show what the preview showed', async () => {
      const widget = await build('list');
      await setting('header.title').getByRole('textbox').fill('Our guests');
      await preview('h2').getByText('Our guests').waitFor();
      await setting('header.show_count').getByRole('switch').click();
      await setting('style.radius').getByRole('spinbutton').fill('3');
      await setting('style.star_color').getByRole('textbox', { name: 'Stars', exact: true }).fill('#0a6577');
      await openBlock('Layout');
      await setting('layout.show_search').getByRole('switch').click();
      await preview('input[type="search"]').waitFor();
      await openBlock('Reviews');
      await setting('source.sort').getByRole('combobox').selectOption('lowest');
      await reviews().first().getByText('Bread of 1 stars.').waitFor();
      await page.getByText('6 unsaved changes').waitFor();
      expect((await stored(widget.id)).settings).toEqual(widget.settings);
      await publish();
      expect((await stored(widget.id)).settings).toMatchObject({
        header: { title: 'Our guests', show_count: false },
        style: { radius: 3, star_color: '#0a6577' },
        layout: { show_search: true },
        source: { sort: 'lowest' },
      });
      const visitor = await visit(widget);
      expect(await previewMarkup()).toContain('Bread of 5 stars.');
      expect(await visitor.locator('rv-widget').evaluate(markupOf)).toBe(await previewMarkup());
      await visitor.context().close();
    });

    it('says that it waits for the first view, and turns green when a page shows the widget', async () => {
      const widget = await build('grid');
      await page.getByRole('link', { name: 'Embed' }).click();
      await page.getByRole('status').getByText('Waiting for the first view').waitFor();
      const visitor = await visit(widget);
      await page.getByRole('status').getByText('Seen: this hour').waitFor();
      expect(await page.getByText('It works.').isVisible()).toBe(true);
      await visitor.context().close();
    });

    it('shows what each basis of the rating yields before a person chooses one', async () => {
      const widget = await build('list', { source: { min_rating: 4 } });
      const basis = setting('header.rating_basis');
      // The charts above have added channels, unless this test runs alone.
      const { rating_bases } = await world.api.post('/widgets/preview', { body: { id: widget.id } });
      const yields = rating_bases.map(({ rating, count }) =>
        rating === null
          ? 'The platforms publish no rating. The collected reviews take its place.'
          : `${rating.toFixed(1)} from ${count.toLocaleString('en')} reviews`,
      );
      expect(yields[2]).toBe('4.5 from 2 reviews');
      await basis.locator('.help-text').nth(2).waitFor();
      expect((await basis.locator('.help-text').allInnerTexts()).slice(0, 3)).toEqual(yields);
      await basis.getByRole('radio', { name: 'Approved only' }).check();
      await preview('.overview').getByText('Based on 2 selected reviews').waitFor();
      await publish();
      expect((await stored(widget.id)).settings).toMatchObject({ header: { rating_basis: 'approved' } });
    });

    it('shows sample reviews to those who switch to them, and no visitor', async () => {
      await build('list');
      await page.getByRole('button', { name: 'Sample', exact: true }).click();
      await reviews().getByText('Sample customer A').waitFor();
      expect(await page.getByText('These are sample reviews with one to five stars.').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Your reviews' }).click();
      await reviews()
        .first()
        .getByText(/Bread of/)
        .waitFor();
      expect(await reviews().getByText('Sample customer A').count()).toBe(0);
    });

    itAtLength('resets a block to the defaults', async () => {
      const { id } = await build('list', { header: { title: 'Old title', subtitle: 'Old line' } });
      await preview('h2').getByText('Old title').waitFor();
      await page.getByRole('button', { name: 'Reset “Header”' }).click();
      await preview('h2').getByText('Old title').waitFor({ state: 'detached' });
      await page.getByText('2 unsaved changes').waitFor();
      await publish();
      expect((await stored(id)).settings.header).toMatchObject({ title: '', subtitle: '' });
    });

    it('warns of a colour that is hard to read, and offers one that is not', async () => {
      await build('list', { style: { text_color: '#dddddd' } });
      // Links have the colour of texts by default.
      await page.getByText('2 contrast warnings').waitFor();
      await setting('style.text_color')
        .getByRole('button', { name: /^Use #/ })
        .click();
      await page.getByText(/contrast warning/).waitFor({ state: 'detached' });
      expect(await page.getByText('1 unsaved change').isVisible()).toBe(true);
    });

    itAtLength('copies blocks of settings to another widget, and leaves its other settings', async () => {
      const other = await world.api.post('/widgets/add', {
        body: { type: 'badge', name: 'Footer badge', settings: { header: { title: 'Keep me' } } as never },
      });
      await build('list', { header: { title: 'Not this' }, style: { accent_color: '#0a6577' } });
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Copy settings to other widgets' }).click();
      const dialog = page.getByRole('dialog');
      const boxes = dialog.getByRole('group', { name: 'What to copy' }).getByRole('checkbox');
      for (const box of await boxes.all()) await box.uncheck();
      await dialog.getByRole('checkbox', { name: 'Style' }).check();
      await dialog.getByRole('checkbox', { name: 'Footer badge' }).check();
      await dialog.getByRole('button', { name: 'Copy to 1 widget' }).click();
      const copied = await eventually(
        () => stored(other.id),
        ({ settings }) => settings.style?.accent_color === '#0a6577',
        'the copied colour',
      );
      expect(copied.settings.header).toMatchObject({ title: 'Keep me' });
    });

    itAtLength('says what the widget costs a page', async () => {
      await build('list');
      const weight = page.getByText(/^Script \d+\.\d KB \+ data \d+\.\d KB$/);
      await weight.waitFor();
      expect(await weight.isVisible()).toBe(true);
    });
  });

  describe('what the dashboard sends', () => {
    let page: Page;

    beforeAll(async () => {
      page = await world.signIn(OWNER, await world.context({ userAgent: A_PERSON }));
    });

    describe('to an endpoint', () => {
      let endpoint: FixtureServer;
      let secret: string;

      beforeAll(async () => {
        endpoint = await startFixtureServer(() => ({ body: 'Thanks, got it.' }));
        await page.goto(`${world.origin}/app/1/settings/webhooks`);
      });
      afterAll(() => endpoint.close());

      /** Reads the secret of the open dialog and closes it. */
      async function storedSecret(): Promise<string> {
        const shown = await openDialog(page, 'Store the secret now');
        const text = await shown.getByText(/^whsec_/).innerText();
        await shown.getByLabel('I stored the secret').check();
        await shown.getByRole('button', { name: 'Done' }).click();
        await shown.waitFor({ state: 'detached' });
        return text;
      }

      /** Sends a test and returns the request, once the page shows how the endpoint answered. */
      async function tested(outcome: RegExp): Promise<RecordedRequest> {
        await page.getByRole('button', { name: 'Send test' }).click();
        await page.getByText(outcome).waitFor();
        return endpoint.requests.at(-1) as RecordedRequest;
      }

      it('needs its address and events, and the secret is shown once', async () => {
        await page.getByRole('button', { name: 'Add endpoint' }).first().click();
        const form = await openDialog(page, 'Add an endpoint');
        await form.getByLabel('Address').fill(`${endpoint.url}/hook`);
        await form.getByRole('checkbox', { name: /^review\.created/ }).check();
        await form.getByRole('button', { name: 'Add endpoint' }).click();
        secret = await storedSecret();
        await page.reload();
        await page.getByText(`whsec_…${secret.slice(-4)}`).waitFor();
        expect(await page.content()).not.toContain(secret);
      });

      it('says what the endpoint answered to a signed test', async () => {
        const request = await tested(/^The test arrived: 200 in \d+ ms$/);
        await page.getByText('Thanks, got it.').first().waitFor();
        expect(isSignedWith(secret, request)).toBe(true);
      });

      it('says that the endpoint refused a test', async () => {
        endpoint.handle(() => ({ status: 500, body: 'Out of order.' }));
        await tested(/^The endpoint answered 500 in \d+ ms$/);
        expect(await page.getByText('Out of order.').first().isVisible()).toBe(true);
      });

      it('shows a delivery that failed with its answer, and sends it again', async () => {
        await world.api.post('/channels/add', {
          body: { type: 'website_schema', url: `${world.bakery.url}/new` },
        });
        const log = page.getByRole('table', { name: 'Log of deliveries' });
        const deliveries = log.getByRole('row').filter({ hasNotText: 'test' });
        await deliveries.getByRole('button', { name: '500 details of review.created' }).first().click();
        const answer = log.getByLabel(/^Answer, 500 in \d+ ms$/);
        await answer.waitFor();
        expect(await answer.innerText()).toContain('Out of order.');
        endpoint.handle(() => ({ body: 'Repaired.' }));
        await log.getByRole('button', { name: 'Send again' }).click();
        await said(page, 'Sent again. The result appears in the log.');
        await deliveries.getByRole('button', { name: '200 details of review.created' }).first().waitFor();
        expect(endpoint.requests.at(-1)?.json()).toMatchObject({ event: 'review.created' });
      });

      itAtLength('signs with a new secret alone once the secret was replaced at once', async () => {
        await page.getByRole('button', { name: 'Replace secret' }).click();
        const form = await openDialog(page, 'Replace the secret?');
        await form.getByLabel('How long both secrets sign').selectOption({ label: 'Not at all' });
        await form.getByRole('button', { name: 'Replace secret' }).click();
        const replaced = await storedSecret();
        expect(replaced).not.toBe(secret);
        const request = await tested(/^The test arrived: 200 in \d+ ms$/);
        expect([isSignedWith(replaced, request), isSignedWith(secret, request)]).toEqual([true, false]);
      });
    });

    describe('to an invited person', () => {
      let sentBefore: number;
      const reported = async (): Promise<Schema<'InvitationsReport'>['totals']> =>
        ((await world.api.get('/reports/invitations')) as Schema<'InvitationsReport'>).totals;
      const entry = (text: string | RegExp): Locator => page.getByRole('listitem').filter({ hasText: text });

      it('is a message and three reminders, as the profile says', async () => {
        sentBefore = (await reported()).sent;
        await page.goto(`${world.origin}/app/1/invitations`);
        await page.getByRole('link', { name: /^Profiles/ }).click();
        await page.getByRole('button', { name: 'New profile' }).click();
        const form = await openDialog(page, 'New profile');
        await form.getByLabel('Name').fill('After a visit');
        await form.getByRole('button', { name: 'Add profile' }).click();
        await page.getByLabel('Wait before it is sent').fill('0');
        for (const name of ['Add a reminder', 'Add the second reminder', 'Add the third and last reminder'])
          await page.getByRole('button', { name }).click();
        await page.getByLabel('Send only in this window').uncheck();
        await page.getByLabel('Offer a review form of your own').check();
        await page.getByRole('button', { name: 'Save profile' }).click();
        await said(page, 'Profile saved.');
        const { settings } = await world.api.get('/invite/settings/list');
        expect(settings.map(({ name, followups }) => [name, followups])).toContainEqual(['After a visit', 3]);
      });

      it('is planned, and the timeline says that the mail was kept, because there is no mail server', async () => {
        await page.getByRole('link', { name: 'Profiles' }).click();
        await page.getByRole('link', { name: /^Requests/ }).click();
        await page.getByRole('button', { name: 'Invite someone' }).first().click();
        const form = await openDialog(page, 'Invite someone');
        await form.getByLabel('Email address').fill(LENA.email);
        await form.getByLabel('Name', { exact: true }).fill(LENA.name);
        await form.getByLabel('Profile', { exact: true }).selectOption('After a visit');
        await form.getByRole('button', { name: 'Invite 1 person' }).click();
        await page.getByRole('link', { name: LENA.name }).last().click();
        await entry('Kept here, not sent').getByText('so the email reached nobody').waitFor();
        expect(await entry(/^Reminder \d · Planned/).count()).toBe(3);
        expect(await entry('The mail server accepted it').count()).toBe(0);
      });

      it('is kept and not sent in the list, the funnel, the report and the checks of the profile', async () => {
        const timeline = page.url();
        const row = page.getByRole('row').filter({ hasText: LENA.name }).filter({ hasText: 'First message' });
        await row.getByText('Kept here, not sent').waitFor();
        expect(await row.getByText('Sent', { exact: true }).count()).toBe(0);
        await page.getByRole('status').filter({ hasText: 'this server has no mail server' }).waitFor();
        const kept = await reported();
        expect(kept).toMatchObject({ sent: sentBefore, kept: 1 });
        const { items } = await world.api.get('/invite/requests/get');
        expect(items.find(({ step }) => step === 0)).toMatchObject({ status: 'sent', delivery: 'kept' });
        await page.goto(`${world.origin}/app/1/reports?tab=invitations`);
        await panelOf(page, 'By profile').getByText('Kept here, not sent').first().waitFor();
        const profile = (await world.api.get('/invite/settings/list')).settings.find(
          ({ name }) => name === 'After a visit',
        );
        await page.goto(`${world.origin}/app/1/invitations/profiles/${profile!.id}?step=2`);
        await page.getByText('Would you like to share your experience with').last().waitFor();
        await settled(page);
        const checks = page.getByRole('list', { name: 'Checks' });
        await checks.getByText('Emails are kept here, not sent').waitFor();
        expect(await checks.getByText('can send emails').count()).toBe(0);
        const shown = page.getByRole('region', { name: 'Preview, Reminder 2' }).getByRole('definition');
        expect(await shown.allInnerTexts()).toContainEqual(expect.stringMatching(/experience with (?!\{\{)/));
        await page.goto(timeline);
      });

      it('leads the person from the mail to the form, where the person writes a review', async () => {
        const timeline = page.url();
        await page.getByRole('link', { name: 'Open the mailbox' }).click();
        await page.getByRole('button', { name: LENA.email }).click();
        const opened = page.waitForEvent('popup');
        await page.frameLocator('article iframe').getByRole('link').first().click();
        const landing = await opened;
        await landing.getByRole('radio', { name: '5 out of 5 stars' }).check({ force: true });
        await landing.getByRole('textbox', { name: 'Your review' }).fill('Warm rolls at seven.');
        await landing.getByRole('checkbox').check();
        await landing.getByRole('button', { name: 'Send review' }).click();
        await landing.getByRole('heading', { name: 'Thank you for your review' }).waitFor();
        expect(new URL(landing.url()).pathname).toMatch(/^\/i\//);
        await landing.close();
        await page.goto(timeline);
      });

      // A click alone is judged two minutes later, because mail gateways open every link. A review counts at once.
      it('ends with the review, which the timeline shows', async () => {
        await entry(/^Reminder 3 · Cancelled/).waitFor();
        expect(await entry(/^Reviewed/).count()).toBe(1);
        expect(await entry(/^Reminder \d · Cancelled/).count()).toBe(3);
        expect(await entry(/^Reminder \d · Planned/).count()).toBe(0);
        const { items } = await world.api.get('/invite/requests/get');
        expect(items.map(({ step, status }) => `${step} ${status}`).sort()).toEqual([
          '0 reviewed',
          '1 cancelled',
          '2 cancelled',
          '3 cancelled',
        ]);
      });
    });
  });
});

/** Returns true if one of the signatures of a delivery was made with the secret. */
function isSignedWith(secret: string, { headers, text }: RecordedRequest): boolean {
  const parts = String(headers['x-service-signature'])
    .split(',')
    .map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value === expected);
}
