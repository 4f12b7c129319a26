import { embedSnippets } from './embed-snippets';
import { changeSettings, readSettings } from '../settings/change-settings';
import type { WidgetType } from '../settings/widget-types';

const KEEP_OUT =
  'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1" data-nowprocket data-jetpack-boost="ignore"';
const KEY = 'w_8fJ2kQ0vT3nYb5Lx';
const RESERVED = 'height:0;padding-bottom:640px';

function snippets(type: WidgetType, subject: string | null = 'Acme') {
  return embedSnippets({
    publicUrl: 'https://r.example',
    pagesUrl: 'https://pages.example',
    key: KEY,
    settings: readSettings(type, {}),
    reserved: type === 'floating' ? '' : RESERVED,
    subject,
  });
}

describe('embedSnippets', () => {
  it('returns a link for browsers without JavaScript, and reserves the height of the widget', () => {
    const { html, advanced, shortcode } = snippets('list');
    expect(html).toBe(
      `<div data-rv-widget="${KEY}"><div style="${RESERVED}"><a href="https://pages.example/w/${KEY}">Reviews of Acme</a></div></div>\n` +
        `<script async ${KEEP_OUT} src="https://r.example/embed/v1/w.js" onerror="document.querySelectorAll('[data-rv-widget]>div').forEach(e=>e.style='')"></script>`,
    );
    expect(advanced.head).toBe(
      `<script type="module" async ${KEEP_OUT} src="https://r.example/embed/v1/rv.js"></script>`,
    );
    expect(advanced.element).toBe(
      `<rv-widget key="${KEY}" style="display:block"><div style="${RESERVED}"><a href="https://pages.example/w/${KEY}">Reviews of Acme</a></div></rv-widget>`,
    );
    expect(shortcode).toBe(`[rv_widget key="${KEY}"]`);
  });

  it('reserves no height for a widget that floats above the page', () => {
    expect(snippets('floating').html).toContain(`data-eager><a href="https://pages.example/w/${KEY}">`);
    expect(snippets('floating').html).not.toContain('onerror');
  });

  it('preloads the URL that the element requests if the widget is not lazy and its language is fixed', () => {
    const { settings } = changeSettings('badge', {}, { i18n: { locale: 'de' } });
    const german = embedSnippets({
      publicUrl: 'https://r.example',
      pagesUrl: 'https://pages.example',
      key: KEY,
      settings,
      reserved: RESERVED,
      subject: null,
    });
    expect(german.html).toContain(' data-eager>');
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
