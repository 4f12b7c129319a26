import { hostOf, reservedHeight, SNIPPETS, snippetParts } from './snippets';

const WIDGET = {
  key: 'w_8fJ2kQ0vT3nYb5Lx',
  preview_url: 'https://pages.example.com/w/w_8fJ2kQ0vT3nYb5Lx',
  embed: {
    html: '<div data-rv-widget="w_8fJ2kQ0vT3nYb5Lx"><div style="height:0;padding-bottom:calc(520px + 2*clamp(0px,560px - 100%,1px))"></div></div><script async src="https://reviews.example.com/embed/v1/w.js"></script>',
    advanced: {
      head: '<script src="rv.js"></script>',
      element: '<rv-widget key="w_8fJ2kQ0vT3nYb5Lx"></rv-widget>',
    },
    shortcode: '[rv_widget key="w_8fJ2kQ0vT3nYb5Lx"]',
  },
};

describe('snippetParts', () => {
  it.each(SNIPPETS)('names the widget in the %s snippet', (kind) => {
    expect(snippetParts(WIDGET, kind).join('\n')).toContain(WIDGET.key);
  });

  it('gives the iframe the height that the widget reserves', () => {
    expect(snippetParts(WIDGET, 'iframe')[0]).toContain(
      'height:calc(520px + 2*clamp(0px,560px - 100vw,1px));',
    );
    const floating = { ...WIDGET, embed: { ...WIDGET.embed, html: '<div></div>' } };
    expect(snippetParts(floating, 'iframe')[0]).toContain('height:1200px');
  });

  it('passes on what the service wrote', () => {
    expect(snippetParts(WIDGET, 'html')).toEqual([WIDGET.embed.html]);
    expect(snippetParts(WIDGET, 'advanced')).toEqual(Object.values(WIDGET.embed.advanced));
    expect(snippetParts(WIDGET, 'shortcode')).toEqual([WIDGET.embed.shortcode]);
  });
});

describe('hostOf', () => {
  it('is where the script of the widget is, although the hosted page may be on another host', () => {
    expect(hostOf(WIDGET)).toBe('https://reviews.example.com');
    const html = '<script async src="https://example.com/reviews/embed/v1/w.js"></script>';
    expect(hostOf({ embed: { ...WIDGET.embed, html } })).toBe('https://example.com/reviews');
  });
});

describe('reservedHeight', () => {
  it('reads the height from the snippet, and relates it to the screen', () => {
    expect(reservedHeight(WIDGET.embed.html)).toBe('calc(520px + 2*clamp(0px,560px - 100vw,1px))');
    expect(reservedHeight('<div></div>')).toBeNull();
  });
});
