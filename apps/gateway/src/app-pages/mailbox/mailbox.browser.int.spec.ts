import { readFileSync } from 'node:fs';
import { describeInBrowser, launchBrowser } from '@plaudit/testing';
import type { Browser, Page } from 'playwright-core';
import type { GatewayWorld } from '../../gateway-world.suite';
import { HOST, ORIGIN, OWNER, signIns, startSignInWorld } from '../../sign-in/sign-in-world.suite';
import { type CatcherStandIn, startCatcherStandIn } from './mailbox.suite';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describeInBrowser('the mailbox in Chromium', () => {
  let catcher: CatcherStandIn;
  let gateway: GatewayWorld;
  let browser: Browser;
  let page: Page;
  let consoleMessages: string[];
  let feedbackId: string;
  const { sql } = signIns(() => gateway);

  beforeAll(async () => {
    catcher = await startCatcherStandIn();
    gateway = await startSignInWorld({ MAILBOX_URL: catcher.url });
    browser = await launchBrowser({ [`${HOST}:80`]: new URL(gateway.url).host });
    const [row] = await sql<{ id: number }>('select id from gateway.sub_accounts where main');
    feedbackId = `5:${row!.id}:invite:${HOST}`;
    page = await browser.newPage();
    page.on('console', (message) => consoleMessages.push(message.text()));
    consoleMessages = [];
    await page.goto(`${ORIGIN}/app`);
    await page.locator('[name=email]:focus').waitFor();
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${ORIGIN}/app/keys`);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
    await catcher?.server.close();
  });
  beforeEach(() => {
    catcher.clear();
    consoleMessages = [];
  });

  async function expectAccessible(): Promise<void> {
    const violations = await page.evaluate(`(async () => { ${AXE};
      return (await axe.run({ iframes: false })).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]); })()`);
    expect(violations).toEqual([]);
  }

  it('shows a mail as its recipient would see it, and opens its links in another tab', async () => {
    const html = `<!doctype html><html lang="en"><head><title>Mail</title><style>p { color: rgb(0, 0, 200); }</style></head>
      <body><p>Hello <b>Noa</b></p><img src="${PIXEL}" alt="" width="1" height="1">
      <a href="${ORIGIN}/docs">Write a review</a></body></html>`;
    for (let at = 0; at < 3; at += 1) catcher.add({ feedbackId, html, subject: `How was your visit ${at}?` });
    await page.getByRole('link', { name: 'Mailbox' }).click();
    await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: 'How was your visit 2?' }).click();
    const mail = page.frameLocator('iframe');
    await mail.getByText('Hello Noa').waitFor();
    const frame = page.frames().find((one) => one.url().endsWith('/html'));
    const color = await frame?.evaluate('getComputedStyle(document.querySelector("p")).color');
    expect(color).toBe('rgb(0, 0, 200)');
    await page.getByText('Headers').click();
    await page.getByText(`Feedback-ID: ${feedbackId}`).waitFor();
    await expectAccessible();
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      mail.getByRole('link', { name: 'Write a review' }).click(),
    ]);
    await tab.waitForURL(`${ORIGIN}/docs`);
    await tab.close();
    // The test itself runs scripts in the frame, which the browser reports.
    expect(consoleMessages.filter((text) => !text.startsWith('Blocked script execution'))).toEqual([]);
  });

  it('runs no script of a mail, sends no form and does not leave the page', async () => {
    const html = `<body onload="top.location='https://evil.example.com'"><script>top.document.title = 'taken'</script>
      <form action="${ORIGIN}/app/session" method="post" target="_top"><button>Press</button></form>
      <meta http-equiv="refresh" content="0;url=javascript:alert(1)"><p>Shown</p></body>`;
    const id = catcher.add({ feedbackId, html, subject: 'Hostile' });
    await page.goto(`${ORIGIN}/app/mailbox/${id}`);
    const mail = page.frameLocator('iframe');
    await mail.getByText('Shown').waitFor();
    await mail.getByRole('button', { name: 'Press' }).click();
    expect(page.url()).toBe(`${ORIGIN}/app/mailbox/${id}`);
    expect(await page.title()).toBe('Hostile – Plaudit');
    expect(consoleMessages.join('\n')).toMatch(/Blocked script execution/);
  });
});
