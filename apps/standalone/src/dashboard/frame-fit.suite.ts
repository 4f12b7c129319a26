import type { Page } from 'playwright-core';
import { NEXT_FRAME, settled } from './dashboard-world.suite';

/** The languages of the dashboard, by the names that its menu has. */
export const LANGUAGE_NAMES = {
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  en: 'English',
} as const;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as (keyof typeof LANGUAGE_NAMES)[];

const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 720 };

/** What is read at a glance, and so stays on one line: entries of the navigation, titles, tabs, buttons, chips and headings. */
const ONE_LINE = [
  '.nav li a',
  '.jump-to',
  '.bottom-bar :is(a, button)',
  '.top .title',
  '.tabs > *',
  '.btn',
  '.segments > *',
  '.chip',
  '.badge',
  '.status',
  'thead th',
].join();
/** Bars, and parts with the focus, that a person moves sideways. */
const SCROLLS_SIDEWAYS = '.tools, .tabs, .channel-tabs, .bulk-bar, [tabindex="0"], pre';
/** Bars whose parts stand side by side. */
const BARS = '.nav, .mobile-bar, .bottom-bar, .top, .tools, footer, .segments, .tabs, .detail-actions';

/** Lists what does not fit in the page. Runs in the page. */
const MISFITS = `(() => {
  const found = new Set();
  const controls = 'a, button, input, select, textarea, h1, h2, h3, label, th, .inbox-hints > span';
  /** A number above the corner of an icon. */
  const corner = '.with-badge .badge';
  const visible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return width > 2 && height > 2 && isSeen && !element.closest('.sr-only');
  };
  const note = (fault, element) => {
    const text = element.innerText || element.getAttribute('aria-label') || element.value || '';
    const place = element.closest('[class]')?.getAttribute('class');
    found.add(fault + ': "' + text.replaceAll(/\\s+/g, ' ').trim() + '" in ' + element.localName + ' of ' + place);
  };
  const linesOf = (element) => {
    const lines = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !visible(parent) || parent.closest(corner) !== element.closest(corner)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { top, bottom, width } of range.getClientRects())
        if (width > 1 && !lines.some((line) => top < line.bottom - 2 && bottom > line.top + 2)) lines.push({ top, bottom });
    }
    return lines.length;
  };
  const isCut = (element) => {
    const { left, right } = element.getBoundingClientRect();
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflowX !== 'visible') {
        if (parent.matches('${SCROLLS_SIDEWAYS}')) return false;
        const box = parent.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1) return true;
      }
      // What is around does not cut the top layer.
      if (parent.matches(':popover-open, dialog:modal')) break;
    }
    return left < -1 || right > innerWidth + 1;
  };
  const overflows = (element) => {
    const { display } = getComputedStyle(element);
    if (display === 'inline' || element.localName === 'svg' || element.matches('.with-badge')) return false;
    return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
  };
  for (const element of document.querySelectorAll(controls)) if (visible(element) && isCut(element)) note('cut off', element);
  for (const element of document.querySelectorAll('${ONE_LINE}')) {
    if (!visible(element)) continue;
    if (linesOf(element) > 1) note('wraps', element);
    for (const one of [element, ...element.querySelectorAll('*')]) if (visible(one) && overflows(one)) note('overflows', one);
  }
  for (const item of document.querySelectorAll('.menu-item'))
    if (visible(item) && (overflows(item) || item.scrollHeight > item.clientHeight + 1)) note('overflows', item);
  for (const bar of document.querySelectorAll('${BARS}')) {
    const isPart = (one) => visible(one) && getComputedStyle(one).position !== 'absolute' && one.closest('[popover]') === bar.closest('[popover]');
    const parts = [...bar.querySelectorAll('a, button, input, select, h1')].filter(isPart);
    for (const [at, one] of parts.entries())
      for (const other of parts.slice(at + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const isAbove = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        if (isAbove && !one.contains(other)) note('overlaps', one);
      }
  }
  return [...found];
})()`;

/** Returns what is cut off, wraps, overflows or overlaps in the frame of a page. */
export async function misfitsOf(page: Page): Promise<string[]> {
  await page.evaluate(NEXT_FRAME);
  return page.evaluate(MISFITS);
}

/** Opens each screen of the navigation and returns what does not fit on a desk and on a phone. */
export async function misfitsOnScreens(page: Page): Promise<string[]> {
  const misfits: string[] = [];
  for (const link of await page.locator('.nav li a').all()) {
    const name = await link.innerText();
    await link.click();
    await settled(page);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      misfits.push(...(await misfitsOf(page)).map((one) => `${name}, ${size.width} px: ${one}`));
    }
  }
  return misfits;
}
