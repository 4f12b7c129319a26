import { embedSnippets, reservedHeight } from './embed-snippets';
import { changeSettings, readSettings } from '../settings/change-settings';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';

const KEEP_OUT =
  'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1" data-nowprocket data-jetpack-boost="ignore"';
const KEY = 'w_8fJ2kQ0vT3nYb5Lx';

function snippets(type: WidgetType, subject: string | null = 'Acme') {
  return embedSnippets({
    publicUrl: 'https://r.example',
    pagesUrl: 'https://pages.example',
    key: KEY,
    type,
    settings: readSettings(type, {}),
    subject,
  });
}

describe('embedSnippets', () => {
  it('returns a link for browsers without JavaScript, and reserves the height of the widget', () => {
    const { html, advanced, shortcode } = snippets('list');
    expect(html).toBe(
      `<div data-rv-widget="${KEY}" style="min-height:1204px"><a href="https://pages.example/w/${KEY}">Reviews of Acme</a></div>\n` +
        `<script async ${KEEP_OUT} src="https://r.example/embed/v1/w.js" onerror="document.querySelectorAll('[data-rv-widget]').forEach(e=>e.style.minHeight=0)"></script>`,
    );
    expect(advanced.head).toBe(
      `<script type="module" async ${KEEP_OUT} src="https://r.example/embed/v1/rv.js"></script>`,
    );
    expect(advanced.element).toBe(
      `<rv-widget key="${KEY}" style="display:block;min-height:1204px"><a href="https://pages.example/w/${KEY}">Reviews of Acme</a></rv-widget>`,
    );
    expect(shortcode).toBe(`[rv_widget key="${KEY}"]`);
  });

  it('preloads the URL that the element requests if the widget is not lazy and its language is fixed', () => {
    const { settings } = changeSettings('badge', {}, { i18n: { locale: 'de' } });
    const german = embedSnippets({
      publicUrl: 'https://r.example',
      pagesUrl: 'https://pages.example',
      key: KEY,
      type: 'badge',
      settings,
      subject: null,
    });
    expect(german.html).toContain(' data-eager ');
    expect(german.advanced.element).toContain(' eager ');
    expect(german.advanced.head).toContain(
      `<link rel="preload" as="fetch" crossorigin="anonymous" href="https://r.example/embed/v1/widgets/${KEY}.json">`,
    );
    expect(snippets('badge').advanced.head).not.toContain('preload');
    expect(snippets('list').advanced.head).not.toContain('preload');
  });

  it('escapes the name of the business, and uses a general label without a name', () => {
    expect(snippets('list', '"A" <b> & Co').html).toContain('Reviews of &quot;A&quot; &lt;b&gt; &amp; Co');
    expect(snippets('list', null).html).toContain('>Customer reviews<');
  });
});

describe('reservedHeight', () => {
  it.each(WIDGET_TYPES)('returns a plausible height for a widget of type %s', (type) => {
    const height = reservedHeight(type, readSettings(type, {}));
    const floats = type === 'floating' || type === 'popup';
    expect(floats ? height === 0 : height >= 48 && height <= 1400).toBe(true);
  });

  it('returns less for a list without a header and filters', () => {
    const layout = { show_distribution: false, show_sort: false, show_rating_filter: false };
    const { settings } = changeSettings('list', {}, { header: { show: false }, layout });
    expect(reservedHeight('list', settings)).toBeLessThan(reservedHeight('list', readSettings('list', {})));
  });
});
