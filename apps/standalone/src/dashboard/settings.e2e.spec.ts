import { describeInBrowser } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';
import { DashboardWorld, OWNER, settled } from './dashboard-world.suite';

jest.setTimeout(240_000);

const DESK = { email: 'desk@example.com', password: 'another password' };

describeInBrowser('the settings in the browser', () => {
  let world: DashboardWorld;
  let page: Page;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    await world.api.post('/account/subaccount', { body: { name: 'Café Linden' } });
    await world.api.post('/account/subaccount', { body: { name: 'Bakery Nord' } });
    await world.api.post('/users', { body: { ...DESK, name: 'Desk', role_id: 2 } });
    page = await world.signIn();
  });
  afterAll(() => world.close());

  async function open(section: string): Promise<void> {
    await page.goto(`${world.origin}/app/1/settings/${section}`);
    await settled(page);
  }
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });

  it('ask before a changed form is left, and keep it if the person stays', async () => {
    await open('general');
    const company = page.getByLabel('Company name');
    await company.fill('Larkfield');
    const privacy = page.getByRole('link', { name: 'Privacy' });
    await privacy.click();
    await dialog('Discard your changes?').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep editing');
    await page.keyboard.press('Escape');
    await dialog('Discard your changes?').waitFor({ state: 'detached' });
    expect([new URL(page.url()).pathname, await company.inputValue()]).toEqual([
      '/app/1/settings/general',
      'Larkfield',
    ]);
    await privacy.click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/settings\/privacy$/);
    await open('general');
    expect(await company.inputValue()).not.toBe('Larkfield');
  });

  it('ask before a dialog with typed text is closed', async () => {
    await open('keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialog('Create key').getByLabel('Name', { exact: true }).fill('Till');
    await page.keyboard.press('Escape');
    await dialog('Discard your changes?').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await dialog('Create key').getByLabel('Name', { exact: true }).inputValue()).toBe('Till');
  });

  it('show a new key until the person has stored it or closes it knowingly', async () => {
    await page.keyboard.press('Control+Enter');
    const shown = dialog('Copy the key now');
    await shown.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep it open' }).click();
    expect(await shown.locator('code').first().innerText()).toMatch(/^rk_/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.getByText('Till', { exact: true }).isVisible()).toBe(true);
  });

  it('lead from the search of sub accounts to its rows', async () => {
    await open('sub-accounts');
    await page.keyboard.press('/');
    await page.keyboard.type('bakery');
    await page.getByText('Café Linden').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Bakery Nord');
  });

  it('end another session after they said what that means', async () => {
    const phone = await world.signIn(DESK);
    const own = await world.signIn(DESK);
    await own.goto(`${world.origin}/app/1/settings/security`);
    await settled(own);
    await own.getByRole('button', { name: /^End the session of/ }).click();
    await own.getByText('It is signed out at once.').waitFor();
    await own.getByRole('button', { name: 'End session' }).click();
    await own.getByRole('button', { name: /^End the session of/ }).waitFor({ state: 'detached' });
    await phone.reload();
    await phone.waitForURL(/\/app\/sign-in/);
    expect(new URL(phone.url()).pathname).toBe('/app/sign-in');
  });

  it('ask a person who signed in with a link for the password before a sub account is deleted', async () => {
    await world.api.post('/account/subaccount', { body: { name: 'Branch' } });
    const linked = await (await world.context()).newPage();
    const { url } = await world.api.post('/login/get_url', { body: OWNER });
    await linked.goto(url);
    await linked.getByRole('button', { name: 'Sign in' }).click();
    await linked.waitForURL(/\/app\/1$/);
    await linked.goto(`${world.origin}/app/1/settings/sub-accounts`);
    await linked.getByRole('button', { name: 'Actions for Branch' }).click();
    await linked.getByRole('menuitem', { name: /Delete/ }).click();
    await linked.getByRole('dialog').getByRole('textbox').fill('Branch');
    await linked
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await linked.getByText('Is it you?').waitFor();
    await linked.getByLabel(`Password for ${OWNER.email}`).fill(OWNER.password);
    await linked.getByRole('button', { name: 'Confirm' }).click();
    await linked
      .getByRole('status')
      .getByText(/Branch/)
      .waitFor();
    const left = await world.api.get('/account/subaccounts');
    expect(left.map(({ name }) => name)).not.toContain('Branch');
  });

  it('tell who forgot the password where its mail waits', async () => {
    const outside = await (await world.context()).newPage();
    await outside.goto(`${world.origin}/app/forgot`);
    await outside.getByLabel('Email').fill(OWNER.email);
    await outside.getByRole('button', { name: 'Send the link' }).click();
    const place = outside.getByText('the newest file in the folder “mailbox”');
    await place.waitFor();
    expect(await place.innerText()).toContain(OWNER.email);
  });
});
