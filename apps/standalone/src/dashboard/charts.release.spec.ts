import { readFile } from 'node:fs/promises';
import { describeInBrowser } from '@plaudit/testing';
import type { Page } from 'playwright-core';
import { dayName, exact, expectDrawn, monthName, monthOf, rating } from './chart-expectations.suite';
import { type ChartChannels, firstReportDay, historyOf, plantCharts, reportOf } from './charts-account.suite';
import { DashboardWorld, settled } from './dashboard-world.suite';
import { announced, drawnBars, drawnChart, hasColour, panelOf, tableRows } from './drawn-chart.suite';

jest.setTimeout(240_000);

const MONTHS = 12;
const COMPARE = { compare: 'previous' } as const;
const STARS = ['5', '4', '3', '2', '1'] as const;

describeInBrowser('the charts of the dashboard', () => {
  let world: DashboardWorld;
  let page: Page;
  let base: string;
  let channels: ChartChannels;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    channels = await plantCharts(world);
    page = await world.signIn();
    base = page.url();
    await page.getByRole('button', { name: 'Hide checklist' }).click();
  });

  afterAll(() => world.close());

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

  it('stack the new reviews of each source, the largest at the bottom and the smallest as one', async () => {
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
  });

  it('draw the shares of the stars, and a tick where they were before', async () => {
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

  it('draw the funnel of the invitations, and the share of each message', async () => {
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

  it('draw the months of the overview, with the reviews below them', async () => {
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

  it.each([30, 90])('draw the last %s days of the overview, and announce them', async (count) => {
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
  });

  it('draw the history of a channel, dotted where it is estimated', async () => {
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

  it('are saved as images, each with its title and all that it shows', async () => {
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

  it('are in the language that the user chose, also in another browser', async () => {
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
