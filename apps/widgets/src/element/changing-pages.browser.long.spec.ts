import { readFileSync } from 'node:fs';
import {
  atLength,
  describeInBrowser,
  eventually,
  type FixtureServer,
  startFixtureServer,
} from '@plaudit/testing';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { ElementWorld, type Widget } from './element-world.suite';
import { HOSTILE_GLOBALS } from './hostile-globals.suite';

const TURBO = readFileSync(require.resolve('@hotwired/turbo/dist/turbo.es2017-umd.js'), 'utf8');
/** Types that differ in what they keep: a timer, observers, a dialog, photos, nothing. */
const TYPES = atLength<readonly WidgetType[]>({
  short: ['spotlight', 'masonry', 'list', 'floating', 'popup', 'summary'],
  long: WIDGET_TYPES,
});

/** What a visitor sees in each place: the type that is drawn, `link` if only the link shows, `twice` if there are two widgets. */
const PLACES = `
  window.places = (root = document) => [...root.querySelectorAll('[data-rv-widget]')].map((place) => {
    const inside = place.querySelectorAll('rv-widget');
    if (inside.length > 1) return 'twice';
    if (place.querySelector(':scope > a')) return 'link beside';
    const drawn = inside[0]?.shadowRoot?.querySelector('.rv');
    return drawn ? drawn.className.split(' ')[1].slice(2) : 'link';
  });
`;

