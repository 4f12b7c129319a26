import { describeInBrowser } from '@plaudit/testing';
import { ElementWorld, SUB_ACCOUNT } from './element-world.suite';

describeInBrowser('rv-widget element', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(async () => {
    await element.open({});
    element.gateway.forgetRequests();
  });
  afterEach(() => element.context.close());

  it('shows the rating, the distribution and the disclosure', async () => {
    await element.drawn();
    expect(
      await element.page
        .getByRole('img', { name: /^Rated .* out of 5$/ })
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await element.page.getByText('Based on 14 reviews').isVisible()).toBe(true);
    expect(await element.page.locator('rv-widget .distribution li').count()).toBe(5);
    expect(await element.page.getByText('All 14 collected reviews are included.').isVisible()).toBe(true);
  });

  it('loads more reviews by keyboard, and moves the focus to the first new one', async () => {
    await element.drawn();
    await element.page.getByRole('button', { name: 'Load more' }).focus();
    await element.page.keyboard.press('Enter');
    await element.cards().nth(13).waitFor();
    expect(await element.cards().count()).toBe(14);
    const focused = await element.page.evaluate(
      () => document.querySelector('rv-widget')?.shadowRoot?.activeElement?.textContent,
    );
    expect(focused).toContain('Guest 4 Miller');
    expect(await element.page.getByText('14 of 14 reviews shown').isVisible()).toBe(true);
    expect(await element.page.getByRole('button', { name: 'Load more' }).isVisible()).toBe(false);
  });

  it('filters by stars from the menu and from the distribution, and keeps both in step', async () => {
    await element.drawn();
    await element.menu('Rating').selectOption('5');
    await element.page.getByText('3 of 3 reviews shown').waitFor();
    expect(await element.cards().count()).toBe(3);
    const five = element.page.getByRole('button', { name: /^5 stars/ });
    expect(await five.getAttribute('aria-pressed')).toBe('true');
    await five.click();
    await element.page.getByText('10 of 14 reviews shown').waitFor();
    expect(await element.menu('Rating').inputValue()).toBe('');
  });

  it('orders, searches and pages through the results', async () => {
    await element.drawn({ layout: { show_search: true }, behavior: { page_size: 5 } });
    await element.menu('Sort by').selectOption('oldest');
    await element.page.getByText('5 of 14 reviews shown').waitFor();
    expect(await element.cards().first().textContent()).toContain('Guest 1 Miller');
    await element.page.getByRole('button', { name: 'Load more' }).click();
    await element.page.getByText('10 of 14 reviews shown').waitFor();
    expect(await element.cards().nth(5).textContent()).toContain('Guest 6 Miller');
    await element.page.getByLabel('Search reviews').fill('number 11');
    await element.page.getByText('1 of 1 reviews shown').waitFor();
    await element.page.getByLabel('Search reviews').fill('nothing like this');
    await element.page.getByText('No reviews match the filters.').waitFor();
    expect(await element.cards().count()).toBe(0);
  });

  it('offers the platforms of the channels as a filter', async () => {
    await element.world.admin.query(
      `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, score, rating_scale, reviews, version)
       values (1, 1, $1, 'Acme', 'Apple App Store', 'app_store', 4.5, 5, 200, 1), (2, 1, $1, 'Acme', 'Google', 'google', 4, 5, 100, 1)`,
      [SUB_ACCOUNT],
    );
    try {
      await element.drawn({ layout: { show_platform_filter: true }, header: { show_platforms: true } });
      expect(await element.page.getByText('Based on 300 reviews').isVisible()).toBe(true);
      await element.menu('Platform').selectOption('google');
      await element.page.getByText('No reviews match the filters.').waitFor();
    } finally {
      await element.world.admin.query('delete from widgets.channels');
    }
  });

  it('expands a long review in place to its whole text', async () => {
    await element.drawn();
    const long = element.cards().first();
    const more = long.getByRole('button', { name: 'Read more' });
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.click();
    await long.getByRole('button', { name: 'Read less' }).waitFor();
    const words = await long.locator('.words').evaluate((element) => ({
      height: element.clientHeight,
      all: element.scrollHeight,
      text: element.textContent,
    }));
    expect(words.height).toBe(words.all);
    await long.getByRole('button', { name: 'Read less' }).click();
    await more.waitFor();
    expect(await element.cards().nth(1).getByRole('button', { name: 'Read more' }).isVisible()).toBe(false);
  });

  it('opens a long review in a dialog if the settings choose that', async () => {
    await element.drawn({ card: { read_more: 'dialog', max_lines: 2 } });
    await element.cards().first().getByRole('button', { name: 'Read more' }).click();
    await element.page.getByRole('dialog').getByText('Review number 14.').waitFor();
    await element.page.keyboard.press('Escape');
    expect(await element.page.getByRole('dialog').count()).toBe(0);
  });

  it('shows images in a lightbox that Escape closes, and returns the focus to the thumbnail', async () => {
    await element.drawn();
    const thumb = element.page.getByRole('button', { name: 'Open photo 1 of Guest 13 Miller' });
    await thumb.focus();
    await element.page.keyboard.press('Enter');
    const large = element.page.getByRole('dialog').locator('.stage img');
    await large.waitFor();
    const first = await large.getAttribute('src');
    expect(first).toContain(`${element.gateway.url}/embed/v1/img/`);
    await element.page.getByRole('button', { name: 'Next' }).click();
    expect(await large.getAttribute('src')).not.toBe(first);
    expect(await element.violations()).toEqual([]);
    await element.page.keyboard.press('Escape');
    expect(await element.page.getByRole('dialog').count()).toBe(0);
    const focused = await element.page.evaluate(() =>
      document.querySelector('rv-widget')?.shadowRoot?.activeElement?.getAttribute('aria-label'),
    );
    expect(focused).toBe('Open photo 1 of Guest 13 Miller');
  });

  it('shows HTML in a review as text', async () => {
    const hostile = '<img src=x onerror=document.title="owned"> </script><b>bold</b> \u202eright to left';
    const { id } = element.reviews.add(SUB_ACCOUNT, {
      text: hostile,
      from_name: hostile,
      posted_on: '2026-12-01 00:00:00',
      post_url: 'javascript:alert(1)',
    });
    try {
      await element.bumpRev();
      await element.drawn();
      expect(await element.cards().first().locator('.words').textContent()).toBe(hostile);
      expect(await element.page.title()).toBe('Shop');
      expect(await element.cards().first().locator('a').count()).toBe(0);
    } finally {
      element.reviews.remove(SUB_ACCOUNT, id);
      await element.bumpRev();
    }
  });

  it('shows a newly approved review after a reload, and revalidates its data by ETag', async () => {
    await element.drawn();
    const { id } = element.reviews.add(SUB_ACCOUNT, {
      text: 'Just approved.',
      posted_on: '2026-12-02 00:00:00',
    });
    try {
      await element.bumpRev();
      await element.page.reload();
      await element.page.getByText('Just approved.').waitFor();
    } finally {
      element.reviews.remove(SUB_ACCOUNT, id);
      await element.bumpRev();
    }
    await element.page.reload();
    await element.cards().first().waitFor();
    const again = element.page.waitForResponse((response) => response.url().includes('.json'));
    await element.page.reload();
    await element.cards().first().waitFor();
    expect(await (await again).headerValue('etag')).toMatch(/^"1-\d+-en"$/);
    expect(await element.page.getByText('Just approved.').count()).toBe(0);
  });

  it('tells that there are no reviews if the settings show an empty widget', async () => {
    await element.drawn({ source: { min_rating: 5, ratings: [1] }, behavior: { hide_when_empty: false } });
    expect(await element.page.getByText('There are no reviews yet.').isVisible()).toBe(true);
  });

  it('dispatches events to the page', async () => {
    const widget = await element.widget();
    const head = `<script>window.events=[];for(const name of ['rv-ready','rv-click','rv-error'])addEventListener(name,e=>events.push([name,e.detail]))</script>`;
    await element.show(widget.embed.html, { head });
    await element.cards().first().waitFor();
    // Routed for the whole context, because the link opens a new page.
    await element.context.route('https://platform.example/**', (route) => route.abort());
    const popup = element.context.waitForEvent('page');
    await element
      .cards()
      .first()
      .getByRole('link', { name: /View on/ })
      .click();
    await popup;
    const events = await element.page.evaluate(() => (window as unknown as { events: unknown[] }).events);
    expect(events).toEqual([
      ['rv-ready', { key: widget.key, reviews: 10 }],
      ['rv-click', { what: 'source', url: 'https://platform.example/r/14' }],
    ]);
  });

  it('shows no animation to visitors who prefer reduced motion', async () => {
    await element.open({ reducedMotion: 'reduce' });
    await element.drawn();
    const animation = await element.page
      .locator('rv-widget .list > li')
      .first()
      .evaluate((item) => getComputedStyle(item).animationName);
    expect(animation).toBe('none');
  });
});
