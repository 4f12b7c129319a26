import { WIDGET_TYPES } from '../settings/widget-types';
import { keyOfPage, richOembed } from './oembed';

const PUBLIC_URL = 'https://r.example';

describe('keyOfPage', () => {
  it.each([
    ['https://r.example/w/w_8fJ2', 'w_8fJ2'],
    ['http://r.example/w/w_8fJ2/?utm_source=x#top', 'w_8fJ2'],
    ['https://pages.example/w/w_8fJ2', 'w_8fJ2'],
    ['https://r.example/w/w_8fJ2/more', null],
    ['https://r.example/embed/v1/widgets/w_8fJ2.html', null],
    ['https://other.example/w/w_8fJ2', null],
    ['https://r.example.evil/w/w_8fJ2', null],
    ['https://r.example:8443/w/w_8fJ2', null],
    ['ftp://r.example/w/w_8fJ2', null],
    ['w_8fJ2', null],
    ['', null],
  ])('finds in %j the key %j', (address, key) => {
    expect(keyOfPage(address, ['https://pages.example', PUBLIC_URL])).toBe(key);
  });
});

describe('richOembed', () => {
  const input = {
    key: 'w_8fJ2',
    language: 'de',
    title: 'Bewertungen von "A" & B',
    publicUrl: PUBLIC_URL,
    maxWidth: Infinity,
    maxHeight: Infinity,
    heightAt: (width: number) => (width < 500 ? 900 : 600),
  };

  it.each(WIDGET_TYPES)('gives a frame for a %s that is within the limits', (type) => {
    const free = richOembed({ ...input, type });
    expect(free.width).toBeGreaterThanOrEqual(300);
    expect(free.height).toBeGreaterThanOrEqual(60);
    const bounded = richOembed({ ...input, type, maxWidth: 200, maxHeight: 90 });
    expect([bounded.width <= 200, bounded.height <= 90]).toEqual([true, true]);
    expect(bounded.html).toContain(`width="${bounded.width}" height="${bounded.height}"`);
  });

  it('gives the frame the height of its width, and on narrow screens that of what is left of them', () => {
    const { width, height, html } = richOembed({ ...input, type: 'list' });
    expect([width, height]).toEqual([640, 600]);
    const [, css] = /;height:([^"]+)"/.exec(html) ?? [];
    expect(css).toBe('calc(600px + 300*clamp(0px,544px - 100vw,1px))');
  });

  it('gives a frame of photos the height that it has in a page without margins', () => {
    const { html } = richOembed({ ...input, type: 'media', heightAt: (width) => width });
    expect(html).toContain('calc(640px - 1*clamp(0px,640px - 100vw,352px))');
  });

  it('escapes the title in its HTML only', () => {
    expect(richOembed({ ...input, type: 'list' })).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Bewertungen von "A" & B',
      html: expect.stringContaining(
        '<iframe src="https://r.example/embed/v1/widgets/w_8fJ2.html?lang=de" title="Bewertungen von &quot;A&quot; &amp; B"',
      ),
      thumbnail_url: 'https://r.example/embed/v1/widgets/w_8fJ2.png?lang=de',
      thumbnail_width: 480,
      thumbnail_height: 144,
    });
  });
});