describeInBrowser('rv-widget on a page of another origin', () => {
  let element: ElementWorld;
  let shop: FixtureServer;
  const widgets: Record<string, Widget> = {};
  /** The pages and scripts of the shop by path. */
  let files: Record<string, string>;

  beforeAll(async () => {
    element = await ElementWorld.start();
    shop = await startFixtureServer();
    for (const type of TYPES) {
      const source = { require_avatar: false, require_media: false, require_text: false, limit: 6 };
      const layout = type === 'popup' ? { delay_ms: 0, hide_on_mobile: false } : {};
      widgets[type] = await element.widget({ source, layout, behavior: { lazy: false } }, type);
    }
  }, 180_000);
  afterAll(async () => {
    await element?.close();
    await shop?.close();
  });

  beforeEach(async () => {
    await element.open({});
    files = {};
    shop.handle(({ path }) => ({
      headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html' },
      body: files[path] ?? '',
    }));
    await element.page.addInitScript({ content: PLACES });
    element.gateway.forgetRequests();
  });

  const widget = (type: string): Widget => widgets[type] as Widget;
  const server = (): string => element.gateway.url;
  const place = (type: string): string => widget(type).embed.html.split('\n')[0] as string;
  const script = (attributes = 'async'): string =>
    `<script ${attributes} src="${server()}/embed/v1/w.js"></script>`;
  const code = async (): Promise<string> => (await fetch(`${server()}/embed/v1/w.js`)).text();
  const html = (body: string, head = ''): string =>
    `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><main>${body}</main></body></html>`;
  const requests = (): number => element.gateway.paths.filter((path) => path.includes('.json')).length;

  async function open(body: string, head = ''): Promise<void> {
    files['/'] = html(body, head);
    await element.page.goto(`${shop.url}/`);
  }

  function run<T = void>(code: string): Promise<T> {
    return element.page.evaluate<T>(code);
  }

  /** Waits until each place of the page shows what is expected, once. */
  async function expectPlaces(expected: readonly string[]): Promise<void> {
    const now = (): Promise<string[]> => run<string[]>('places()');
    const isRight = (seen: string[]): boolean => String(seen) === String(expected);
    await eventually(now, isRight, `the places to show ${expected.join()}`, {
      timeoutMs: 10_000,
      intervalMs: 30,
    });
  }

  /** Puts HTML into the page as a script of the shop does. */
  function setMain(content: string): Promise<void> {
    return run(`void (document.querySelector('main').innerHTML = ${JSON.stringify(content)})`);
  }

  describe('that changes', () => {
    it('draws places that come later, are emptied, or get another key or theme', async () => {
      await open(script());
      expect(shop.url).not.toBe(server());
      await setMain(TYPES.map(place).join(''));
      await expectPlaces(TYPES);
      const drawn = requests();
      // The server's HTML returns, as a section of a shop does when its settings change.
      await run(`for (const place of document.querySelectorAll('[data-rv-widget]'))
        place.innerHTML = '<a href="/">Reviews</a>';`);
      await expectPlaces(TYPES);
      expect(requests()).toBe(drawn);
      await run(`void document.querySelector('[data-rv-widget]').setAttribute('data-theme', 'dark')`);
      await element.page.locator('rv-widget section.dark').first().waitFor({ state: 'attached' });
      expect(requests()).toBe(drawn);
      await run(`for (const place of document.querySelectorAll('[data-rv-widget]'))
        place.setAttribute('data-rv-widget', ${JSON.stringify(widget('list').key)});`);
      await expectPlaces(TYPES.map(() => 'list'));
      await run(
        `document.querySelectorAll('[data-rv-widget]').forEach((place) => place.removeAttribute('data-rv-widget'))`,
      );
      expect(await run('document.querySelectorAll("rv-widget").length')).toBe(0);
      expect(element.consoleMessages).toEqual([]);
    });

    it('survives visits, snapshots and morphs of Turbo', async () => {
      const head = `<meta name="turbo-refresh-method" content="morph"><script src="/turbo.js"></script>`;
      const page = (name: string): string =>
        html(`<h1>${name}</h1>${TYPES.map((type) => widget(type).embed.html).join('')}`, head);
      Object.assign(files, {
        '/turbo.js': TURBO,
        '/': page('First'),
        '/second': page('Second'),
        '/none': html('<h1>None</h1>', head),
      });
      await element.page.goto(`${shop.url}/`);
      await expectPlaces(TYPES);
      const title = (name: string): Promise<void> => element.page.getByRole('heading', { name }).waitFor();
      for (const [path, name] of [
        ['/second', 'Second'],
        ['/none', 'None'],
      ] as const) {
        await run(`void Turbo.visit('${path}')`);
        await title(name);
        await expectPlaces(name === 'None' ? [] : TYPES);
      }
      await element.page.goBack();
      await title('Second');
      await expectPlaces(TYPES);
      const drawn = requests();
      const heights = (): Promise<number[]> =>
        run(`[...document.querySelectorAll('[data-rv-widget]')].map((place) => place.offsetHeight)`);
      const before = await heights();
      files['/second'] = page('Morphed');
      await run(`{
        addEventListener('turbo:render', ({ detail }) => (window.renderMethod = detail.renderMethod));
        Turbo.visit(location.href, { action: 'replace' });
      }`);
      await title('Morphed');
      await expectPlaces(TYPES);
      expect(await run('renderMethod')).toBe('morph');
      expect(await heights()).toEqual(before);
      expect(requests()).toBe(drawn);
      expect(element.consoleMessages).toEqual([]);
    });

    it('draws in an open shadow root or frame that is given to rv.scan(), also later', async () => {
      await open(`<div id="root"></div><iframe srcdoc="<p>Frame</p>"></iframe>${script()}`);
      await element.page.waitForFunction('window.rv');
      await run(`{
        const root = document.querySelector('#root').attachShadow({ mode: 'open' });
        root.innerHTML = ${JSON.stringify(place('list'))};
        rv.scan(root);
        root.append(root.firstElementChild.cloneNode(true));
        const { contentDocument } = document.querySelector('iframe');
        rv.scan(contentDocument);
        contentDocument.body.append(root.firstElementChild.cloneNode(true));
      }`);
      await element.page.waitForFunction(
        `String(places(document.querySelector('#root').shadowRoot)) === 'list,list'`,
      );
      await element.page.waitForFunction(
        `String(places(document.querySelector('iframe').contentDocument)) === 'list'`,
      );
      expect(element.consoleMessages).toEqual([]);
    });

    it('neither blocks a page that takes the widget out again and again, nor replaces one that the page moves', async () => {
      await element.page.clock.install();
      await open(`${place('list')}${place('summary')}<footer></footer>${script()}`);
      await expectPlaces(['list', 'summary']);
      await run(`document.querySelector('footer').append(document.querySelectorAll('rv-widget')[1])`);
      await run(`{
        const place = document.querySelector('[data-rv-widget]');
        window.fights = 0;
        new MutationObserver(() => place.querySelector('rv-widget') && (place.textContent = '', window.fights++))
          .observe(place, { childList: true });
        place.textContent = '';
      }`);
      await element.page.waitForFunction('window.fights === 1');
      await element.page.clock.fastForward(1_000);
      await element.page.waitForFunction('window.fights === 2');
      expect(await run('document.querySelectorAll("footer rv-widget").length')).toBe(1);
      expect(await run('places()[1]')).toBe('link');
    });
  });

  describe('whose script', () => {
    const kinds: readonly [string, () => Promise<[body: string, head?: string]>][] = [
      ['is in the head and not async', async () => ['', script('')]],
      ['is deferred and there twice', async () => [script('defer') + script()]],
      ['runs as a module', async () => [script('type="module"')]],
      [
        'is added after the page was loaded',
        async () => [
          `<script>addEventListener('load', () => setTimeout(() => {
          document.head.append(Object.assign(document.createElement('script'), { src: '${server()}/embed/v1/w.js' }));
        }))</script>`,
        ],
      ],
      ['is a copy in the page', async () => [`<script>${await code()}</script>`]],
      [
        'runs by eval on a page with large data',
        async () => [
          `<script type="application/json">"${`${'A'.repeat(60)}//`.repeat(20_000)}"</script>
          <script>new Function(${JSON.stringify(await code())})()</script>`,
        ],
      ],
      [
        'is a blob',
        async () => [
          `<script>document.head.append(Object.assign(document.createElement('script'), {
          src: URL.createObjectURL(new Blob([${JSON.stringify(await code())}], { type: 'text/javascript' })),
        }))</script>`,
        ],
      ],
      [
        'is in a bundle of the shop',
        async () => ((files['/bundle.js'] = await code()), ['<script src="/bundle.js"></script>']),
      ],
      [
        'is in a bundle of modules',
        async () => (
          (files['/bundle.js'] = await code()),
          ['<script type="module">import "/bundle.js"</script>']
        ),
      ],
    ];

    it.each(kinds)('%s', async (_name, parts) => {
      const [body, head] = await parts();
      await open(`${place('list')}${body}${place('summary')}`, head);
      await expectPlaces(['list', 'summary']);
      expect(element.consoleMessages).toEqual([]);
    });

    it('is a copy does not take the server from data inside a script', async () => {
      const data = `<script type="application/ld+json">"https://evil.example/embed/v1/w.js"</script>`;
      await open(`${data}${place('summary')}<script>${await code()}</script>`);
      await expectPlaces(['summary']);
      expect(element.consoleMessages).toEqual([]);
    });

    const holders = [
      (url: string) => `<script type="text/rocketlazyloadscript" data-rocket-src="${url}"></script>`,
      (url: string) => `<script type="litespeed/javascript" data-src="${url}"></script>`,
      (url: string) => `<script type="abc-text/javascript" src="${url.replace('http:', '')}"></script>`,
    ];
    it.each(holders)(
      'is a copy finds its server in the script that an optimiser left behind (%#)',
      async (holder) => {
        const url = `${server()}/embed/v1/w.js?ver=1`;
        await open(
          `<div data-rv-widget="${widget('summary').key}"></div>${holder(url)}<script>${await code()}</script>`,
        );
        await expectPlaces(['summary']);
      },
    );

    it('is a copy without any address says in the console what is missing, and keeps the content of the place', async () => {
      await open(
        `<div data-rv-widget="${widget('list').key}">One</div><div data-rv-widget="${widget('summary').key}">Two</div>`,
      );
      await run(
        `window.failures = []; addEventListener('rv-error', ({ detail }) => failures.push(detail.message))`,
      );
      await run(await code());
      await element.page.waitForFunction('window.failures.length === 2');
      expect(element.consoleMessages).toEqual([
        expect.stringContaining('keep the link to /w/KEY in the widget'),
      ]);
      expect(await element.page.getByText('One').isVisible()).toBe(true);
      expect(requests()).toBe(0);
    });
  });

  describe('that removes it', () => {
    it('stops its request, and draws the kept data when it returns, without another request', async () => {
      await open(
        `${widget('list').embed.advanced.element}<aside></aside>`,
        widget('list').embed.advanced.head,
      );
      await element.cards().first().waitFor();
      await run(`{
        window.widget = document.querySelector('rv-widget');
        widget.remove();
      }`);
      expect(await run('widget.shadowRoot.querySelectorAll("*").length')).toBe(1);
      await run(`widget.setAttribute('theme', 'dark'); document.querySelector('main').append(widget)`);
      await element.page.locator('rv-widget section.dark article').first().waitFor();
      expect(requests()).toBe(1);
      await run(`widget.remove(); widget.setAttribute('lang', 'de')`);
      await run(`document.querySelector('main').append(widget)`);
      await element.page.getByRole('button', { name: 'Mehr anzeigen' }).waitFor();
      expect(requests()).toBe(2);
    });

    it.each([
      ['', `document.querySelector('[data-rv-widget]').remove()`],
      [', also if the page sets data instead', `document.querySelector('rv-widget').data = { hidden: true }`],
    ])('aborts what it requests%s', async (_name, change) => {
      await open(place('list'));
      await element.page.route('**/*.json*', () => undefined);
      const [failed, asked] = [
        // Less than the time after which each request is aborted.
        element.page.waitForEvent('requestfailed', { timeout: 5_000 }),
        element.page.waitForRequest('**/*.json*'),
      ];
      await run(await code());
      await asked;
      await run(change);
      expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    });

    const moves = [
      ['append', 'footer.append(place)'],
      ['moveBefore', 'footer.moveBefore(place, null)'],
      // As Astro and others do with what they keep during a visit.
      [
        'a document that is not shown',
        'new DOMParser().parseFromString("", "text/html").body.append(place); footer.append(place)',
      ],
    ] as const;
    it.each(moves)('keeps its content, state and style in a move by %s', async (_name, move) => {
      await open(`${place('list').replace('<div', '<div data-limit="2"')}<footer></footer>${script()}`);
      await element.page.getByRole('button', { name: 'Load more' }).click();
      await element.cards().nth(3).waitFor();
      await run(`{
        const [footer, place] = ['footer', '[data-rv-widget]'].map((name) => document.querySelector(name));
        ${move};
      }`);
      expect(await element.cards().count()).toBe(4);
      const root = element.page.locator('rv-widget section');
      expect(await root.evaluate((one) => getComputedStyle(one).display)).toBe('flex');
      expect(requests()).toBe(1);
    });

    it('closes its dialog', async () => {
      await open(`${place('floating')}${script()}`);
      await element.page.locator('rv-widget .open').click();
      await element.page.getByRole('dialog').waitFor();
      await run(`{
        window.widget = document.querySelector('rv-widget');
        document.querySelector('main').replaceChildren();
      }`);
      await run(`document.querySelector('main').append(widget)`);
      await element.page.locator('rv-widget .open').click();
      expect(await element.page.getByRole('dialog').count()).toBe(1);
      await run(`document.querySelector('main').append(widget)`);
      await element.page.locator('dialog').waitFor({ state: 'detached' });
      expect(await run('getComputedStyle(document.body).overflow')).toBe('visible');
    });
  });

  describe('whose visitor or server is offline', () => {
    /** Counts the failures. */
    const FAILURES = `window.failures = 0; addEventListener('rv-error', () => failures++);`;
    const failures = (count: number): Promise<unknown> =>
      element.page.waitForFunction(`failures === ${count}`);
    const back = `window.dispatchEvent(new Event('online'))`;

    it('keeps the link, and loads the data when the connection is back', async () => {
      await open(`<script>${FAILURES}</script>${script('')}`);
      await element.context.setOffline(true);
      await setMain(place('list'));
      await failures(1);
      expect(await run('places()')).toEqual(['link']);
      expect(await element.page.getByRole('link', { name: 'Customer reviews' }).isVisible()).toBe(true);
      await element.context.setOffline(false);
      await expectPlaces(['list']);
      expect(await run('failures')).toBe(1);
    });

    it('fails after 15 seconds without a response', async () => {
      await element.page.clock.install();
      await element.page.route('**/*.json*', () => undefined);
      const asked = element.page.waitForRequest('**/*.json*');
      await open(`<script>${FAILURES}</script>${place('list')}${script('')}`);
      await asked;
      await element.page.clock.fastForward(15_000);
      await failures(1);
      await element.page.unroute('**/*.json*');
      await run(back);
      await expectPlaces(['list']);
    });

    it('is asked four times at most by each of fifty widgets', async () => {
      let asked = 0;
      await element.page.route('**/*.json*', (route) => (asked++, route.abort()));
      await open(`<script>${FAILURES}</script>${place('list').repeat(50)}${script('')}`);
      for (const round of [1, 2, 3, 4]) {
        await failures(50 * round);
        await run(back);
      }
      await run(back);
      expect(await run('failures')).toBe(200);
      expect(asked).toBe(200);
    });

    it('is asked again only after the time that it asks for, and never about what it refuses', async () => {
      const { key } = widget('list');
      await element.page.route('**/*.json*', (route) =>
        route.fulfill({
          status: route.request().url().includes(key) ? 429 : 404,
          headers: {
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'Retry-After',
            'retry-after': '3600',
          },
        }),
      );
      await element.page.clock.install();
      await open(`<script>${FAILURES}</script>${place('list')}${place('summary')}${script('')}`);
      await failures(2);
      await element.page.unroute('**/*.json*');
      await run(back);
      element.gateway.forgetRequests();
      await element.page.clock.fastForward(3_600_000);
      await expectPlaces(['list', 'link']);
      expect(requests()).toBe(1);
    });
  });

  describe('whose script cannot draw it', () => {
    const broken: readonly [string, (data: Record<string, unknown>) => object][] = [
      ['is older than its type', () => ({ type: 'globe' })],
      ['finds another tree than it knows', () => ({ tree: [['p', {}, 'New']] })],
      ['finds no tree', () => ({ tree: undefined })],
    ];

    it.each(broken)('because it %s, keeps the link and no empty space', async (_name, change) => {
      await element.page.route('**/*.json*', async (route) => {
        const response = await route.fetch();
        const data = (await response.json()) as Record<string, unknown>;
        await route.fulfill({ response, json: { ...data, ...change(data) } });
      });
      await open(
        `<script>window.errors = []; addEventListener('rv-error', ({ detail }) => errors.push(detail.message))</script>
        ${place('list')}<p>Below</p>${script('')}`,
      );
      await element.page.waitForFunction('errors.length === 1');
      expect(await element.page.getByRole('link', { name: 'Customer reviews' }).isVisible()).toBe(true);
      const below = await element.page.getByText('Below').boundingBox();
      expect(below?.y).toBeLessThan(150);
      expect(element.consoleMessages).toEqual([]);
    });
  });

  it.each(Object.entries(HOSTILE_GLOBALS))('draws on pages with globals %s', async (_name, globals) => {
    await open(`<script>${globals}</script>${TYPES.map(place).join('')}${script()}`);
    await element.page
      .locator('rv-widget section')
      .nth(TYPES.length - 1)
      .waitFor({ state: 'attached' });
    await expectPlaces(TYPES);
    const texts = await element.page.locator('rv-widget section').allInnerTexts();
    expect(texts.join()).not.toMatch(/undefined|\[object|NaN/);
    await run(`for (const place of document.querySelectorAll('[data-rv-widget]'))
      place.innerHTML = '<a href="/">Reviews</a>';`);
    await expectPlaces(TYPES);
    await element.page.getByRole('button', { name: 'Load more' }).last().click();
    await element.page.locator('rv-widget .next').first().click();
    await element.page.waitForFunction(
      `[...document.querySelectorAll('rv-widget')].some((one) => one.shadowRoot.querySelector('.scroller')?.scrollLeft > 0)`,
    );
    await element.page.waitForFunction(`document.querySelectorAll('rv-widget').length === ${TYPES.length}`);
    expect(element.consoleMessages).toEqual([]);
    expect(await run('typeof rv.scan')).toBe(globals.includes('rv =') ? 'undefined' : 'function');
  });
});
