import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser, launchBrowser, temporaryFolder } from '@plaudit/testing';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { GatewayWorld } from '../gateway-world.suite';
import { people, type Person } from '../sign-in/people.suite';
import {
  ask,
  cookieOf,
  type PageAnswer,
  signIns,
  startSignInWorld,
  HOST,
  ORIGIN,
} from '../sign-in/sign-in-world.suite';
import { type CatcherStandIn, startCatcherStandIn } from './mailbox.suite';

const PATH = '/app/mailbox/mails';

describe('the mailbox', () => {
  let catcher: CatcherStandIn;
  let gateway: GatewayWorld;
  let main: number;
  let shop: number;
  let owner: Person;
  const { add } = people(() => gateway);
  const { anotherAccount, signInByPassword, sql, callApi } = signIns(() => gateway);

  beforeAll(async () => {
    catcher = await startCatcherStandIn();
    gateway = await startSignInWorld({ MAILBOX_URL: catcher.url });
    const [row] = await sql<{ id: number }>(
      'select id from gateway.sub_accounts where main order by id limit 1',
    );
    main = row!.id;
    shop = Number((await callApi('/account/subaccount', { name: 'Harbour Bakery' })).json().id);
    owner = await add();
  });
  afterAll(async () => {
    await gateway.close();
    await catcher.server.close();
  });
  beforeEach(() => catcher.clear());

  const of = (subAccountId: number): string => `5:${subAccountId}:invite:plaudit.localhost`;
  const open = (path: string, { cookie } = owner): Promise<PageAnswer> =>
    ask(gateway, PATH + path, { headers: { cookie } });
  const listed = async (user = owner): Promise<string[]> =>
    ((await open('', user)).json().mails as { id: string }[]).map(({ id }) => id);

  it('lists the mails, the newest first', async () => {
    const first = catcher.add({ subject: 'First', feedbackId: of(main) });
    const second = catcher.add({
      subject: '=?utf-8?Q?Zweite_=C3=9C?=',
      feedbackId: of(shop),
      to: 'b@example.com',
    });
    const { status, headers, json } = await open('');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const from = 'Harbour Bakery <reviews@example.com>';
    const sent_on = expect.stringMatching(/^2025-11-22 08:26:4\d$/);
    expect(json()).toEqual({
      success: true,
      mails: [
        { id: second, from, to: 'b@example.com', subject: 'Zweite Ü', sent_on },
        { id: first, from, to: 'Noa Bergman <noa@example.com>', subject: 'First', sent_on },
      ],
    });
  });

  it('shows a mail with its text, and its HTML in a frame that runs no script', async () => {
    const html =
      '<!doctype html><html><head><title>x</title></head><body><script>alert(1)</script></body></html>';
    const id = catcher.add({ feedbackId: of(shop), html, text: 'Plain <b>text</b>' });
    const mail = await open(`/${id}`);
    expect(mail.headers['cache-control']).toBe('no-store');
    expect(mail.headers['content-type']).toContain('application/json');
    expect(mail.json()).toMatchObject({
      success: true,
      mail: { id, html: true, text: expect.stringContaining('Plain <b>text</b>') },
    });
    expect(mail.text).not.toContain('alert(1)');

    const shown = await open(`/${id}/html`);
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shown.text.trim()).toBe(html.replace('<head>', '<head><base target="_blank">'));
    const policy = String(shown.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(shown.headers['x-content-type-options']).toBe('nosniff');
  });

  it('says of a mail without HTML that it has none', async () => {
    const id = catcher.add({ feedbackId: of(shop) });
    expect((await open(`/${id}`)).json()).toMatchObject({ mail: { html: false } });
    expect((await open(`/${id}/html`)).text).toBe('<!doctype html><base target="_blank">');
  });

  it('shows nobody the mails of other accounts', async () => {
    const stranger = await anotherAccount('stranger@example.com');
    const cookie = cookieOf(await signInByPassword(stranger));
    const [foreign] = await sql<{ id: number }>(
      "select s.id from gateway.sub_accounts s join gateway.users u using (account_id) where u.email = 'stranger@example.com'",
    );
    const [ours, theirs] = [
      catcher.add({ feedbackId: of(shop) }),
      catcher.add({ feedbackId: of(foreign!.id) }),
    ];
    for (const path of [theirs, `${theirs}/html`]) {
      expect((await open(`/${path}`)).status).toBe(404);
      expect((await open(`/${path}`, { ...owner, cookie })).status).toBe(200);
    }
    for (const path of [ours, `${ours}/html`])
      expect((await open(`/${path}`, { ...owner, cookie })).status).toBe(404);
    expect(await listed()).toEqual([ours]);
    expect(await listed({ ...owner, cookie })).toEqual([theirs]);
  });

  it('shows a user of single sub accounts only the mails of those', async () => {
    const clerk = await add({ role_id: 2, sub_accounts: [shop] });
    const [hidden, shown] = [catcher.add({ feedbackId: of(main) }), catcher.add({ feedbackId: of(shop) })];
    expect(await listed(clerk)).toEqual([shown]);
    expect((await open(`/${hidden}`, clerk)).status).toBe(404);
  });

  it('shows the mail that invites a user only to admins of the whole account', async () => {
    const [account] = await sql<{ id: number }>(
      'select account_id as id from gateway.sub_accounts where id = $1',
      [main],
    );
    const [clerk, shopAdmin] = [await add({ role_id: 3 }), await add({ sub_accounts: [shop] })];
    const own = catcher.add({ feedbackId: `${account!.id}:21:access:plaudit.localhost` });
    const foreign = catcher.add({ feedbackId: `${account!.id + 1}:21:access:plaudit.localhost` });
    expect(await listed()).toEqual([own]);
    for (const user of [clerk, shopAdmin]) {
      expect(await listed(user)).toEqual([]);
      expect((await open(`/${own}`, user)).status).toBe(404);
    }
    expect((await open(`/${foreign}`)).status).toBe(404);
  });

  it('shows nobody a mail that does not name one sub account', async () => {
    const ids = [
      catcher.add({ feedbackId: null }),
      catcher.add({ feedbackId: `5:x:invite:host` }),
      catcher.add({ feedbackId: `5:${main}:other:host` }),
      catcher.add({ feedbackId: of(shop), headers: [`feedback-id: ${of(main)}`] }),
      catcher.add({ feedbackId: of(99_999_999) }),
      catcher.add({ feedbackId: '5:9999999999999999:invite:host' }),
    ];
    expect(await listed()).toEqual([]);
    for (const id of ids) expect((await open(`/${id}`)).status).toBe(404);
  });

  it('is closed without a session and to other sites, and refuses ids that the catcher never gave', async () => {
    const id = catcher.add({ feedbackId: of(shop) });
    for (const path of ['', `/${id}`, `/${id}/html`]) {
      const refused = await ask(gateway, PATH + path);
      expect([refused.status, refused.json().code]).toEqual([401, 'session_ended']);
      const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-site' };
      expect((await ask(gateway, PATH + path, { headers })).status).toBe(403);
    }
    const before = catcher.server.requests.length;
    for (const bad of ['x', '1763800000001-0a0b0c0d.eml', '%2e%2e', `${id}%20`])
      expect((await open(`/${bad}`)).status).toBe(404);
    expect(catcher.server.requests).toHaveLength(before);
  });

  it.each<[string, 'reset' | { status?: number; body: string }]>([
    ['does not answer', 'reset'],
    ['answers 404 to the list', { status: 404, body: 'Not found' }],
    ['answers with something else', { body: '<!doctype html>' }],
    ['lists no mails', { body: '{"messages":[]}' }],
  ])('responds 503 while the catcher %s', async (_what, answer) => {
    catcher.server.handle(() => answer);
    expect((await open('')).status).toBe(503);
  });

  it('is named in the session', async () => {
    const answer = await ask(gateway, '/app/session', { headers: { cookie: owner.cookie } });
    expect(answer.json()).toMatchObject({ session: { has_mailbox: true } });
  });
});

describe('the mailbox of a server with a mail server', () => {
  let gateway: GatewayWorld;
  const { add } = people(() => gateway);

  beforeAll(async () => (gateway = await startSignInWorld()));
  afterAll(() => gateway.close());

  it('is null, and no mail exists', async () => {
    const { cookie } = await add();
    const open = (path: string): Promise<PageAnswer> => ask(gateway, PATH + path, { headers: { cookie } });
    expect((await open('')).json()).toEqual({ success: true, mails: null });
    expect((await open('/1763800000001-0a0b0c0d')).status).toBe(404);
  });
});

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
