import { DatabaseClient } from '@plaudit/database';
import { describeInBrowser, eventually, SmtpStandIn } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';
import { axeViolations, DashboardWorld, settled } from './dashboard-world.suite';
import { openDialog, said } from './people.suite';

jest.setTimeout(240_000);

const SENDER = 'reviews@shop.example';
const LOGIN_MISSING = '530 5.7.0 Authentication required';
const UNKNOWN = '550 5.1.1 User unknown';

describeInBrowser('invitations that a mail server refuses', () => {
  let smtp: SmtpStandIn;
  let world: DashboardWorld;
  let page: Page;

  beforeAll(async () => {
    smtp = await SmtpStandIn.start();
    world = await DashboardWorld.start({
      more: {
        SMTP_URL: smtp.url,
        MAIL_FROM: `Shop <${SENDER}>`,
        SMTP_PER_MINUTE: '0',
        SMTP_DOMAIN_PER_MINUTE: '0',
      },
    });
    await world.api.get('/invite/settings/get');
    const [profile] = (await world.api.get('/invite/settings/list')).settings;
    await world.api.put('/invite/settings/update/{settings_id}', {
      params: { path: { settings_id: profile!.id } },
      body: { settings: { send_window: { enabled: false }, review_url: 'https://shop.example/review' } },
    });
    page = await world.signIn();
    await page.goto(`${world.origin}/app/1/invitations`);
  });
  afterAll(async () => {
    await world.close();
    await smtp.close();
  });

  const note = (text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });

  async function invite(recipients: readonly string[]): Promise<void> {
    const requests = recipients.map((recipient) => ({ recipient, delay: 0 }));
    await world.api.post('/invite/requests/add_bulk', { body: { requests } });
  }

  const count = async (status: string): Promise<number> =>
    (await world.api.get('/invite/requests/get', { params: { query: { status, limit: 1 } } })).count;

  async function expectNoViolations(): Promise<void> {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.setViewportSize({ width: 1_280, height: 800 });
  }

  it('wait for their sender, which the page says with what to do, and leave after "Try now"', async () => {
    smtp.follow({ mail: LOGIN_MISSING });
    await invite(['ada@example.com', 'bo@example.com']);
    const stop = note(`Mails from ${SENDER} wait`);
    await stop.getByText('2 mails wait since').waitFor();
    expect(await stop.innerText()).toContain('does not accept the login');
    expect(await stop.innerText()).toContain(LOGIN_MISSING);
    expect(await stop.innerText()).not.toMatch(/[A-Z]{3,}_[A-Z]/);
    await page.reload();
    await page
      .getByRole('row')
      .getByText('Waits: the mail server does not accept the login')
      .first()
      .waitFor();
    await expectNoViolations();
    smtp.follow({});
    await stop.getByRole('button', { name: 'Try now' }).click();
    await said(page, 'One mail tries now. If it is accepted, the others follow.');
    await stop.waitFor({ state: 'detached' });
    await eventually(
      () => count('sent'),
      (sent) => sent === 2,
      'the mails that waited',
    );
  });

  it('come back as unknown so often that a person has to decide, who lets all of them go', async () => {
    smtp.follow((_number, to) => (to.startsWith('gone') ? { rcpt: UNKNOWN } : {}));
    await invite(Array.from({ length: 28 }, (_, at) => `fine${at}@example.com`));
    await eventually(
      () => count('sent'),
      (sent) => sent === 30,
      'the mails before',
    );
    await invite(Array.from({ length: 14 }, (_, at) => `gone${at}@example.com`));
    await eventually(
      () => count('failed'),
      (failed) => failed === 14,
      'the mails that came back',
    );
    const fuse = note('came back as unknown').first();
    await fuse.waitFor();
    const unknown = page.getByRole('row').filter({ hasText: 'Came back as unknown, which is not certain' });
    await unknown.first().getByRole('link').first().click();
    const failure = page.getByRole('listitem').filter({ hasText: 'Came back as unknown' });
    expect(await failure.getByText(UNKNOWN).evaluate(({ tagName }) => tagName)).toBe('Q');
    await expectNoViolations();
    await page.goBack();
    const before = await suppressed();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(14);
    await expectNoViolations();
    while ((await note('came back as unknown').count()) > 0) {
      const open = await note('came back as unknown').count();
      await fuse.getByRole('button', { name: 'Decide' }).click();
      const dialog = await openDialog(page, 'Do these people exist?');
      const person = dialog
        .getByRole('region', { name: 'People whose mails came back' })
        .getByRole('listitem');
      await person
        .filter({ hasText: /gone\d+@example\.com/ })
        .filter({ hasText: UNKNOWN })
        .first()
        .waitFor();
      await expectNoViolations();
      await dialog.getByLabel('keep writing to them').check();
      await dialog.getByLabel('Also take those off the list').check();
      await dialog.getByRole('button', { name: 'Keep writing to them' }).click();
      await dialog.waitFor({ state: 'detached' });
      await eventually(
        () => note('came back as unknown').count(),
        (left) => left < open,
        'the note to go',
      );
    }
    expect(await suppressed()).toBe(0);
  });

  it('have put people on a list whose hours can be undone together', async () => {
    const recipients = ['cy@example.com', 'di@example.com', 'ed@example.com'];
    await world.api.post('/invite/suppressions/import', { body: { recipients } });
    await page.getByRole('link', { name: 'Do not contact' }).click();
    await page.getByRole('radiogroup').or(page.getByRole('group')).getByText('By hour').click();
    const row = page.getByRole('row').filter({ hasText: 'Added by hand' }).first();
    await row.waitFor();
    await expectNoViolations();
    await row.getByRole('button', { name: 'Show' }).click();
    await page.getByText('di@example.com').waitFor();
    await page.goBack();
    await row.getByRole('button', { name: 'Undo these' }).click();
    const dialog = await openDialog(page, 'Take 3 people off the list?');
    await dialog.getByRole('button', { name: 'Take 3 off the list' }).click();
    await said(page, '3 people were taken off the list.');
    expect(await suppressed()).toBe(0);
  });

  it('names in the checks of a profile the address that an upgrade removed, until it is confirmed', async () => {
    const [profile] = (await world.api.get('/invite/settings/list')).settings;
    const database = new DatabaseClient({ connectionString: world.postgresUrl });
    await database.connect();
    const removed = JSON.stringify({ reply_to: 'büro@shop.example' });
    await database.query('update invitations.settings_profiles set removed_addresses = $1', [removed]);
    await database.end();
    await page.goto(`${world.origin}/app/1/invitations/profiles/${profile!.id}`);
    const check = page.getByRole('listitem').filter({ hasText: 'büro@shop.example' });
    await check.getByText('was removed, because mails cannot have it').waitFor();
    await expectNoViolations();
    await check.getByRole('button', { name: 'Leave it empty' }).click();
    await check.waitFor({ state: 'detached' });
    expect((await world.api.get('/invite/settings/list')).settings).toMatchObject([
      { removed_addresses: [] },
    ]);
  });

  async function suppressed(): Promise<number> {
    return (await world.api.get('/invite/suppressions/get')).items.length;
  }
});
