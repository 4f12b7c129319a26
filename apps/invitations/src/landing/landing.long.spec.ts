import { readFileSync } from 'node:fs';
import { inviteAnswered, reviewCreated } from '@plaudit/contracts';
import {
  buildEvent,
  waitUntilConsumed,
  buildPublicPrincipal,
  describeInBrowser,
  launchBrowser,
  sampleAtLength,
} from '@plaudit/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { linkIndexOf } from '../channels/review-targets';
import { LinksWorld, SUB_ACCOUNT } from '../links/links-world.suite';
import { LANGUAGES } from '../settings/languages';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`;

const ANSWER = { rating: '4', text: 'Great bread.', name: 'Noa Bergman', consent: '1' };

describe('landing page', () => {
  let links: LinksWorld;
  let first: number;
  let second: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    first = await links.channel({ label: 'Google' });
    second = await links.channel({ label: 'Yelp' });
    await links.channel({ label: 'Hidden', url: 'javascript:alert(1)' });
    await links.channel({ label: 'Foreign', sub_account_id: SUB_ACCOUNT + 1 });
  });
  afterAll(() => links.close());

  const path = (id: number) => `/i/${links.token('review', id)}`;
  const withForm = (more: object = {}) => links.profile({ direct_form: { enabled: true }, ...more });

  it('lists all channels in the order of the settings, with the headers of a private page', async () => {
    const id = await links.message(await links.profile({ channels: [second, first] }));
    const { status, headers, body } = await links.get(path(id));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self'/,
    );
    expect(body.match(/<strong>(.*?)<\/strong>/g)).toEqual([
      '<strong>Yelp</strong>',
      '<strong>Google</strong>',
    ]);
    expect(body).toContain(`href="/i/${links.token('review', id, linkIndexOf(second))}"`);
    expect(body).not.toMatch(/<script|<form|javascript:/);
  });

  it('offers every channel of the sub account that has a web page if the settings name none', async () => {
    const id = await links.message(await links.profile());
    const { body } = await links.get(path(id));
    expect(body.match(/<strong>(.*?)<\/strong>/g)).toEqual([
      '<strong>Google</strong>',
      '<strong>Yelp</strong>',
    ]);
  });

  it('offers the channels that the request names instead of those of its settings', async () => {
    const settings = await links.profile({ channels: [first] });
    const id = await links.message(settings, { channels: JSON.stringify([first, second]) });
    expect((await links.get(path(id))).body).toContain('Yelp');
  });

  it('links straight to the sites if the settings do not count clicks', async () => {
    const id = await links.message(await links.profile({ tracking: { clicks: false } }));
    expect((await links.get(path(id))).body).toContain('href="https://platform.example/');
    expect(await links.hits(id)).toEqual([]);
  });

  it('is in the language, the colour and with the logo of the settings', async () => {
    const logo_url = 'https://cdn.example.com/logo.png?a=1&b=2';
    const id = await links.message(await links.profile({ language: 'fr', color: '#ffd400', logo_url }));
    const { headers, body } = await links.get(path(id));
    expect(body).toContain('<html lang="fr">');
    expect(body).toContain('--accent:#ffd400');
    expect(body).toContain('src="https://cdn.example.com/logo.png?a=1&amp;b=2" alt="Harbour Bakery"');
    expect(headers.get('content-security-policy')).toContain('img-src data: https://cdn.example.com;');
  });

  it('escapes everything that others wrote', async () => {
    const channel = await links.channel({ label: HOSTILE, url: 'https://platform.example/"><script>' });
    const settings = await withForm({
      channels: [channel, first],
      footer_address: HOSTILE,
      direct_form: { enabled: true, consent_text: HOSTILE },
    });
    const id = await links.message(settings, { name: HOSTILE });
    const page = await links.get(path(id));
    const sent = await links.post(path(id), { rating: '', text: `</textarea>${HOSTILE}`, name: HOSTILE });
    for (const { body } of [page, sent]) {
      expect(body).not.toMatch(/<script|<img|onerror=alert\(1\)>'/);
      expect(body).toContain('&lt;script&gt;');
    }
  });

  it('passes a review on once, marks the request as reviewed and ends its reminders', async () => {
    const recorder = await links.world.recorder('invite.>');
    const settings = await withForm();
    const id = await links.message(settings, { recipient: 'noa@example.com', reference: 'order-1' });
    const reminder = await links.reminder(settings, id, 'noa@example.com');
    const sent = await links.post(path(id), ANSWER);
    expect([sent.status, sent.headers.get('set-cookie')]).toEqual([200, null]);
    expect(sent.body).toContain('Thank you for your review');
    const again = await links.post(path(id), { ...ANSWER, text: 'Another one.', rating: '1' });
    const byReminder = await links.post(path(reminder), { ...ANSWER, text: 'A third one.' });
    expect([again.status, byReminder.status]).toEqual([200, 200]);
    expect(byReminder.body).toContain('Thank you for your review');

    const answered = await recorder.waitForOne(inviteAnswered, id);
    expect(answered).toMatchObject({
      accountid: 1,
      subaccountid: SUB_ACCOUNT,
      data: {
        id,
        from_name: 'Noa Bergman',
        from_email: 'noa@example.com',
        text: 'Great bread.',
        rating_value: 4,
        rating_scale: 5,
        language: 'en',
        reference: 'order-1',
        step: 0,
      },
    });
    expect(answered.data).toHaveProperty('consent_text', expect.stringMatching(/agree/i));
    expect(await links.row(id)).toMatchObject({ status: 'reviewed', reviewed_on: expect.any(Date) });
    expect((await links.row(reminder)).status).toBe('cancelled');
    expect(await links.activity(id)).toEqual([
      { type: 'reviewed', source: 'recipient', status: 'ok', detail: null },
    ]);
    expect(recorder.of(inviteAnswered).map(({ subject }) => subject)).toEqual([String(id)]);
    expect((await links.get(path(id))).body).toContain('Thank you for your review');
  });

  it('takes only one of many answers that arrive at once', async () => {
    const recorder = await links.world.recorder('invite.>');
    const id = await links.message(await withForm());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => links.post(path(id), { ...ANSWER, text: `Answer ${place}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    await recorder.waitForOne(inviteAnswered, id);
    expect(await links.activity(id)).toHaveLength(1);
    const events = recorder.of(inviteAnswered);
    expect(events.filter(({ data }) => data.id === id)).toHaveLength(1);
  });

  it('shows the faults at the fields and keeps the input', async () => {
    const id = await links.message(await withForm());
    const { status, body } = await links.post(path(id), { rating: '9', text: 'Good & cheap', name: ' ' });
    expect(status).toBe(422);
    expect(body).toContain('id="rating-fault">Choose a rating from 1 to 5 stars.');
    expect(body).toContain('aria-invalid="true" aria-describedby="name-fault name-hint"');
    expect(body).toContain('Good &amp; cheap</textarea>');
    expect((await links.row(id)).reviewed_on).toBeNull();
  });

  it('fills in the name of the request', async () => {
    const id = await links.message(await withForm(), { name: 'Noa Bergman' });
    expect((await links.get(path(id))).body).toContain('name="name" value="Noa Bergman"');
  });

  it('thanks a program that fills in the hidden field, and stores nothing', async () => {
    const id = await links.message(await withForm());
    const { status, body } = await links.post(path(id), { ...ANSWER, homepage: 'https://spam.example' });
    expect([status, body.includes('Thank you')]).toEqual([200, true]);
    expect((await links.row(id)).reviewed_on).toBeNull();
  });

  it('takes no answer if the settings have no form, and none to a deleted request', async () => {
    const id = await links.message(await links.profile());
    const plain = await links.post(path(id), ANSWER);
    expect([plain.status, plain.body.includes('<form')]).toEqual([200, false]);
    const deleted = await links.message(await withForm(), { deleted_on: new Date() });
    expect((await links.post(path(deleted), ANSWER)).status).toBe(404);
    expect((await links.row(id)).reviewed_on).toBeNull();
  });

  it('passes no address on for a phone number', async () => {
    const recorder = await links.world.recorder('invite.>');
    const id = await links.message(await withForm(), { type: 'sms', recipient: '+33612345678' });
    await links.post(path(id), ANSWER);
    const { data } = await recorder.waitForOne(inviteAnswered, id);
    expect(data).toMatchObject({ from_email: null, type: 'sms' });
  });

  it('notes the id of the stored review without a second entry', async () => {
    const id = await links.message(await withForm());
    await links.post(path(id), ANSWER);
    await links.world.publish(
      buildEvent(reviewCreated, {
        subaccountid: SUB_ACCOUNT,
        data: { id: 5150, origin: 'invitation', invite_id: id, channel_id: null },
      }),
    );
    await waitUntilConsumed(links.world.natsUrl, 'invitations__review');
    expect((await links.row(id)).review_id).toBe(5150);
    expect(await links.activity(id)).toHaveLength(1);
  });

  it('is gone with the sub account, whose recipients can still unsubscribe', async () => {
    const id = await links.message(await withForm(), { sub_account_id: SUB_ACCOUNT + 9 });
    expect((await links.get(path(id))).status).toBe(404);
    expect((await links.post(path(id), ANSWER)).status).toBe(404);
    const unsubscribe = await links.get(`/u/${links.token('unsubscribe', id)}`);
    expect(unsubscribe.status).toBe(200);
    expect(unsubscribe.body).toContain('localhost:8080 will send no more invitations');
  });

  it('says that there is nothing to review if no target is left', async () => {
    const gone = await links.profile({ channels: [999_999] });
    const { status, body } = await links.get(path(await links.message(gone)));
    expect([status, body.includes('There is nothing to review')]).toEqual([200, true]);
  });

  it('shows every error as a page in the language of the browser, with its status', async () => {
    const id = await links.message(await withForm());
    const german = { 'accept-language': 'de', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const huge = { headers: german, body: Buffer.alloc(2 * 1024 * 1024 + 1, 'x') };
    const errors = [
      [404, 'Dieser Link funktioniert nicht', links.browse('GET', '/i', { headers: german })],
      [404, 'Dieser Link funktioniert nicht', links.browse('GET', '/i/a/b', { headers: german })],
      [405, 'Wir konnten die Anfrage nicht lesen', links.browse('PUT', path(id), { headers: german })],
      [404, 'Dieser Link funktioniert nicht', links.browse('GET', '/i/templates/x', { headers: german })],
      [400, 'Wir konnten die Anfrage nicht lesen', links.browse('GET', '/i/%zz', { headers: german })],
      [400, 'Wir konnten die Anfrage nicht lesen', links.browse('GET', '/u/a?b=1&b=2', { headers: german })],
      [413, 'Wir konnten die Anfrage nicht lesen', links.browse('POST', path(id), huge)],
    ] as const;
    for (const [status, heading, response] of errors) {
      const { headers, body, ...got } = await response;
      expect([got.status, headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(headers.get('x-request-id')).toBeTruthy();
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(body).toContain('<html lang="de">');
      expect(body).toContain(`<h1>${heading}</h1>`);
    }
  });

  it('has an error page in every language of messages', async () => {
    for (const language of LANGUAGES) {
      const { body } = await links.get('/i/nothing', { 'accept-language': language });
      expect(body).toContain(`<html lang="${language}">`);
    }
  });

  it('asks people to come back after a fault on our side, and logs it', async () => {
    const id = await links.message(await withForm());
    links.world.expectErrors(/channel_copies/);
    await links.world.admin.query('alter table invitations.channel_copies rename to away');
    const { status, headers, body } = await links.get(path(id), { 'accept-language': 'fr' });
    await links.world.admin.query('alter table invitations.away rename to channel_copies');
    expect([status, headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(body).toContain('Veuillez réessayer dans quelques minutes.');
    expect(body).not.toMatch(/channel_copies|select|relation/);
  });

  it('answers programs that ask for JSON with JSON', async () => {
    for (const unknown of ['/i/nothing', '/i/a/b', '/u/nothing']) {
      const { status, body } = await links.get(unknown, { accept: 'application/json' });
      expect({ status, body }).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } });
    }
  });
});

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const TOO_WIDE = 'document.documentElement.scrollWidth > innerWidth';

