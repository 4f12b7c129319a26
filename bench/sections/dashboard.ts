import type { Page } from 'playwright-core';
import { type DashboardWorld, startDashboard } from '../harness/dashboard-world';
import { calm, INBOX_INTERACTIONS, nextPaint } from '../harness/inbox-interactions';
import { sized } from '../harness/sizes';
import { median, percentile } from '../harness/statistics';
import { count, type Row, type SectionOptions } from '../harness/table';

const REVIEWS = sized(10_000, 500);
/** How much slower the processor seems to the page: about a phone of the middle class. */
const SLOWER = 4;
const PAGES = sized(20, 3);
/** Shorter events are not reported by the browser. They count as this, in ms. */
const SHORTEST_MS = 16;

/** Runs in each page before its own scripts. */
const NOTE_TAKER = `
  const notes = { events: [], rowAt: null };
  globalThis.notes = notes;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) notes.events.push(duration);
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS} });
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main .review-row')) return;
    notes.rowAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;
const LOADED_BYTES = `(() => {
  const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < notes.rowAt);
  const bytes = (end) => files.filter(({ name }) => name.endsWith(end))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { scripts: bytes('.js'), styles: bytes('.css'), rowAt: notes.rowAt };
})()`;
const TAKE_EVENTS = 'notes.events.splice(0)';
const NODES = `document.querySelectorAll('*').length`;
const TO_LAST_ROW = `document.querySelector('.review-scroller').scrollTo(0, 1e9)`;

interface FirstLoad {
  scripts: number;
  styles: number;
  /** When the first review was on the page, in ms. */
  rowAt: number;
}

/** Measures the inbox with 10,000 reviews in a browser on a processor that is four times slower. */
export async function dashboard({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const world = await startDashboard(REVIEWS, cleanup);
  await world.context.addInitScript({ content: NOTE_TAKER });
  const loads: FirstLoad[] = [];
  const durations = new Map<string, number[]>(Object.keys(INBOX_INTERACTIONS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const page = await openSlowly(world);
    loads.push(await page.evaluate<FirstLoad>(LOADED_BYTES));
    for (const [name, run] of Object.entries(INBOX_INTERACTIONS))
      durations.get(name)?.push(await longestEvent(page, run));
    await page.close();
  }
  const { scripts, styles } = loads.at(-1) as FirstLoad;
  const all = [...durations.values()].flat();
  return [
    {
      measured: 'scripts until the first review, compressed',
      plaudit: `${count(scripts)} B`,
      aim: '<= 133,120 B',
    },
    {
      measured: 'styles until the first review, compressed',
      plaudit: `${count(styles)} B`,
      aim: '<= 15,360 B',
    },
    { measured: 'time to the first review', plaudit: milliseconds(median(loads.map(({ rowAt }) => rowAt))) },
    ...[...durations].map(([name, values]) => responseTime(name, values)),
    { ...responseTime('all of these', all), aim: '<= 200 ms' },
    ...(await nodesAndMemory(world)),
  ];
}

async function openSlowly({ context, inboxUrl }: DashboardWorld): Promise<Page> {
  const page = await context.newPage();
  // A page behind another one draws no frames.
  await page.bringToFront();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(inboxUrl);
  await page.getByRole('button', { name: 'Approve' }).first().waitFor();
  await calm(page);
  return page;
}

/** Returns how long the page took from the input until it had drawn the next frame, in ms. */
async function longestEvent(page: Page, run: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(TAKE_EVENTS);
  await run(page);
  await nextPaint(page);
  await calm(page);
  return Math.max(SHORTEST_MS, ...(await page.evaluate<number[]>(TAKE_EVENTS)));
}

function responseTime(what: string, values: readonly number[]): Row {
  return {
    measured: `input to next paint, p75 / longest of ${values.length}: ${what}`,
    plaudit: `${milliseconds(percentile(values, 0.75))} / ${milliseconds(Math.max(...values))}`,
  };
}

/** Loads 20 pages of the list by scrolling. */
async function nodesAndMemory(world: DashboardWorld): Promise<Row[]> {
  const page = await openSlowly(world);
  const session = await world.context.newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
  };
  const before = await heap();
  let most = 0;
  for (let loaded = 1; loaded < PAGES; loaded += 1) {
    const next = page.waitForResponse((response) => response.url().includes('/reviews/get?'));
    await page.evaluate(TO_LAST_ROW);
    await next;
    await calm(page);
    most = Math.max(most, await page.evaluate<number>(NODES));
  }
  const after = await heap();
  await page.close();
  return [
    {
      measured: `most elements on the page while ${PAGES} pages load`,
      plaudit: count(most),
      aim: '<= 1,500',
    },
    {
      measured: `memory of the page, with 1 page of the list; with ${PAGES}`,
      plaudit: `${before.toFixed(1)} MB; ${after.toFixed(1)} MB`,
    },
  ];
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}
