import type { GatewayWorld } from '../../gateway-world.suite';
import { people, type Person } from '../../sign-in/people.suite';
import { ask, cookieOf, type PageAnswer, signIns, startSignInWorld } from '../../sign-in/sign-in-world.suite';
import { type CatcherStandIn, startCatcherStandIn } from './mailbox.suite';

describe('the mailbox page', () => {
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
    ask(gateway, path, { headers: { cookie } });

  it('lists the mails, the newest first, with links to each of them', async () => {
    const first = catcher.add({ subject: 'First', feedbackId: of(main) });
    const second = catcher.add({
      subject: '=?utf-8?Q?Zweite_=C3=9C?=',
      feedbackId: of(shop),
      to: 'b@example.com',
    });
    const { status, text, headers } = await open('/app/mailbox');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const links = [...text.matchAll(/<a href="\/app\/mailbox\/([^"]+)">([^<]*)</g)].map(([, id, name]) => [
      id,
      name,
    ]);
    expect(links).toEqual([
      [second, 'Zweite Ü'],
      [first, 'First'],
    ]);
    expect(text).toContain('Noa Bergman &lt;noa@example.com&gt;');
    expect(text).toContain('2025-11-22 08:26:40');
    expect(text).not.toContain('needs JavaScript');
  });

  it('shows a mail with its text, its headers and its HTML in a frame that runs no script', async () => {
    const html =
      '<!doctype html><html><head><title>x</title></head><body><script>alert(1)</script></body></html>';
    const id = catcher.add({ feedbackId: of(shop), html, text: 'Plain <b>text</b>' });
    const mail = await open(`/app/mailbox/${id}`);
    expect(mail.text).toContain('Plain &lt;b&gt;text&lt;/b&gt;');
    expect(mail.text).toContain(`Feedback-ID: ${of(shop)}`);
    expect(mail.text).not.toContain('alert(1)');
    expect(mail.text).toMatch(new RegExp(`<iframe\\s+src="/app/mailbox/${id}/html"`));
    expect(/sandbox="([^"]*)"/.exec(mail.text)?.[1]).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(mail.headers['content-security-policy']).toMatch(/default-src 'none'.*; frame-src 'self'$/);

    const shown = await open(`/app/mailbox/${id}/html`);
    expect(shown.text.trim()).toBe(html.replace('<head>', '<head><base target="_blank">'));
    const policy = String(shown.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
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
      expect((await open(`/app/mailbox/${path}`)).status).toBe(404);
      expect((await open(`/app/mailbox/${path}`, { ...owner, cookie })).status).toBe(200);
    }
    for (const path of [ours, `${ours}/html`])
      expect((await open(`/app/mailbox/${path}`, { ...owner, cookie })).status).toBe(404);
    expect((await open('/app/mailbox')).text).not.toContain(theirs);
    expect((await open('/app/mailbox', { ...owner, cookie })).text).not.toContain(ours);
  });

  it('shows a user of single sub accounts only the mails of those', async () => {
    const clerk = await add({ role_id: 2, sub_accounts: [shop] });
    const [hidden, shown] = [catcher.add({ feedbackId: of(main) }), catcher.add({ feedbackId: of(shop) })];
    const { text } = await open('/app/mailbox', clerk);
    expect(text).toContain(shown);
    expect(text).not.toContain(hidden);
    expect((await open(`/app/mailbox/${hidden}`, clerk)).status).toBe(404);
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
    const { text, status } = await open('/app/mailbox');
    expect(status).toBe(200);
    expect(text).toContain('There are no mails yet.');
    for (const id of ids) expect((await open(`/app/mailbox/${id}`)).status).toBe(404);
  });

  it('escapes everything that a mail contains', async () => {
    const evil = '"><script>alert(1)</script>';
    const id = catcher.add({
      feedbackId: of(shop),
      subject: evil,
      to: `"${evil}" <a@example.com>`,
      text: evil,
    });
    for (const path of ['/app/mailbox', `/app/mailbox/${id}`])
      expect((await open(path)).text).not.toContain('<script>alert');
  });

  it('sends visitors to the sign-in page, and refuses ids that the catcher never gave', async () => {
    const id = catcher.add({ feedbackId: of(shop) });
    for (const path of ['/app/mailbox', `/app/mailbox/${id}`, `/app/mailbox/${id}/html`]) {
      const { status, headers } = await ask(gateway, path);
      expect([status, headers.location]).toEqual([302, '/app/sign-in']);
    }
    const before = catcher.server.requests.length;
    for (const bad of ['x', '1763800000001-0a0b0c0d.eml', '%2e%2e', `${id}%20`])
      expect((await open(`/app/mailbox/${bad}`)).status).toBe(404);
    expect(catcher.server.requests).toHaveLength(before);
  });

  it.each<[string, 'reset' | { status?: number; body: string }]>([
    ['does not answer', 'reset'],
    ['answers 404 to the list', { status: 404, body: 'Not found' }],
    ['answers with something else', { body: '<!doctype html>' }],
    ['lists no mails', { body: '{"messages":[]}' }],
  ])('responds 503 while the catcher %s', async (_what, answer) => {
    catcher.server.handle(() => answer);
    expect((await open('/app/mailbox')).status).toBe(503);
  });

  it('is linked from the other pages', async () => {
    expect((await open('/app/keys')).text).toContain('<a href="/app/mailbox">Mailbox</a>');
    expect((await open('/app/security')).text).toContain('<a href="/app/mailbox">Mailbox</a>');
  });
});

describe('the mailbox page of a server with a mail server', () => {
  let gateway: GatewayWorld;
  const { add } = people(() => gateway);

  beforeAll(async () => (gateway = await startSignInWorld()));
  afterAll(() => gateway.close());

  it('says where mails go, and no page links to it', async () => {
    const { cookie } = await add();
    const open = (path: string): Promise<PageAnswer> => ask(gateway, path, { headers: { cookie } });
    const { status, text } = await open('/app/mailbox');
    expect(status).toBe(200);
    expect(text).toContain('Mails go to the mail server of <code>SMTP_URL</code>.');
    expect(text).not.toContain('href="/app/mailbox"');
    expect((await open('/app/keys')).text).not.toContain('/app/mailbox');
    expect((await open('/app/mailbox/1763800000001-0a0b0c0d')).status).toBe(404);
  });
});
