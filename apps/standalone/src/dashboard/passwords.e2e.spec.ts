import { describeInBrowser } from '@plaudit/testing';
import type { Page } from 'playwright-core';
import { DashboardWorld, OWNER } from './dashboard-world.suite';

jest.setTimeout(240_000);

describeInBrowser('the dashboard', () => {
  let world: DashboardWorld;
  let page: Page;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    await world.api.post('/account/subaccount', { body: { name: 'Branch' } });
    page = await (await world.context()).newPage();
    const { url } = await world.api.post('/login/get_url', { body: OWNER });
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app\/1$/);
  });
  afterAll(() => world.close());

  it('asks a person who signed in with a link for the password before it deletes a sub account, and then deletes it', async () => {
    await page.goto(`${world.origin}/app/1/settings/sub-accounts`);
    await page
      .getByRole('button', { name: /Branch/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Branch');
    await page
      .getByRole('button', { name: /Delete/ })
      .last()
      .click();
    await page.getByText('Is it you?').waitFor();
    await page.getByLabel(`Password for ${OWNER.email}`).fill(OWNER.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByRole('status')
      .getByText(/Branch/)
      .waitFor();
    expect(await world.api.get('/account/subaccounts')).toHaveLength(1);
  });

  it('signs in once with a one-time link, which opening does not use up, and keeps its token out of the address', async () => {
    const { url } = await world.api.post('/login/get_url', { body: OWNER });
    const token = new URLSearchParams(new URL(url).hash.slice(1)).get('t') ?? '';
    const guest = await (await world.context()).newPage();
    const opened = await guest.goto(url);
    expect(opened?.status()).toBe(200);
    await guest.goto('about:blank');
    await guest.goto(url);
    await guest.waitForURL(({ hash }) => hash === '');
    expect(token).not.toBe('');
    expect(guest.url()).not.toContain(token);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.waitForURL(/\/app\/1$/);

    const second = await (await world.context()).newPage();
    await second.goto(url);
    await second.getByRole('button', { name: 'Sign in' }).click();
    await second.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(second.url()).not.toContain(token);
    expect(await second.context().cookies()).toEqual([]);
    await second.getByRole('link', { name: 'Go to sign in' }).click();
    await second.getByLabel('Email').waitFor();
  });

  it('says where the mail with a new password waits if there is no mail server', async () => {
    const outside = await (await world.context()).newPage();
    await outside.goto(`${world.origin}/app/forgot`);
    await outside.getByLabel('Email').fill(OWNER.email);
    await outside.getByRole('button', { name: 'Send the link' }).click();
    const place = outside.getByText('the newest file in the folder “mailbox”');
    await place.waitFor();
    expect(await place.innerText()).toContain(OWNER.email);
  });
});
