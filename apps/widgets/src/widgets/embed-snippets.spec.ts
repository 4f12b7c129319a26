import { embedSnippets, reservedHeight } from './embed-snippets';
import { changeSettings, readSettings } from './settings-rules';
import { WIDGET_TYPES, type WidgetType } from './widget-types';

const KEY = 'w_8fJ2kQ0vT3nYb5Lx';

function snippets(type: WidgetType, subject: string | null = 'Acme') {
  return embedSnippets({
    publicUrl: 'https://r.example',
    key: KEY,
    type,
    settings: readSettings(type, {}),
    subject,
  });
}

describe('embed snippets', () => {
  it('hold a link for browsers without scripts, and the height that will be needed', () => {
    const { html, advanced, shortcode } = snippets('list');
    expect(html).toBe(
      `<div data-rv-widget="${KEY}" style="min-height:982px"><a href="https://r.example/w/${KEY}">Reviews of Acme</a></div>\n` +
        '<script async src="https://r.example/embed/v1/w.js"></script>',
    );
    expect(advanced.head).toBe(
      '<script type="module" async src="https://r.example/embed/v1/rv.js"></script>',
    );
    expect(advanced.element).toBe(
      `<rv-widget key="${KEY}" style="display:block;min-height:982px"><a href="https://r.example/w/${KEY}">Reviews of Acme</a></rv-widget>`,
    );
    expect(shortcode).toBe(`[rv_widget key="${KEY}"]`);
  });

  it('ask at once for widgets that are not lazy, with the very address that the element uses', () => {
    const { html, advanced } = snippets('badge');
    expect(html).toContain(' data-eager ');
    expect(advanced.element).toContain(' eager ');
    expect(advanced.head).toContain(
      `<link rel="preload" as="fetch" crossorigin="anonymous" href="https://r.example/embed/v1/widgets/${KEY}.json">`,
    );
  });

  it('escape the name and do without one', () => {
    expect(snippets('list', '"A" <b> & Co').html).toContain('Reviews of &quot;A&quot; &lt;b&gt; &amp; Co');
    expect(snippets('list', null).html).toContain('>Customer reviews<');
  });

  it.each(WIDGET_TYPES)('reserve a sensible height for %s', (type) => {
    const height = reservedHeight(type, readSettings(type, {}));
    const floats = type === 'floating' || type === 'popup';
    expect(floats ? height === 0 : height >= 50 && height <= 1300).toBe(true);
  });

  it('reserve less for a list without header and tools', () => {
    const layout = { show_distribution: false, show_sort: false, show_rating_filter: false };
    const { settings } = changeSettings('list', {}, { header: { show: false }, layout });
    expect(reservedHeight('list', settings)).toBeLessThan(reservedHeight('list', readSettings('list', {})));
  });
});
