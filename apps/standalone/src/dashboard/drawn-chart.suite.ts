import type { Locator, Page } from 'playwright-core';

/** A line of the grid and what is written beside it. */
interface Tick {
  y: number;
  value: number;
}

interface Shape {
  kind: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the browser drew, in px of the drawing. */
interface Drawing {
  left: number;
  right: number;
  ticks: Tick[];
  shapes: Shape[];
  points: { kind: string; x: number; y: number }[];
}

/** The values that a chart of months or days shows, read from its drawing. */
export interface DrawnChart {
  /** Of the line and of the dashed one. Null where nothing is drawn. */
  line: (number | null)[];
  compared: (number | null)[];
  /** Which slots have a band that says that there is no data. */
  bands: boolean[];
  /** The heights of the blocks of each column by colour, and those of the ticks of the time before. */
  columns: Record<string, number>[];
  before: (number | null)[];
  /** The heights of the bars below the line, as shares of the highest. */
  volume: number[];
  /** How exact a value can be read, in its unit. */
  precision: number;
}

/** A tenth of a px is what is drawn. A pixel lies between the blocks of a column. */
const EXACT_PX = 0.11;
const GAP = 1;

/** Runs in the page, with the drawing of a chart. */
const READ = `(svg) => {
  const of = (element, name) => Number(element.getAttribute(name));
  const numbers = (path) => (path.getAttribute('d').match(/-?[\\d.]+/g) ?? []).map(Number);
  const grid = [...svg.querySelectorAll('.grid')];
  const [left, , right] = numbers(grid[0]);
  const ticks = grid.map((line) => ({
    y: numbers(line)[1],
    value: Number(line.parentElement.querySelector('text').textContent.replaceAll(',', '')),
  }));
  const points = [...svg.querySelectorAll('.line, .estimated, .compare')].flatMap((path) => {
    const all = numbers(path);
    const kind = path.classList.contains('compare') ? 'compared' : 'line';
    return Array.from({ length: all.length / 2 }, (_, at) => ({ kind, x: all[at * 2], y: all[at * 2 + 1] }));
  });
  for (const dot of svg.querySelectorAll('.dot, .compare-dot'))
    points.push({ kind: dot.classList.contains('dot') ? 'line' : 'compared', x: of(dot, 'cx'), y: of(dot, 'cy') });
  for (const tick of svg.querySelectorAll('.tick')) {
    const [x, y, width] = numbers(tick);
    points.push({ kind: 'before', x: x + width / 2, y });
  }
  const shapes = [...svg.querySelectorAll('rect')].map((rect) => ({
    kind: rect.getAttribute('class').split(' ')[0],
    x: of(rect, 'x'), y: of(rect, 'y'), width: of(rect, 'width'), height: of(rect, 'height'),
  }));
  return { left, right, ticks, points, shapes };
}`;

/** Returns the panel of a chart. */
export function panelOf(page: Page, title: string): Locator {
  return page.locator('.chart-panel', { has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Reads the values of a line or of columns with `count` slots. */
export async function drawnChart(panel: Locator, count: number): Promise<DrawnChart> {
  const svg = panel.locator('.plot svg');
  await svg.waitFor();
  const label = JSON.stringify(await svg.getAttribute('aria-label'));
  const found = `[...document.querySelectorAll('.plot svg')].find((svg) => svg.getAttribute('aria-label') === ${label})`;
  const drawing = await panel.page().evaluate<Drawing>(`(${READ})(${found})`);
  const { left, right, ticks, points, shapes } = drawing;
  const slotOf = (x: number): number => Math.floor(((x - left) / (right - left)) * count);
  const valueOf = scaleOf(ticks);
  const slots = Array.from({ length: count }, (_, at) => at);
  const valueIn = (kind: string) => (at: number) => {
    const point = points.find((one) => one.kind === kind && slotOf(one.x) === at);
    return point ? valueOf(point.y) : null;
  };
  const bars = shapes.filter(({ kind }) => kind === 'volume').map(({ height }) => height);
  return {
    line: slots.map(valueIn('line')),
    compared: slots.map(valueIn('compared')),
    before: slots.map(valueIn('before')),
    bands: slots.map((at) =>
      shapes.some(
        ({ kind, x, width }) => kind === 'gap' && slotOf(x + 1) <= at && at <= slotOf(x + width - 1),
      ),
    ),
    columns: slots.map((at) =>
      columnOf(
        shapes.filter(({ x, width }) => slotOf(x + width / 2) === at),
        valueOf,
      ),
    ),
    volume: bars.map((height) => height / Math.max(...bars, 1)),
    precision: Math.abs(valueOf(EXACT_PX) - valueOf(0)),
  };
}

function scaleOf(ticks: readonly Tick[]): (y: number) => number {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return (y) => low.value + ((y - low.y) / (high.y - low.y)) * (high.value - low.value);
}

/** Returns the values of the blocks of a column by their colour, such as `f1`. */
function columnOf(shapes: readonly Shape[], valueOf: (y: number) => number): Record<string, number> {
  return Object.fromEntries(
    shapes.map(({ kind, y, height }) => [kind, valueOf(y) - valueOf(y + height + GAP)]),
  );
}

/** Moves the cursor of a chart through all slots with the arrow key, and returns what is announced at each. */
export async function announced(panel: Locator, count: number): Promise<string[]> {
  const plot = panel.locator('.plot');
  const status = panel.getByRole('status');
  const texts: string[] = [];
  await plot.focus();
  for (let at = 0; at < count; at += 1) {
    await plot.press(at === 0 ? 'Home' : 'ArrowRight');
    texts.push((await status.textContent()) ?? '');
  }
  return texts;
}

/** Shows the table of a chart and returns its rows. */
export async function tableRows(panel: Locator): Promise<string[][]> {
  const show = panel.getByRole('button', { name: /^Show as table/ });
  if (await show.isVisible()) await show.click();
  const rows = panel.locator('.data-table tbody tr');
  await rows.first().waitFor();
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allTextContents()));
}

/** Returns the widths of the bars of a table as shares, and where their ticks are. */
export async function drawnBars(panel: Locator): Promise<{ share: number; before: number | null }[]> {
  await panel.locator('.bar-table').waitFor();
  const cells = await panel.locator('.bar-table .bar').all();
  return Promise.all(
    cells.map(async (cell) => {
      const [whole, fill] = await Promise.all([cell.boundingBox(), cell.locator('.bar-fill').boundingBox()]);
      const tick = cell.locator('.bar-tick');
      const at = (await tick.count()) > 0 ? await tick.boundingBox() : null;
      return { share: fill!.width / whole!.width, before: at && (at.x - whole!.x) / whole!.width };
    }),
  );
}

/** Returns true if an image has a point of exactly this colour. */
export function hasColour(page: Page, png: Buffer, colour: string): Promise<boolean> {
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const wanted = Number.parseInt('${colour.slice(1)}', 16);
    for (let at = 0; at < data.length; at += 4)
      if (((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]) === wanted) return true;
    return false;
  })()`);
}
