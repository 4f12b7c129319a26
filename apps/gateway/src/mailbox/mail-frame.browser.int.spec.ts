import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser, launchBrowser, temporaryFolder } from '@plaudit/testing';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { GatewayWorld } from '../gateway-world.suite';
import { cookieOf, HOST, ORIGIN, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { type CatcherStandIn, startCatcherStandIn } from './mailbox.suite';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describeInBrowser('the HTML of a mail in a frame of Chromium', () => {
  let catcher: CatcherStandIn;
  let gateway: GatewayWorld;
  let browser: Browser;
  let page: Page;
  let consoleMessages: string[];
  let feedbackId: string;
  const { sql, signInByPassword } = signIns(() => gateway);

  beforeAll(async () => {
    catcher = await startCatcherStandIn();
    const dashboard = temporaryFolder('page-with-a-frame-');
    writeFileSync(
      join(dashboard, 'index.html'),
      '<!doctype html><html lang="en"><title>The dashboard</title>',
    );
    gateway = await startSignInWorld({ MAILBOX_URL: catcher.url, DASHBOARD_DIR: dashboard });
    browser = await launchBrowser({ [`${HOST}:80`]: new URL(gateway.url).host });
    const [row] = await sql<{ id: number }>('select id from gateway.sub_accounts where main');
    feedbackId = `5:${row!.id}:invite:${HOST}`;
    const [name = '', value = ''] = cookieOf(await signInByPassword()).split('=');
    page = await browser.newPage();
    await page.context().addCookies([{ name, value, url: ORIGIN.replace('http:', 'https:'), secure: true }]);
    page.on('console', (message) => consoleMessages.push(message.text()));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
    await catcher?.server.close();
  });

  /** Shows a mail in a frame that allows everything, so that only the headers of the mail protect the page. */
  async function show(html: string): Promise<FrameLocator> {
    const id = catcher.add({ feedbackId, html });
    consoleMessages = [];
    await page.goto(`${ORIGIN}/app`);
    await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), {
      src: '/app/mailbox/mails/${id}/html' }))`);
    return page.frameLocator('iframe');
  }

  it('looks as its recipient would see it, and its links open in another tab', async () => {
    const mail =
      await show(`<!doctype html><html lang="en"><head><title>Mail</title><style>p { color: rgb(0, 0, 200); }</style></head>
      <body><p>Hello <b>Noa</b></p><img src="${PIXEL}" alt="" width="1" height="1">
      <a href="${ORIGIN}/docs">Write a review</a></body></html>`);
    await mail.getByText('Hello Noa').waitFor();
    const frame = page.frames().find((one) => one.url().endsWith('/html'));
    expect(await frame?.evaluate('getComputedStyle(document.querySelector("p")).color')).toBe(
      'rgb(0, 0, 200)',
    );
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      mail.getByRole('link', { name: 'Write a review' }).click(),
    ]);
    await tab.waitForURL(`${ORIGIN}/docs`);
    await tab.close();
  });

  it('runs no script, sends no form and does not leave the page', async () => {
    const mail =
      await show(`<body onload="top.location='https://evil.example.com'"><script>top.document.title = 'taken'</script>
      <form action="${ORIGIN}/app/session" method="post" target="_top"><button>Press</button></form>
      <meta http-equiv="refresh" content="0;url=javascript:alert(1)"><p>Shown</p></body>`);
    await mail.getByText('Shown').waitFor();
    await mail.getByRole('button', { name: 'Press' }).click();
    expect([page.url(), await page.title()]).toEqual([`${ORIGIN}/app`, 'The dashboard']);
    expect(consoleMessages.join('\n')).toMatch(/Blocked script execution/);
  });
});
