import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Logger } from '@nestjs/common';
import { PlauditClient, type Schema } from '@plaudit/client';
import { eventually, freePort, RecordedLogs, SOURCE_FLAGS } from '@plaudit/testing';
import { CaughtMails } from './caught-mails.suite';
import { CheckedAnswers } from './contract/checked-answers.suite';
import { mergedOpenApi } from './merged-openapi';
import { askHost, type HostAnswer } from './host-requests.suite';
import { type SmokeWorld, startSmokeWorld } from './smoke/smoke-world';

jest.setTimeout(120_000);

const OWNER = { email: 'owner@example.com', password: 'a password of mine' };
const ACCOUNTS = join(__dirname, '..', '..', 'gateway', 'src', 'cli', 'main.ts');
/** What the plan `agency` allows each month. */
const CREDITS = 5_000;
const LENA = { name: 'Lena Vogt', recipient: 'lena@example.com' };
const NOA = { name: 'Noa Bergman', recipient: 'noa@example.com' };
const MIRA = { name: 'Mira Holm' };
/** The white-label domain of the account. */
const DOMAIN = 'reviews.acme.example';
const ANSWER = { rating: '4', text: 'Great bread, small tables.', name: NOA.name, consent: '1' };

describe('invitations of a running product', () => {
  const logs = new RecordedLogs();
  let answers: CheckedAnswers;
  let world: SmokeWorld;
  let api: PlauditClient;
  let origin: string;
  /** Where the links of mails lead: the pages of a product on localhost have a host of their own. */
  let pages: string;
  let mails: CaughtMails;
  let lena: number;
  let noa: number;

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    answers = new CheckedAnswers((await mergedOpenApi()).document);
    const settings = {
      PORT: String(await freePort()),
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
    };
    world = await startSmokeWorld(() => {}, answers.fetch, settings);
    api = world.client;
    origin = `http://localhost:${settings.PORT}`;
    pages = `http://127.0.0.1:${settings.PORT}`;
    mails = new CaughtMails({
      origin,
      cookie: await signIn(),
      dataDir: dirname(world.product.endpointsFile),
    });
    await prepare();
  });
  afterAll(() => world.close());

  /** A small plan, a channel, a webhook, and settings with which messages leave at once. */
  async function prepare(): Promise<void> {
    await changeAccount('--plan', 'agency');
    world.store.publish(1, 5);
    await api.post('/channels/add', {
      body: { type: 'app_store', url: 'https://apps.apple.com/us/app/x/id123' },
    });
    await api.post('/webhooks/add', {
      body: { url: `${world.receiver.url}/invitations`, events: ['invite.sent', 'invite.reviewed'] },
    });
    const settings = { name: 'After a visit', delay: 0, direct_form: { enabled: true } };
    const open = { send_window: { enabled: false }, followup: { enabled: true } };
    await api.post('/invite/settings/add', { body: { settings: { ...settings, ...open } } });
  }

  async function changeAccount(...changes: string[]): Promise<void> {
    const { id } = await api.get('/account');
    const command = ['change', '--account', String(id), ...changes];
    await promisify(execFile)(process.execPath, [...SOURCE_FLAGS, ACCOUNTS, ...command], {
      env: { PATH: process.env.PATH, DATABASE_URL: world.product.endpoints.postgres },
    });
  }

  const askDomain = (path: string, form?: Record<string, string>): Promise<HostAnswer> =>
    askHost(origin, { host: DOMAIN, path, form });

  async function signIn(): Promise<string> {
    const response = await fetch(`${origin}/app/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin },
      body: JSON.stringify(OWNER),
    });
    return response.headers.get('set-cookie')?.split(';')[0] ?? `no session: ${response.status}`;
  }

  async function invite(body: Schema<'InviteCreateInput'>): Promise<number> {
    const { id, request } = await api.post('/invite/requests/add', { body });
    expect(request).toMatchObject({ ...body, status: 'pending', parent_id: null });
    return id;
  }

  const requestOf = (id: number) => api.get('/invite/requests/get/{id}', { params: { path: { id } } });

  async function hasBecome(id: number, status: string): Promise<Schema<'InviteRequest'>> {
    return eventually(
      () => requestOf(id),
      (request) => request.status === status,
      `request ${id} to be ${status}`,
    );
  }

  function post(path: string, fields: Record<string, string>): Promise<Response> {
    return fetch(origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  }

  it('arrive in the mailbox of the product without another call, and are kept there', async () => {
    lena = await invite(LENA);
    await mails.to(LENA);
    expect(await hasBecome(lena, 'sent')).toMatchObject({
      attempts: 1,
      delivery: 'kept',
      send_at: null,
    });
    const reminders = await api.get('/invite/requests/get', { params: { query: { parent_id: lena } } });
    expect(reminders.items.map(({ step, status }) => `${step} ${status}`)).toEqual([
      '3 pending',
      '2 pending',
      '1 pending',
    ]);
  });

  it('end with the one click of a mail program, and are skipped from then on', async () => {
    const headers = mails.headersOf(await mails.to(LENA));
    const [, link = ''] = /List-Unsubscribe: <http:\/\/127\.0\.0\.1:\d+(\/u\/[\w-]+)>/.exec(headers) ?? [];
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await fetch(origin + link)).status).toBe(200);
    expect((await requestOf(lena)).status).toBe('sent');
    expect((await post(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await requestOf(lena)).toMatchObject({ status: 'unsubscribed' });
    const { request } = await api.post('/invite/requests/add', { body: LENA });
    expect(request).toMatchObject({ status: 'skipped', skip_reason: 'suppressed_unsubscribed' });
  });

  it('lead to a page whose form adds a review, which the request names', async () => {
    noa = await invite(NOA);
    const markup = await mails.htmlOf(await mails.to(NOA));
    // No person answers before it is recorded that the mail was sent.
    await hasBecome(noa, 'sent');
    const [, link = ''] = new RegExp(`href="${pages}(/i/[\\w-]+)"`).exec(markup) ?? [];
    const landing = await fetch(origin + link);
    expect(landing.status).toBe(200);
    expect(await landing.text()).toMatch(/<form[^]*App Store/);
    expect((await post(link, ANSWER)).status).toBe(200);
    const { review_id } = await eventually(
      () => hasBecome(noa, 'reviewed'),
      (request) => request.review_id !== null,
      'the request to name the review',
    );
    const query = { q: ANSWER.text };
    const { items } = await api.get('/reviews/get', { params: { query } });
    expect(items).toMatchObject([
      {
        id: review_id,
        label: 'Direct',
        from_name: NOA.name,
        text: ANSWER.text,
        rating_value: 4,
        verified: true,
        status: 'inbox',
        channel_id: null,
      },
    ]);
  });

  it('have their history in the activity', async () => {
    const path = { id: noa };
    const { activity } = await api.get('/invite/requests/activity/{id}', { params: { path } });
    expect(activity.map(({ type, source, status }) => `${type} ${source} ${status}`)).toEqual([
      'queued api ok',
      'sent smtp kept',
      'reviewed recipient ok',
    ]);
  });

  it('use credits of the plan, reminders and skipped ones do not', async () => {
    const account = await eventually(
      () => api.get('/account'),
      ({ invite_credits }) => invite_credits <= CREDITS - 2,
      'the gateway to count both messages',
    );
    expect(account).toMatchObject({ plan: 'agency', invite_credits: CREDITS - 2 });
  });

  it('are counted by the report', async () => {
    const { totals } = await eventually(
      async () => (await api.get('/reports/invitations')) as Schema<'InvitationsReport'>,
      (report) => report.totals.reviewed === 1 && report.totals.kept === 2,
      'the report to count them',
    );
    expect(totals).toMatchObject({ sent: 0, kept: 2, reviewed: 1, unsubscribed: 1, failed: 0 });
  });

  it('are announced to the webhooks that ask for them', async () => {
    const received = await eventually(
      () => world.receiver.requests.map(({ body }) => JSON.parse(body.toString()) as Delivery),
      (deliveries) => deliveries.length >= 3,
      'the deliveries',
    );
    const named = received.map(({ event, data }) => `${event} ${data.id}`);
    expect(named.sort()).toEqual(
      [`invite.sent ${lena}`, `invite.sent ${noa}`, `invite.reviewed ${noa}`].sort(),
    );
    expect(JSON.stringify(received)).not.toMatch(/@example\.com|Bergman|Vogt/);
  });

  it('lead to the white-label domain of the account, where every page works', async () => {
    await api.put('/account', { body: { vanity_url: DOMAIN } });
    await changeAccount('--vanity', 'verified');
    // Nobody gets two messages within 12 hours, so each attempt invites another person.
    let attempts = 0;
    const mail = await eventually(
      async () => {
        const recipient = `mira${(attempts += 1)}@example.com`;
        await invite({ ...MIRA, recipient });
        const id = await mails.to({ recipient });
        return { id, headers: mails.headersOf(id) };
      },
      ({ headers }) => headers.includes(`http://${DOMAIN}/u/`),
      'a mail that leads to the domain',
    );
    const onDomain = (text: string, before: string): string =>
      new RegExp(`${before}http://${DOMAIN}(/[iou]/[\\w.-]+)`).exec(text)?.[1] ?? 'no link';
    const unsubscribe = onDomain(mail.headers, 'List-Unsubscribe: <');
    const markup = await mails.htmlOf(mail.id);
    expect(markup).not.toMatch(new RegExp(`${pages}/[iou]/`));
    const review = onDomain(markup, 'href="');
    expect((await askDomain(onDomain(markup, 'src="'))).headers['content-type']).toBe('image/gif');
    const landing = await askDomain(review);
    expect(landing.headers['set-cookie']).toBeUndefined();
    expect(landing.text).toContain(`<form method="post" action="${review}"`);
    const [, site = ''] = /<a class="site" href="(\/i\/[\w-]+)"/.exec(landing.text) ?? [];
    expect((await askDomain(site)).headers.location).toMatch(/^https:\/\/apps\.apple\.com\//);
    const answered = await askDomain(review, { ...ANSWER, name: MIRA.name, rating: '5' });
    expect(answered.text).toContain('Thank you for your review');
    expect((await askDomain(unsubscribe)).text).toContain(`action="${unsubscribe}"`);
    expect((await askDomain(unsubscribe, { action: 'confirm' })).text).toContain('You are unsubscribed');
    expect((await askDomain(unsubscribe, { action: 'undo' })).text).toContain('You are subscribed again');
    expect(await askDomain('/i/nothing')).toMatchObject({ status: 404 });
  });

  it('cannot be seen or changed with the key of another sub account', async () => {
    const { id } = await api.post('/account/subaccount', { body: { name: 'Other' } });
    const { key } = await api.post('/keys', { body: { name: 'Other', role: 'admin', sub_account_id: id } });
    const other = new PlauditClient({
      baseUrl: world.product.endpoints.gateway,
      apiKey: key,
      fetch: answers.fetch,
    });
    expect(await other.get('/invite/requests/get')).toEqual({ count: 0, items: [] });
    const { settings: own } = await other.get('/invite/settings/list');
    expect(own).toMatchObject([{ name: 'Default', default: true, from_name: 'Other' }]);
    expect(await other.get('/invite/suppressions/get')).toMatchObject({ items: [] });
    const before = await requestOf(noa);
    const params = { params: { path: { id: noa } } };
    for (const attempt of [
      other.get('/invite/requests/get/{id}', params),
      other.get('/invite/requests/activity/{id}', params),
      other.delete('/invite/requests/delete/{id}', params),
    ])
      await expect(attempt).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await requestOf(noa)).toEqual(before);
    const { request } = await other.post('/invite/requests/add', { body: { ...LENA, delay: 5 } });
    expect(request.status).toBe('pending');
  });

  it('wait while the key that set up their addresses is gone, until an admin takes them over', async () => {
    const { key, id } = await api.post('/keys', {
      body: { name: 'Former agency', role: 'admin', account_management: true },
    });
    const former = new PlauditClient({
      baseUrl: world.product.endpoints.gateway,
      apiKey: key,
      fetch: answers.fetch,
    });
    const open = { delay: 0, send_window: { enabled: false } };
    const settings = { name: 'Agency', review_url: 'https://elsewhere.example/?q=1', ...open };
    const profile = (await former.post('/invite/settings/add', { body: { settings } })).id;
    await former.put('/account/ai', {
      body: { ai: { provider: 'openai', base_url: `${world.receiver.url}/v1`, model: 'm' } },
    });
    await api.delete('/keys/{id}', { params: { path: { id } } });
    const query = { settings_id: profile };
    const shown = await eventually(
      () => api.get('/invite/settings/get', { params: { query } }),
      ({ paused_on }) => paused_on !== null,
      'the profile to be paused',
    );
    expect(shown.created_by).toEqual({ type: 'key', id, name: 'Former agency' });
    await eventually(
      () => api.get('/account/ai'),
      ({ ai }) => ai.paused_on !== null,
      'the AI provider to be paused',
    );
    const waiting = { recipient: 'waiting@example.com', settings_id: profile };
    const request = await invite(waiting);
    await eventually(
      () => requestOf(request),
      ({ error }) => error?.code === 'settings_paused',
      'the request to say why it waits',
    );
    const params = { path: { settings_id: profile } };
    await api.put('/invite/settings/update/{settings_id}', {
      params,
      body: { settings: {}, take_over: true },
    });
    await api.post('/invite/requests/send/{id}', { params: { path: { id: request } } });
    await mails.to(waiting);
    await hasBecome(request, 'sent');
    const { items } = await api.get('/account/audit', { params: { query: { limit: 20 } } });
    const named = items.map(({ action, after }) => ({ action, after }));
    expect(named).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'invite_settings.created',
          after: expect.objectContaining({ review_url: 'https://elsewhere.example/' }),
        }),
        expect.objectContaining({
          action: 'ai_settings.updated',
          after: expect.objectContaining({ 'ai.base_url': `${world.receiver.url}/v1` }),
        }),
      ]),
    );
  });

  it('forget a person who is erased, and never write to them again', async () => {
    const erased = await api.post('/privacy/erase', { body: { recipient: NOA.recipient } });
    // The request and its three reminders.
    expect(erased).toMatchObject({ success: true, reviews: 1, invitations: 4 });
    expect(await requestOf(noa)).toMatchObject({ name: null, recipient: '', data: {}, status: 'reviewed' });
    const { request } = await api.post('/invite/requests/add', { body: NOA });
    expect(request).toMatchObject({ status: 'skipped', recipient: '', name: null });
    const { items } = await api.get('/reviews/get', { params: { query: { rating: '4' } } });
    expect(JSON.stringify(items)).not.toContain('Bergman');
  });

  it('log no error and no address', async () => {
    expect(logs.errors()).toEqual([]);
    await expect(logs.assertNothingPrivate()).resolves.toBeUndefined();
  });
});

interface Delivery {
  event: string;
  data: { id: number };
}