const NARROW = { width: 320, height: 640 };

describeInBrowser('pages of invitations', () => {
  let links: LinksWorld;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let form: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    browser = await launchBrowser();
    for (const label of [
      'Google',
      'Yelp',
      'Trustpilot',
      'Tripadvisor',
      'A platform with a very long name indeed',
    ]) {
      await links.channel({ label });
    }
    form = await links.profile({ direct_form: { enabled: true }, footer_address: '1 Quay Street, Bristol' });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await links?.close();
  });
  afterEach(() => page.context().close());

  /** Opens a page as it is without JavaScript, except for the scripts of the spec itself. */
  async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
    const extraHTTPHeaders = await links.world.as(buildPublicPrincipal()).headers('invitations');
    const context = await browser.newContext({ extraHTTPHeaders, ...options });
    page = await context.newPage();
    problems = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(links.world.url('invitations') + path);
  }

  async function violations(): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(options: {
            resultTypes: string[];
          }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations: found } = await axe.run({ resultTypes: ['violations'] });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    });
  }

  const review = async () =>
    `/i/${links.token('review', await links.message(form, { name: 'Noa Bergman' }))}`;

  it.each(
    sampleAtLength<[string, BrowserContextOptions]>(
      [
        ['in light colours', { colorScheme: 'light' }],
        ['in dark colours', { colorScheme: 'dark' }],
        ['on a narrow screen', { viewport: NARROW }],
        ['with forced colours', { forcedColors: 'active' }],
      ],
      3,
    ),
  )('are accessible %s, and fit the screen', async (_how, options) => {
    const yellow = await links.profile({ color: '#ffff00' });
    const unsubscribe = `/u/${links.token('unsubscribe', await links.message(yellow))}`;
    const choice = `/i/${links.token('review', await links.message(yellow))}`;
    for (const [place, path] of [await review(), choice, unsubscribe, '/i/nothing'].entries()) {
      await (place === 0 ? open(path, options) : page.goto(links.world.url('invitations') + path));
      expect([path, await violations()]).toEqual([path, []]);
      const tooWide = await page.evaluate<boolean>(TOO_WIDE);
      expect([path, tooWide]).toEqual([path, false]);
      expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([]);
    }
    await page.goto(links.world.url('invitations') + (await review()));
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('alert').waitFor();
    expect(await violations()).toEqual([]);
  });

  it('take a review by keyboard and without JavaScript', async () => {
    await open(await review(), { javaScriptEnabled: false });
    await page.getByRole('radio', { name: '1 out of 5 stars' }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: '4 out of 5 stars' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('The sourdough is worth the queue.');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Noa Bergman');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you for your review' }).waitFor();
    expect(await page.getByRole('link', { name: 'Yelp' }).isVisible()).toBe(true);
  });

  it('show faults at the fields, keep what was typed, and lead from the list to the field', async () => {
    await open(await review());
    await page.getByRole('textbox', { name: 'Your review' }).fill('Good & cheap <3');
    await page.getByRole('textbox', { name: 'Your name' }).fill('');
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toMatch(/^Your review was not sent yet/);
    expect(await page.getByRole('textbox', { name: 'Your review' }).inputValue()).toBe('Good & cheap <3');
    await page.getByRole('alert').getByRole('link', { name: 'Enter your name.' }).click();
    await page.keyboard.type('Noa');
    await page.getByRole('radio', { name: '5 out of 5 stars' }).check({ force: true });
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('heading', { name: 'Thank you for your review' }).waitFor();
  });

  it('unsubscribe with one button, and undo that with another', async () => {
    const id = await links.message(form, { recipient: 'noa@example.com' });
    await open(`/u/${links.token('unsubscribe', id)}`, { javaScriptEnabled: false });
    await page.getByText('n•••@example.com').waitFor();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'You are subscribed again' }).waitFor();
    expect((await links.activity(id)).map(({ type }) => type)).toEqual(['unsubscribed', 'unsubscribed']);
  });
});
