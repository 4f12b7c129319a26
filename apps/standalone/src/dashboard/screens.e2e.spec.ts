import { createHmac } from 'node:crypto';
import {
  describeInBrowser,
  eventually,
  type FixtureServer,
  startFixtureServer,
  type RecordedRequest,
} from '@plaudit/testing';
import type { Page, Locator } from 'playwright-core';
import { DashboardWorld, OWNER } from './dashboard-world.suite';
import { openDialog, said } from './people.suite';

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

/** A headless browser says so in its name, and clicks of programs count nothing. */
const A_PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const LENA = { name: 'Lena Vogt', email: 'lena@example.com' };

describeInBrowser('the dashboard', () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.close());

  describe('the builder of widgets', () => {
    let page: Page;
    let site: FixtureServer;
    /** The body of the website. */
    let body = '';

    beforeAll(async () => {
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
      await page.context().close();
      await site.close();
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

  describe('what the dashboard sends', () => {
    let page: Page;

    beforeAll(async () => {
      page = await world.signIn(OWNER, await world.context({ userAgent: A_PERSON }));
    });

    describe('to an endpoint', () => {
      let endpoint: FixtureServer;
      let secret: string;

      beforeAll(async () => {
        endpoint = await startFixtureServer(() => ({ body: 'Thanks, got it.' }));
        await page.goto(`${world.origin}/app/1/settings/webhooks`);
      });
      afterAll(() => endpoint.close());

      /** Reads the secret of the open dialog and closes it. */
      async function storedSecret(): Promise<string> {
        const shown = await openDialog(page, 'Store the secret now');
        const text = await shown.getByText(/^whsec_/).innerText();
        await shown.getByLabel('I stored the secret').check();
        await shown.getByRole('button', { name: 'Done' }).click();
        await shown.waitFor({ state: 'detached' });
        return text;
      }

      /** Sends a test and returns the request, once the page shows how the endpoint answered. */
      async function tested(outcome: RegExp): Promise<RecordedRequest> {
        await page.getByRole('button', { name: 'Send test' }).click();
        await page.getByText(outcome).waitFor();
        return endpoint.requests.at(-1) as RecordedRequest;
      }

      it('needs its address and events, and the secret is shown once', async () => {
        await page.getByRole('button', { name: 'Add endpoint' }).first().click();
        const form = await openDialog(page, 'Add an endpoint');
        await form.getByLabel('Address').fill(`${endpoint.url}/hook`);
        await form.getByRole('checkbox', { name: /^review\.created/ }).check();
        await form.getByRole('button', { name: 'Add endpoint' }).click();
        secret = await storedSecret();
        await page.reload();
        await page.getByText(`whsec_…${secret.slice(-4)}`).waitFor();
        expect(await page.content()).not.toContain(secret);
      });

      it('says what the endpoint answered to a signed test', async () => {
        const request = await tested(/^The test arrived: 200 in \d+ ms$/);
        await page.getByText('Thanks, got it.').first().waitFor();
        expect(isSignedWith(secret, request)).toBe(true);
      });

      it('says that the endpoint refused a test', async () => {
        endpoint.handle(() => ({ status: 500, body: 'Out of order.' }));
        await tested(/^The endpoint answered 500 in \d+ ms$/);
        expect(await page.getByText('Out of order.').first().isVisible()).toBe(true);
      });

      it('shows a delivery that failed with its answer, and sends it again', async () => {
        await world.api.post('/channels/add', {
          body: { type: 'website_schema', url: `${world.bakery.url}/new` },
        });
        const log = page.getByRole('table', { name: 'Log of deliveries' });
        const deliveries = log.getByRole('row').filter({ hasNotText: 'test' });
        await deliveries.getByRole('button', { name: '500 details of review.created' }).first().click();
        const answer = log.getByLabel(/^Answer, 500 in \d+ ms$/);
        await answer.waitFor();
        expect(await answer.innerText()).toContain('Out of order.');
        endpoint.handle(() => ({ body: 'Repaired.' }));
        await log.getByRole('button', { name: 'Send again' }).click();
        await said(page, 'Sent again. The result appears in the log.');
        await deliveries.getByRole('button', { name: '200 details of review.created' }).first().waitFor();
        expect(endpoint.requests.at(-1)?.json()).toMatchObject({ event: 'review.created' });
      });

      it('signs with a new secret alone once the secret was replaced at once', async () => {
        await page.getByRole('button', { name: 'Replace secret' }).click();
        const form = await openDialog(page, 'Replace the secret?');
        await form.getByLabel('How long both secrets sign').selectOption({ label: 'Not at all' });
        await form.getByRole('button', { name: 'Replace secret' }).click();
        const replaced = await storedSecret();
        expect(replaced).not.toBe(secret);
        const request = await tested(/^The test arrived: 200 in \d+ ms$/);
        expect([isSignedWith(replaced, request), isSignedWith(secret, request)]).toEqual([true, false]);
      });
    });

    describe('to an invited person', () => {
      const entry = (text: string | RegExp): Locator => page.getByRole('listitem').filter({ hasText: text });

      it('is a message and three reminders, as the profile says', async () => {
        await page.goto(`${world.origin}/app/1/invitations`);
        await page.getByRole('link', { name: /^Profiles/ }).click();
        await page.getByRole('button', { name: 'New profile' }).click();
        const form = await openDialog(page, 'New profile');
        await form.getByLabel('Name').fill('After a visit');
        await form.getByRole('button', { name: 'Add profile' }).click();
        await page.getByLabel('Wait before it is sent').fill('0');
        for (const name of ['Add a reminder', 'Add the second reminder', 'Add the third and last reminder'])
          await page.getByRole('button', { name }).click();
        await page.getByLabel('Send only in this window').uncheck();
        await page.getByLabel('Offer a review form of your own').check();
        await page.getByRole('button', { name: 'Save profile' }).click();
        await said(page, 'Profile saved.');
        const { settings } = await world.api.get('/invite/settings/list');
        expect(settings.map(({ name, followups }) => [name, followups])).toContainEqual(['After a visit', 3]);
      });

      it('is planned, and what was sent is in the timeline', async () => {
        await page.getByRole('link', { name: 'Profiles' }).click();
        await page.getByRole('link', { name: /^Requests/ }).click();
        await page.getByRole('button', { name: 'Invite someone' }).first().click();
        const form = await openDialog(page, 'Invite someone');
        await form.getByLabel('Email address').fill(LENA.email);
        await form.getByLabel('Name', { exact: true }).fill(LENA.name);
        await form.getByLabel('Profile', { exact: true }).selectOption('After a visit');
        await form.getByRole('button', { name: 'Invite 1 person' }).click();
        await page.getByRole('link', { name: LENA.name }).last().click();
        await entry('The mail server accepted it').waitFor();
        expect(await entry(/^Reminder \d · Planned/).count()).toBe(3);
      });

      it('leads the person from the mail to the form, where the person writes a review', async () => {
        const timeline = page.url();
        await page.getByRole('link', { name: 'Settings' }).first().click();
        await page.getByRole('link', { name: 'Mailbox' }).click();
        await page.getByRole('button', { name: LENA.email }).click();
        const opened = page.waitForEvent('popup');
        await page.frameLocator('article iframe').getByRole('link').first().click();
        const landing = await opened;
        await landing.getByRole('radio', { name: '5 out of 5 stars' }).check({ force: true });
        await landing.getByRole('textbox', { name: 'Your review' }).fill('Warm rolls at seven.');
        await landing.getByRole('checkbox').check();
        await landing.getByRole('button', { name: 'Send review' }).click();
        await landing.getByRole('heading', { name: 'Thank you for your review' }).waitFor();
        expect(new URL(landing.url()).pathname).toMatch(/^\/i\//);
        await landing.close();
        await page.goto(timeline);
      });

      // A click alone is judged two minutes later, because mail gateways open every link. A review counts at once.
      it('ends with the review, which the timeline shows', async () => {
        await entry(/^Reminder 3 · Cancelled/).waitFor();
        expect(await entry(/^Reviewed/).count()).toBe(1);
        expect(await entry(/^Reminder \d · Cancelled/).count()).toBe(3);
        expect(await entry(/^Reminder \d · Planned/).count()).toBe(0);
        const { items } = await world.api.get('/invite/requests/get');
        expect(items.map(({ step, status }) => `${step} ${status}`).sort()).toEqual([
          '0 reviewed',
          '1 cancelled',
          '2 cancelled',
          '3 cancelled',
        ]);
      });
    });
  });
});

/** Returns true if one of the signatures of a delivery was made with the secret. */
function isSignedWith(secret: string, { headers, text }: RecordedRequest): boolean {
  const parts = String(headers['x-service-signature'])
    .split(',')
    .map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value === expected);
}
