import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { readSettings } from '../settings/change-settings';
import { embedSnippets } from '../widgets/embed-snippets';
import { describeWithPhp, PHP, PLUGIN, STORED, wordPress } from './wordpress.suite';

const SERVER = STORED.plaudit_server;
const KEY = 'w_8fJ2kQ0vT3nYb5Lx';

describeWithPhp('the WordPress plugin', () => {
  it('is valid PHP', () => {
    expect(execFileSync(PHP, ['-l', PLUGIN], { encoding: 'utf8' })).toContain('No syntax errors');
  });

  it('draws the HTML of the API for the shortcode of the API and for the block', () => {
    const settings = {
      ...readSettings('list', {}),
      behavior: { ...readSettings('list', {}).behavior, lazy: false },
    };
    const snippets = embedSnippets({
      publicUrl: SERVER,
      pagesUrl: SERVER,
      key: KEY,
      settings,
      reserved: '',
      subject: null,
    });
    const [div] = snippets.html.split('\n');
    const height = '640';
    const reserving = div?.replace('><a', ' style="min-height:640px"><a');
    const [, key] = /^\[rv_widget key="([^"]+)"/.exec(snippets.shortcode) ?? [];
    const { shortcodes, blocks, scripts, filters } = wordPress({
      shortcodes: [{ key, height, eager: '1' }, { key }],
      blocks: [{ key, height, theme: '', lang: '', limit: '' }],
      filters: [
        ['script_loader_tag', [`<script src="${SERVER}/embed/v1/w.js"></script>`, 'plaudit-widgets']],
      ],
    });
    expect(shortcodes[0]).toBe(reserving);
    expect(shortcodes[1]).toBe(
      `<div data-rv-widget="${KEY}"><a href="${SERVER}/w/${KEY}">Customer reviews</a></div>`,
    );
    const wrapper = `class="wp-block-plaudit-widget">`;
    expect(blocks[0]).toBe(reserving?.replace(' data-eager', '').replace('>', ` ${wrapper}`));
    expect(scripts).toEqual({ 'plaudit-widgets': `${SERVER}/embed/v1/w.js` });
    const opening = (html: unknown): string | undefined => /<script [^>]*src="[^"]+"/.exec(String(html))?.[0];
    expect(opening(filters[0])).toBe(opening(snippets.html));
    expect(opening(filters[0])).toContain(`src="${scripts['plaudit-widgets']}"`);
  });

  it('passes valid attributes on and leaves out all others', () => {
    const hostile = '"><script>alert(1)</script>';
    const { shortcodes } = wordPress({
      shortcodes: [
        { key: KEY, theme: 'dark', lang: 'pt-BR', limit: '5' },
        { key: KEY, theme: hostile, lang: hostile, limit: '51', height: '-1', eager: hostile },
        { key: KEY, theme: ['dark'], limit: '0', height: '99999' },
      ],
    });
    const [full, none, wrong] = shortcodes.map(
      (html) => /^<div data-rv-widget="w_\w+"([^>]*)>/.exec(html)?.[1],
    );
    expect([full, none, wrong]).toEqual([' data-theme="dark" data-lang="pt-BR" data-limit="5"', '', '']);
  });

  it('shows nothing to visitors if the key or the server is wrong, and a hint to editors', () => {
    const shortcodes = [{ key: 'w_"><b>' }, {}, '', { key: ['w_'] }];
    const visitor = wordPress({ shortcodes });
    expect(visitor).toMatchObject({ shortcodes: ['', '', '', ''], scripts: [] });
    const editor = wordPress({ shortcodes: [{ key: KEY }], options: [], may: ['edit_posts'] });
    expect(editor.shortcodes[0]).toBe(
      '<p>Plaudit: Enter the address of your server under Settings &gt; Plaudit.</p>',
    );
    expect(wordPress({ shortcodes, may: ['edit_posts'] }).shortcodes[0]).toContain('16 letters or digits');
  });

  it.each(['feed', 'amp'])('puts only the link where no script runs: %s', (where) => {
    const link = `<a href="${SERVER}/w/${KEY}">Customer reviews</a>`;
    const asked = { shortcodes: [{ key: KEY }], blocks: [{ key: KEY }] };
    const { shortcodes, blocks, scripts } = wordPress({ ...asked, [where]: true });
    expect([shortcodes, blocks, scripts]).toEqual([[link], [link], []]);
    expect(wordPress({ ...asked, [where]: false }).scripts).not.toEqual([]);
  });

  it('puts the classes of the editor on the div of the widget, so that a wide block is wide', () => {
    const classes = 'alignwide wp-block-plaudit-widget';
    const { blocks, registered } = wordPress({ blocks: [{ key: KEY }], block_classes: classes });
    expect(blocks[0]).toMatch(`<div data-rv-widget="${KEY}" class="${classes}">`);
    expect(registered).toMatchObject({ api_version: 3, supports: { align: ['wide', 'full'] } });
  });

  it('loads its script without waiting, and keeps other plugins from combining it', () => {
    const tag = `<script src="${SERVER}/embed/v1/w.js" id="plaudit-widgets-js"></script>`;
    const other = '<script src="/other.js"></script>';
    const path = '/embed/v1/w.js';
    const { filters } = wordPress({
      filters: [
        ['script_loader_tag', [tag, 'plaudit-widgets']],
        ['script_loader_tag', [other, 'other']],
        ['rocket_exclude_js', [['/a.js']]],
        ['autoptimize_filter_js_exclude', ['a.js']],
        ['sgo_javascript_combine_exclude', [null]],
        ['w3tc_minify_js_do_tag_minification', [true, tag]],
        ['w3tc_minify_js_do_tag_minification', [true, other]],
        ['wphb_combine_resource', [true, 'plaudit-widgets']],
        ['wphb_combine_resource', [true, 'other']],
      ],
    });
    expect(filters).toEqual([
      expect.stringMatching(/^<script async data-.* src=/),
      other,
      ['/a.js', path],
      `a.js, ${path}`,
      ['plaudit-widgets'],
      false,
      true,
      false,
      true,
    ]);
  });

  it('stores only addresses of servers, keeps the old one otherwise, and says why', () => {
    const good = ['https://reviews.example.com/', ' HTTP://localhost:8080/plaudit// ', ''];
    const bad = [
      'reviews.example.com',
      'javascript:alert(1)',
      'https://a:b@c.example',
      'https://a.example/?x',
      'https://',
    ];
    const { servers, errors } = wordPress({ servers: [...good, ...bad, ['https://a.example']] });
    expect(servers).toEqual([SERVER, 'HTTP://localhost:8080/plaudit', '', ...bad.map(() => SERVER), '']);
    expect(errors).toHaveLength(bad.length);
    expect(errors[0]).toContain('must begin with https:// or http://');
  });

  it('has a settings page for administrators with the nonce of WordPress, and escapes what it shows', () => {
    const options = { plaudit_server: 'https://x.example/"><b>' };
    const { page, capability } = wordPress({ options, may: ['manage_options'] });
    expect(capability).toBe('manage_options');
    expect(page).toContain('<!-- nonce of plaudit -->');
    expect(page).toContain('value="https://x.example/&quot;&gt;&lt;b&gt;"');
    expect(wordPress({ may: ['edit_posts'] }).page).toBe('');
  });

  it('has a block whose editor script is valid JavaScript', () => {
    const { editor } = wordPress({});
    expect(new Script(editor)).toBeInstanceOf(Script);
    expect(editor).toContain("registerBlockType('plaudit/widget'");
  });

  it('removes its option when it is deleted', () => {
    expect(wordPress({ uninstall: true }).options).toEqual({});
    expect(wordPress({}).options).toEqual(STORED);
  });
});
