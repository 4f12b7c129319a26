import { describeInBrowser } from '@plaudit/testing';
import { ElementWorld, SUB_ACCOUNT } from './element-world.suite';

describeInBrowser('the element in Chromium', () => {
  let own: ElementWorld;

  beforeAll(async () => {
    own = await ElementWorld.start();
  }, 180_000);
  afterAll(() => own?.close());
  beforeEach(async () => {
    await own.open({});
    own.gateway.forget();
  });
  afterEach(() => own.context.close());

  it('shows rating, distribution and disclosure', async () => {
    await own.drawn();
    expect(
      await own.page
        .getByRole('img', { name: /^Rated .* out of 5$/ })
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await own.page.getByText('Based on 14 reviews').isVisible()).toBe(true);
    expect(await own.page.locator('rv-widget .distribution li').count()).toBe(5);
    expect(await own.page.getByText('All collected reviews can be shown here (14).').isVisible()).toBe(true);
  });

  it('loads more by keyboard, and reading goes on where the new reviews begin', async () => {
    await own.drawn();
    await own.page.getByRole('button', { name: 'Load more' }).focus();
    await own.page.keyboard.press('Enter');
    await own.cards().nth(13).waitFor();
    expect(await own.cards().count()).toBe(14);
    const focused = await own.page.evaluate(
      () => document.querySelector('rv-widget')?.shadowRoot?.activeElement?.textContent,
    );
    expect(focused).toContain('Guest 4 Miller');
    expect(await own.page.getByText('14 of 14 reviews shown').isVisible()).toBe(true);
    expect(await own.page.getByRole('button', { name: 'Load more' }).isVisible()).toBe(false);
  });

  it('filters by stars from the menu and from the distribution, which agree', async () => {
    await own.drawn();
    await own.menu('Rating').selectOption('5');
    await own.page.getByText('3 of 3 reviews shown').waitFor();
    expect(await own.cards().count()).toBe(3);
    const five = own.page.getByRole('button', { name: /^5 stars/ });
    expect(await five.getAttribute('aria-pressed')).toBe('true');
    await five.click();
    await own.page.getByText('10 of 14 reviews shown').waitFor();
    expect(await own.menu('Rating').inputValue()).toBe('');
  });

  it('orders, searches and pages through what was found', async () => {
    await own.drawn({ layout: { show_search: true }, behavior: { page_size: 5 } });
    await own.menu('Sort by').selectOption('oldest');
    await own.page.getByText('5 of 14 reviews shown').waitFor();
    expect(await own.cards().first().textContent()).toContain('Guest 1 Miller');
    await own.page.getByRole('button', { name: 'Load more' }).click();
    await own.page.getByText('10 of 14 reviews shown').waitFor();
    expect(await own.cards().nth(5).textContent()).toContain('Guest 6 Miller');
    await own.page.getByLabel('Search reviews').fill('number 11');
    await own.page.getByText('1 of 1 reviews shown').waitFor();
    await own.page.getByLabel('Search reviews').fill('nothing like this');
    await own.page.getByText('No review matches.').waitFor();
    expect(await own.cards().count()).toBe(0);
  });

  it('offers the platforms that there are', async () => {
    await own.world.admin.query(
      `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, score, rating_scale, reviews, version)
       values (1, 1, $1, 'Acme', 'Apple App Store', 'app_store', 4.5, 5, 200, 1), (2, 1, $1, 'Acme', 'Google', 'google', 4, 5, 100, 1)`,
      [SUB_ACCOUNT],
    );
    try {
      await own.drawn({ layout: { show_platform_filter: true }, header: { show_platforms: true } });
      expect(await own.page.getByText('Based on 300 reviews').isVisible()).toBe(true);
      await own.menu('Platform').selectOption('google');
      await own.page.getByText('No review matches.').waitFor();
    } finally {
      await own.world.admin.query('delete from widgets.channels');
    }
  });

  it('opens a long review in place, with the words that the first answer had cut', async () => {
    await own.drawn();
    const long = own.cards().first();
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
    expect(await own.cards().nth(1).getByRole('button', { name: 'Read more' }).isVisible()).toBe(false);
  });

  it('opens a long review in a dialog where the owner prefers that', async () => {
    await own.drawn({ card: { read_more: 'dialog', max_lines: 2 } });
    await own.cards().first().getByRole('button', { name: 'Read more' }).click();
    await own.page.getByRole('dialog').getByText('Review number 14.').waitFor();
    await own.page.keyboard.press('Escape');
    expect(await own.page.getByRole('dialog').count()).toBe(0);
  });

  it('shows pictures in a lightbox that Escape closes, giving the focus back', async () => {
    await own.drawn();
    const thumb = own.page.getByRole('button', { name: 'Open photo 1 of Guest 13 Miller' });
    await thumb.focus();
    await own.page.keyboard.press('Enter');
    const large = own.page.getByRole('dialog').getByRole('img');
    await large.waitFor();
    const first = await large.getAttribute('src');
    expect(first).toContain(`${own.gateway.url}/embed/v1/img/`);
    await own.page.getByRole('button', { name: 'Next' }).click();
    expect(await own.page.getByRole('dialog').getByRole('img').getAttribute('src')).not.toBe(first);
    expect(await own.violations()).toEqual([]);
    await own.page.keyboard.press('Escape');
    expect(await own.page.getByRole('dialog').count()).toBe(0);
    const focused = await own.page.evaluate(() =>
      document.querySelector('rv-widget')?.shadowRoot?.activeElement?.getAttribute('aria-label'),
    );
    expect(focused).toBe('Open photo 1 of Guest 13 Miller');
  });

  it('shows whatever a review says as text', async () => {
    const nasty = '<img src=x onerror=document.title="owned"> </script><b>bold</b> \u202eright to left';
    const { id } = own.reviews.add(SUB_ACCOUNT, {
      text: nasty,
      from_name: nasty,
      posted_on: '2026-12-01 00:00:00',
      post_url: 'javascript:alert(1)',
    });
    try {
      await own.changed();
      await own.drawn();
      expect(await own.cards().first().locator('.words').textContent()).toBe(nasty);
      expect(await own.page.title()).toBe('Shop');
      expect(await own.cards().first().locator('a').count()).toBe(0);
    } finally {
      own.reviews.remove(SUB_ACCOUNT, id);
      await own.changed();
    }
  });

  it('shows a newly approved review after a reload, and asks no more than "anything new?" without one', async () => {
    await own.drawn();
    const { id } = own.reviews.add(SUB_ACCOUNT, { text: 'Just approved.', posted_on: '2026-12-02 00:00:00' });
    try {
      await own.changed();
      await own.page.reload();
      await own.page.getByText('Just approved.').waitFor();
    } finally {
      own.reviews.remove(SUB_ACCOUNT, id);
      await own.changed();
    }
    await own.page.reload();
    await own.cards().first().waitFor();
    const again = own.page.waitForResponse((response) => response.url().endsWith('.json'));
    await own.page.reload();
    await own.cards().first().waitFor();
    expect(await (await again).headerValue('etag')).toMatch(/^"1-\d+-en"$/);
    expect(await own.page.getByText('Just approved.').count()).toBe(0);
  });

  it('says that there are no reviews where the owner wants that said', async () => {
    await own.drawn({ source: { min_rating: 5, ratings: [1] }, behavior: { hide_when_empty: false } });
    expect(await own.page.getByText('There are no reviews yet.').isVisible()).toBe(true);
  });

  it('tells the page what happens', async () => {
    const made = await own.widget();
    const head = `<script>window.heard=[];for(const name of ['rv-ready','rv-click','rv-error'])addEventListener(name,e=>heard.push([name,e.detail]))</script>`;
    await own.show(made.embed.html, { head });
    await own.cards().first().waitFor();
    // The context's, not the page's: the link opens a page of its own.
    await own.context.route('https://platform.example/**', (route) => route.abort());
    const popup = own.context.waitForEvent('page');
    await own
      .cards()
      .first()
      .getByRole('link', { name: /View on/ })
      .click();
    await popup;
    const heard = await own.page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
    expect(heard).toEqual([
      ['rv-ready', { key: made.key, reviews: 10 }],
      ['rv-click', { what: 'source', url: 'https://platform.example/r/14' }],
    ]);
  });

  it('moves nothing for visitors who want it still', async () => {
    await own.open({ reducedMotion: 'reduce' });
    await own.drawn();
    const animation = await own.page
      .locator('rv-widget .list > li')
      .first()
      .evaluate((item) => getComputedStyle(item).animationName);
    expect(animation).toBe('none');
  });
});
