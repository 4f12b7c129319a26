import { atLength, describeInBrowser, eventually } from '@plaudit/testing';
import type { CDPSession } from 'playwright-core';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { ElementWorld } from './element-world.suite';

/** After these the browser has made what it makes once, such as the style sheet that all widgets share. */
const FIRST_MOUNTS = 4;
const MORE_MOUNTS = atLength({ short: 12, long: 20 }) - FIRST_MOUNTS;
/** What grows does so with each mount. A sample is taken again while the browser still collects. */
const SETTLING = { timeoutMs: 3_000, intervalMs: 100 };
/** The sample has a timer of each kind and the observers of a packed list. */
const TYPES = atLength<readonly WidgetType[]>({
  short: ['popup', 'carousel', 'masonry'],
  long: WIDGET_TYPES,
});

/** Runs in the page before the widgets. Counts the timers that wait, and mounts and removes a widget. */
const SUPERVISOR = `
  const waiting = new Set();
  const { setTimeout: later, setInterval: often, clearTimeout: forget, requestAnimationFrame: frame } = window;
  const { cancelAnimationFrame: skip } = window;
  window.setTimeout = (run, ms, ...rest) => {
    const id = later(() => { waiting.delete(id); run(...rest); }, ms);
    waiting.add(id);
    return id;
  };
  window.setInterval = (...all) => {
    const id = often(...all);
    waiting.add(id);
    return id;
  };
  window.clearTimeout = window.clearInterval = (id) => { waiting.delete(id); forget(id); };
  window.requestAnimationFrame = (run) => {
    const id = frame((now) => { waiting.delete('frame ' + id); run(now); });
    waiting.add('frame ' + id);
    return id;
  };
  window.cancelAnimationFrame = (id) => { waiting.delete('frame ' + id); skip(id); };
  window.timers = () => waiting.size;
  window.mountAndRemove = async (key, times) => {
    for (let at = 0; at < times; at += 1) {
      const widget = document.createElement('rv-widget');
      widget.setAttribute('key', key);
      widget.setAttribute('eager', '');
      const ready = new Promise((resolve) => widget.addEventListener('rv-ready', resolve, { once: true }));
      document.querySelector('main').append(widget);
      await ready;
      await new Promise((resolve) => frame(() => later(resolve)));
      widget.remove();
    }
  };
`;

interface Kept {
  nodes: number;
  listeners: number;
  timers: number;
}

describeInBrowser('rv-widget that is removed from its page', () => {
  let element: ElementWorld;
  let devtools: CDPSession;

  beforeAll(async () => {
    element = await ElementWorld.start();
    await element.open({});
    await element.page.addInitScript({ content: SUPERVISOR });
    const widget = await element.widget();
    await element.show(widget.embed.html);
    await element.cards().first().waitFor();
    devtools = await element.context.newCDPSession(element.page);
    await devtools.send('Performance.enable');
  }, 180_000);
  afterAll(() => element?.close());

  function mountAndRemove(key: string, times: number): Promise<void> {
    return element.page.evaluate(`mountAndRemove(${JSON.stringify(key)}, ${times})`);
  }

  async function kept(): Promise<Kept> {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const valueOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    const timers = await element.page.evaluate<number>('timers()');
    return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners'), timers };
  }

  /** Mounts and removes a widget of this type many times. Throws if what it leaves behind grows with each time. */
  async function expectNothingToGrow(type: WidgetType): Promise<void> {
    const layout = type === 'popup' ? { delay_ms: 0, hide_on_mobile: false } : {};
    const source = { require_avatar: false, require_media: false, require_text: false, limit: 6 };
    const { key } = await element.widget({ source, layout, behavior: { autoplay: true } }, type);
    await mountAndRemove(key, FIRST_MOUNTS);
    const before = await kept();
    await mountAndRemove(key, MORE_MOUNTS);
    const growth = async (): Promise<Kept> => {
      const { nodes, listeners, timers } = await kept();
      return {
        nodes: nodes - before.nodes,
        listeners: listeners - before.listeners,
        timers: timers - before.timers,
      };
    };
    const grown = await eventually(
      growth,
      (now) => Math.max(...Object.values(now)) < MORE_MOUNTS,
      `${type} to leave nothing behind`,
      SETTLING,
    );
    expect(Math.max(...Object.values(grown))).toBeLessThan(MORE_MOUNTS);
  }

  it.each(TYPES)('leaves no node, listener or timer behind: %s', (type) => expectNothingToGrow(type));
});
