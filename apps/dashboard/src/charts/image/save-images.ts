import { download } from '../download';
import { painted } from './paint';

/** Saves an image of every chart on the page, with its title and legend. Returns how many there are. Saves nothing if one fails. */
export async function saveImages(): Promise<number> {
  const images = await Promise.all(shownPanels().map(imageOf));
  for (const { name, file } of images) download(file, `${name}.png`);
  return images.length;
}

/** Returns the panels that show their chart and not their table. */
function shownPanels(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.chart-panel')].filter((panel) =>
    [...panel.querySelectorAll('.chart[role="img"], .bar-table')].some(
      (chart) => chart.getClientRects().length > 0,
    ),
  );
}

async function imageOf(panel: HTMLElement): Promise<{ name: string; file: Blob }> {
  const file = await new Promise<Blob | null>((resolve) => painted(panel).toBlob(resolve, 'image/png'));
  if (!file) throw new Error('the browser made no image');
  return { name: panel.querySelector('h2')?.textContent ?? 'chart', file };
}
