import { changeSettings, readSettings } from '../settings/change-settings';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { heightCss, reservedStyle } from './reserved-style';
import { typicalContent } from './typical-content';
import { heightOf } from './widget-height';

/** Returns what a browser computes from the value for a place of this width. */
function computed(css: string, width: number): number {
  const [, first] = /^(?:calc\()?([\d.]+)px/.exec(css) ?? [];
  const ramps = [...css.matchAll(/([+-]) ([\d.]+)\*clamp\(0px,(\d+)px - 100[%vw]+,(\d+)px\)/g)];
  return ramps.reduce((sum, [, sign, factor, end, run]) => {
    const ramp = Math.min(Number(run), Math.max(0, Number(end) - width));
    return sum + Number(`${sign}${factor}`) * ramp;
  }, Number(first));
}

function heightsOf(type: WidgetType): (width: number) => number {
  const settings = readSettings(type, {});
  return heightOf(type, settings, typicalContent(settings));
}

describe('heightCss', () => {
  it('is a number of pixels if the width does not matter', () => {
    expect(heightCss(() => 72, '100%')).toBe('72px');
  });

  it('falls where columns are added, and stays the same beyond the last width', () => {
    const css = heightCss((width) => (width < 560 ? 900 : 500), '100vw');
    expect(css).toBe('calc(500px + 400*clamp(0px,560px - 100vw,1px))');
    expect([100, 559, 560, 3000].map((width) => computed(css, width))).toEqual([900, 900, 500, 500]);
  });

  it('rises with squares that grow', () => {
    const css = heightCss((width) => width / 2, '100%');
    expect(computed(css, 400)).toBeCloseTo(200, 0);
    expect(computed(css, 1200)).toBeCloseTo(600, 0);
  });

  it('comes to an end for heights that jump to 0 and back', () => {
    expect(heightCss((width) => (width % 16 === 0 ? 0 : 500), '100%')).toMatch(/^(calc|\d)/);
  });

  it.each(WIDGET_TYPES)('has at most eleven ramps for a %s, and is seldom lower than its height', (type) => {
    const heightAt = heightsOf(type);
    const css = heightCss(heightAt, '100%');
    expect(css.match(/clamp/g)?.length ?? 0).toBeLessThanOrEqual(11);
    const widths = Array.from({ length: 329 }, (_, at) => 288 + 4 * at);
    const tooLow = widths.filter((width) => computed(css, width) < heightAt(width) * 0.97 - 3);
    // Between the points, which are 16 px apart, the height is that of the higher one.
    const points = widths.filter((width) => width % 16 === 0);
    const tooHigh = points.filter((width) => computed(css, width) > heightAt(width) * 1.16 + 8);
    expect([tooLow, tooHigh]).toEqual([[], []]);
  });
});

describe('reservedStyle', () => {
  const style = (type: WidgetType, patch: object = {}): string => {
    const { settings } = changeSettings(type, {}, patch);
    return reservedStyle(type, settings, typicalContent(settings));
  };

  it('reserves nothing for types that float above the page', () => {
    expect([style('floating'), style('popup')]).toEqual(['', '']);
  });

  it('is lower for a list without an overview and filters, and for a smaller font', () => {
    const heightOfList = (patch: object): number =>
      computed(style('list', patch).split('bottom:')[1] as string, 800);
    const plain = { layout: { show_distribution: false, show_sort: false, show_rating_filter: false } };
    expect(heightOfList({ ...plain, header: { show: false } })).toBeLessThan(heightOfList({}) - 100);
    expect(heightOfList({ style: { font_size: 14 } })).toBeLessThan(heightOfList({}));
  });

  it('is that of the greatest width of the settings on wider places', () => {
    const narrow = style('grid', { style: { max_width: 360 } }).split('bottom:')[1] as string;
    expect(computed(narrow, 1200)).toBeCloseTo(heightsOf('grid')(360), -2);
  });
});
