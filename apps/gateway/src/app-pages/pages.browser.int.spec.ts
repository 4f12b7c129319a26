import { readFileSync } from 'node:fs';
import { describeInBrowser, launchBrowser } from '@plaudit/testing';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { people } from '../sign-in/people.suite';
import {
  ask,
  type Credentials,
  HOST,
  ORIGIN,
  OWNER,
  signIns,
  startSignInWorld,
} from '../sign-in/sign-in-world.suite';
import { codeAt } from '../two-factor/totp';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describeInBrowser('the web interface in Chromium', () => {
  let gateway: GatewayWorld;
  const { add } = people(() => gateway);
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Messages and errors on the browser's console. */
  let consoleMessages: string[];

  beforeAll(async () => {
    gateway = await startSignInWorld();
    browser = await launchBrowser({ [`${HOST}:80`]: new URL(gateway.url).host });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
  });

  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    consoleMessages = [];
    page.on('console', (message) => consoleMessages.push(message.text()));
    page.on('pageerror', (error) => consoleMessages.push(String(error)));
  });
  afterEach(() => context.close());

  async function fillIn({ email, password }: Credentials): Promise<void> {
    // Filling in a field before autofocus has run causes a message on the console.
    await page.locator('[name=email]:focus').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
  }

  async function signIn(credentials: Credentials = OWNER): Promise<void> {
    await page.goto(`${ORIGIN}/app`);
    await fillIn(credentials);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${ORIGIN}/app/keys`);
  }

  /** Clicks and waits until the next page has loaded. Until its script runs, its buttons do nothing. */
  async function clickAndLoad(target: Locator): Promise<void> {
    await Promise.all([page.waitForEvent('load'), target.click()]);
  }

  async function expectAccessible(): Promise<void> {
    // Playwright evaluates over the DevTools protocol, to which the page's Content-Security-Policy does not apply.
    const violations = await page.evaluate(`(async () => { ${AXE};
      return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]); })()`);
    expect(violations).toEqual([]);
  }

  async function hello(apiKey: string): Promise<number> {
    return (await ask(gateway, '/public/v1/hello', { headers: basic(apiKey) })).status;
  }

  it('lets a user sign in, create a key, delete it and sign out', async () => {
    await signIn();
    await expectAccessible();
    await page.getByLabel('Name').fill('Shop "<script>alert(1)</script>');
    await page.getByLabel('Role').selectOption('editor');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = page.locator('#secret');
    await secret.waitFor();
    const apiKey = (await secret.textContent()) ?? '';
    expect(await hello(apiKey)).toBe(200);
    await clickAndLoad(page.getByRole('link', { name: 'Done' }));
    await page.getByText('Shop "<script>').waitFor();
    expect(await page.content()).not.toContain(apiKey);
    page.on('dialog', (dialog) => void dialog.accept());
    await clickAndLoad(page.getByRole('row', { name: /Shop/ }).getByRole('button', { name: 'Delete' }));
    await page.getByRole('row', { name: /Shop/ }).waitFor({ state: 'detached' });
    expect(await hello(apiKey)).toBe(401);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${ORIGIN}/app/sign-in`);
    await page.goto(`${ORIGIN}/app/keys`);
    expect(page.url()).toBe(`${ORIGIN}/app/sign-in`);
    expect(consoleMessages).toEqual([]);
  });

  it('explains why a sign-in was refused', async () => {
    await page.goto(`${ORIGIN}/app/sign-in`);
    await expectAccessible();
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password').fill('not mine');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No user has this email and password').waitFor();
  });

  it('signs a user in by a one-time link once, after asking, and removes its token from the address bar', async () => {
    const answer = await ask(gateway, '/public/v1/login/get_url', {
      method: 'POST',
      headers: basic(gateway.apiKey),
      body: OWNER,
    });
    const url = String(answer.json().url);
    await page.goto(url);
    await page.getByText('Continue only if you asked for it').waitFor();
    await expectAccessible();
    expect(page.url()).toBe(`${ORIGIN}/login/once`);
    expect(await context.cookies()).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${ORIGIN}/app/keys`);
    await context.clearCookies();
    const again = await context.newPage();
    await again.goto(url);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByText('does not work any more').waitFor();
    expect(again.url()).toBe(`${ORIGIN}/login/once`);
    await again.getByRole('link', { name: 'Sign in with your password' }).waitFor();
    expect(consoleMessages).toEqual([]);
  });

  /** Sends the form with this button and waits for the response, so that a message of an earlier response is not read. */
  async function submit(button: string): Promise<void> {
    await Promise.all([
      page.waitForResponse((response) => response.request().method() !== 'GET'),
      page.getByRole('button', { name: button }).click(),
    ]);
  }

  it('asks for the password before it creates an admin key, and moves the focus to it', async () => {
    await signIn();
    await page.getByLabel('Name').fill('Everything');
    await page.getByLabel('Role').selectOption('admin');
    await page.getByLabel('Your password').fill('not mine');
    await submit('Create key');
    await page.getByText('password is not your current password').waitFor();
    await page.locator('[name=password]:focus[aria-invalid]').waitFor();
    await expectAccessible();
    await page.getByLabel('Your password').fill(OWNER.password);
    await submit('Create key');
    await page.locator('#secret').waitFor();
  });

  it('sets two-factor sign-in up, signs in with a code, and switches it off', async () => {
    const person = await add();
    await signIn(person);
    await clickAndLoad(page.getByRole('link', { name: 'Security' }));
    const setup = page.locator('section', { hasText: 'Two-factor sign-in' });
    await setup.getByLabel('Current password').fill(person.password);
    await submit('Set up');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await page.evaluate("document.getElementById('qr-code').decode().then(() => true)")).toBe(true);
    await expectAccessible();
    const secret = (await page.locator('#two-factor-secret').textContent()) ?? '';
    await page.getByLabel('Code that the app shows').fill(codeAt(secret, new Date()));
    await submit('Switch on');
    await page.locator('#new-codes:focus').waitFor();
    const recoveryCodes = await page.locator('#recovery-codes li').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await expectAccessible();
    await clickAndLoad(page.getByRole('link', { name: 'Done' }));
    await page.getByText('Recovery codes left: 10').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(`${ORIGIN}/app/sign-in`);

    await fillIn(person);
    await submit('Sign in');
    await page.locator('[name=code]:focus').waitFor();
    await expectAccessible();
    await page.getByLabel('Code of your authenticator app').fill('000000');
    await submit('Sign in');
    await page.getByText('code is wrong').waitFor();
    await page.locator('[name=code]:focus[aria-invalid]').waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.locator('[name=code]').waitFor({ state: 'hidden' });
    await fillIn(person);
    await submit('Sign in');
    await page.locator('[name=code]:focus').waitFor();
    await page.getByLabel('Code of your authenticator app').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${ORIGIN}/app/keys`);

    await page.goto(`${ORIGIN}/app/security`);
    const change = page.locator('#two-factor-change');
    await change.getByLabel('Current password').fill(person.password);
    await change.getByLabel('Code of the app').fill(recoveryCodes[1] ?? '');
    await clickAndLoad(page.getByRole('button', { name: 'Switch off' }));
    await page.getByText('Two-factor sign-in is off').waitFor();
  });

  it('changes the password and ends sessions', async () => {
    const person = await add();
    await signIn(person);
    await page.goto(`${ORIGIN}/app/security`);
    await clickAndLoad(page.getByRole('button', { name: 'End the session' }));
    await page.getByRole('button', { name: 'End the session' }).waitFor({ state: 'detached' });
    const form = page.locator('#password');
    await form.getByLabel('Current password').fill(person.password);
    await form.getByLabel('New password').fill('another password of theirs');
    await submit('Change password');
    await page.getByRole('alert').getByText('Your password was changed').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${ORIGIN}/app/sign-in`);
    expect(consoleMessages).toEqual([]);
  });

  it('switches the API off and on', async () => {
    await signIn();
    await clickAndLoad(page.getByRole('link', { name: 'Account' }));
    await expectAccessible();
    page.on('dialog', (dialog) => void dialog.accept());
    const api = page.locator('#api_enabled');
    await api.getByLabel('Your password').fill('not mine');
    await submit('Switch the API off');
    await api.locator('[name=password]:focus[aria-invalid]').waitFor();
    await api.getByLabel('Your password').fill(OWNER.password);
    await clickAndLoad(page.getByRole('button', { name: 'Switch the API off' }));
    expect(await hello(gateway.apiKey)).toBe(401);
    await api.getByLabel('Your password').fill(OWNER.password);
    await clickAndLoad(page.getByRole('button', { name: 'Switch the API on' }));
    await page.getByText('The API is on').waitFor();
    expect(await hello(gateway.apiKey)).toBe(200);
  });

  it('asks a user of several accounts which one to enter', async () => {
    const email = 'several@example.com';
    for (let n = 0; n < 2; n += 1) await signIns(() => gateway).anotherAccount(email);
    await gateway.world.admin.query(
      "update gateway.accounts set company_name = 'Shop <b>' || id where company_name = 'Other'",
    );
    await page.goto(`${ORIGIN}/app/sign-in`);
    await page.locator('[name=email]:focus').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Choose one and sign in').waitFor();
    await expectAccessible();
    const names = await page.getByLabel('Account').locator('option').allTextContents();
    expect(names).toEqual([expect.stringMatching(/^Shop <b>\d+$/), expect.stringMatching(/^Shop <b>\d+$/)]);
    await page.getByLabel('Account').selectOption(names[1]!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${ORIGIN}/app/keys`);
    expect(consoleMessages).toEqual([]);
  });

  it('asks a signed-in user to confirm before a link starts a new session', async () => {
    await signIn();
    const answer = await ask(gateway, '/public/v1/login/get_url', {
      method: 'POST',
      headers: basic(gateway.apiKey),
      body: OWNER,
    });
    await page.goto(String(answer.json().url));
    await page.getByText(`You are signed in as ${OWNER.email}`).first().waitFor();
    await expectAccessible();
    await page.getByRole('button', { name: 'Continue with the link' }).click();
    await page.waitForURL(`${ORIGIN}/app/keys`);
  });
});
