import { describeInBrowser, eventually, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';
import { DashboardWorld } from './dashboard-world.suite';

jest.setTimeout(240_000);

interface Widget {
  id: number;
  name: string;
  settings: Record<string, Record<string, unknown>>;
  embed: { html: string };
}

interface DrawnElement {
  shadowRoot: { children: Iterable<{ localName: string; outerHTML: string }> } | null;
}

/** Returns the markup that the element drew. Runs in the page. */
const markupOf = ({ shadowRoot }: DrawnElement): string =>
  [...(shadowRoot?.children ?? [])]
    .filter(({ localName }) => localName !== 'style')
    .map(({ outerHTML }) => outerHTML)
    .join('');

describeInBrowser('the builder of widgets', () => {
  let world: DashboardWorld;
  let page: Page;
  let site: FixtureServer;
  /** The body of the website. */
  let body = '';

  beforeAll(async () => {
    world = await DashboardWorld.start();
    const reviews = [1, 2, 3, 4, 5].map((stars) => ({
      from_name: `Guest ${stars}`,
      text: `Bread of ${stars} stars.`,
      posted_on: '2026-01-31',
      rating_value: stars,
      status: 'approved' as const,
    }));
    await world.api.post('/reviews/add_bulk', { body: { reviews } });
    site = await startFixtureServer(() => ({
      headers: { 'content-type': 'text/html' },
      body: `<!doctype html><title>Seeblick</title>${body}`,
    }));
    page = await world.signIn();
  });
  afterAll(async () => {
    await site.close();
    await world.close();
  });

  async function stored(id: number): Promise<Widget> {
    return (await world.api.get('/widgets/get/{id}', { params: { path: { id } } })) as unknown as Widget;
  }

  /** Adds a widget and opens its builder. */
  async function build(type: 'list' | 'grid', settings: object = {}): Promise<Widget> {
    const { id } = await world.api.post('/widgets/add', {
      body: { type, name: `My ${type}`, settings: settings as never },
    });
    await page.goto(`${world.origin}/app/1/widgets/${id}`);
    await preview('.rv').waitFor();
    return stored(id);
  }

  /** Finds a part of the widget in the preview. */
  function preview(selector: string): Locator {
    return page.frameLocator('iframe[title="Preview"]').locator(`rv-widget ${selector}`);
  }

  function reviews(): Locator {
    return preview('article');
  }

  function setting(path: string): Locator {
    return page.locator(`[data-setting="${path}"]`);
  }

  async function openBlock(name: string): Promise<void> {
    await page.getByRole('heading', { name, level: 2, exact: true }).click();
  }

  function previewMarkup(): Promise<string> {
    return page.frameLocator('iframe[title="Preview"]').locator('rv-widget').evaluate(markupOf);
  }

  /** Opens the website with the code of the widget, and returns the page. */
  async function visit({ embed }: Widget): Promise<Page> {
    body = embed.html;
    const visitor = await (await world.context()).newPage();
    await visitor.goto(site.url);
    await visitor.locator('rv-widget .rv').waitFor();
    return visitor;
  }

  async function publish(): Promise<void> {
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published. The next page view shows it.').waitFor();
  }

  it('shows a change of each kind at once, publishes it, and pages then show what the preview showed', async () => {
    const widget = await build('list');
    await setting('header.title').getByRole('textbox').fill('Our guests');
    await preview('h2').getByText('Our guests').waitFor();
    await setting('header.show_count').getByRole('switch').click();
    await setting('style.radius').getByRole('spinbutton').fill('3');
    await setting('style.star_color').getByRole('textbox', { name: 'Stars', exact: true }).fill('#0a6577');
    await openBlock('Layout');
    await setting('layout.show_search').getByRole('switch').click();
    await preview('input[type="search"]').waitFor();
    await openBlock('Reviews');
    await setting('source.sort').getByRole('combobox').selectOption('lowest');
    await reviews().first().getByText('Bread of 1 stars.').waitFor();
    await page.getByText('6 unsaved changes').waitFor();
    expect((await stored(widget.id)).settings).toEqual(widget.settings);
    await publish();
    expect((await stored(widget.id)).settings).toMatchObject({
      header: { title: 'Our guests', show_count: false },
      style: { radius: 3, star_color: '#0a6577' },
      layout: { show_search: true },
      source: { sort: 'lowest' },
    });
    const visitor = await visit(widget);
    expect(await previewMarkup()).toContain('Bread of 5 stars.');
    expect(await visitor.locator('rv-widget').evaluate(markupOf)).toBe(await previewMarkup());
    await visitor.context().close();
  });

  it('says that it waits for the first view, and turns green when a page shows the widget', async () => {
    const widget = await build('grid');
    await page.getByRole('link', { name: 'Embed' }).click();
    await page.getByRole('status').getByText('Waiting for the first view').waitFor();
    const visitor = await visit(widget);
    await page.getByRole('status').getByText('Seen: this hour').waitFor();
    expect(await page.getByText('It works.').isVisible()).toBe(true);
    await visitor.context().close();
  });

  it('shows sample reviews to those who switch to them, and no visitor', async () => {
    await build('list');
    await page.getByRole('button', { name: 'Sample', exact: true }).click();
    await reviews().getByText('Sample customer A').waitFor();
    expect(await page.getByText('These are sample reviews with one to five stars.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Your reviews' }).click();
    await reviews()
      .first()
      .getByText(/Bread of/)
      .waitFor();
    expect(await reviews().getByText('Sample customer A').count()).toBe(0);
  });

  it('resets a block to the defaults', async () => {
    const { id } = await build('list', { header: { title: 'Old title', subtitle: 'Old line' } });
    await preview('h2').getByText('Old title').waitFor();
    await page.getByRole('button', { name: 'Reset “Header”' }).click();
    await preview('h2').getByText('Old title').waitFor({ state: 'detached' });
    await page.getByText('2 unsaved changes').waitFor();
    await publish();
    expect((await stored(id)).settings.header).toMatchObject({ title: '', subtitle: '' });
  });

  it('warns of a colour that is hard to read, and offers one that is not', async () => {
    await build('list', { style: { text_color: '#dddddd' } });
    // Links have the colour of texts by default.
    await page.getByText('2 contrast warnings').waitFor();
    await setting('style.text_color')
      .getByRole('button', { name: /^Use #/ })
      .click();
    await page.getByText(/contrast warning/).waitFor({ state: 'detached' });
    expect(await page.getByText('1 unsaved change').isVisible()).toBe(true);
  });

  it('copies blocks of settings to another widget, and leaves its other settings', async () => {
    const other = await world.api.post('/widgets/add', {
      body: { type: 'badge', name: 'Footer badge', settings: { header: { title: 'Keep me' } } as never },
    });
    await build('list', { header: { title: 'Not this' }, style: { accent_color: '#0a6577' } });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy settings to other widgets' }).click();
    const dialog = page.getByRole('dialog');
    const boxes = dialog.getByRole('group', { name: 'What to copy' }).getByRole('checkbox');
    for (const box of await boxes.all()) await box.uncheck();
    await dialog.getByRole('checkbox', { name: 'Style' }).check();
    await dialog.getByRole('checkbox', { name: 'Footer badge' }).check();
    await dialog.getByRole('button', { name: 'Copy to 1 widget' }).click();
    const copied = await eventually(
      () => stored(other.id),
      ({ settings }) => settings.style?.accent_color === '#0a6577',
      'the copied colour',
    );
    expect(copied.settings.header).toMatchObject({ title: 'Keep me' });
  });

  it('says what the widget costs a page', async () => {
    await build('list');
    const weight = page.getByText(/^Script \d+\.\d KB \+ data \d+\.\d KB$/);
    await weight.waitFor();
    expect(await weight.isVisible()).toBe(true);
  });
});
