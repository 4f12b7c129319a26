import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { removeDataDir } from '@plaudit/embedded';
import { eventually, HttpClient, RecordedLogs } from '@plaudit/testing';
import { startStandalone, type Standalone } from './standalone';

jest.setTimeout(120_000);

const API_KEY = `rk_${'m'.repeat(40)}`;
const USER = { email: 'owner@example.com', password: 'a password of mine' };
const HOST = 'plaudit.localhost';

interface PageAnswer {
  status: number;
  cookie: string;
  text: string;
}

describe('a product without a mail server', () => {
  let logs: RecordedLogs;
  let dataDir: string;
  let product: Standalone;
  let api: HttpClient;

  beforeAll(async () => {
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    dataDir = mkdtempSync(join(tmpdir(), 'plaudit-mailbox-'));
    product = await start();
  });
  afterAll(async () => {
    await product.close();
    await removeDataDir(dataDir);
  });

  async function start(): Promise<Standalone> {
    const running = await startStandalone(
      {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        POSTGRES_DIR: process.env.POSTGRES_DIR,
        PORT: '0',
        PUBLIC_URL: `http://${HOST}`,
        BOOTSTRAP_API_KEY: API_KEY,
        BOOTSTRAP_EMAIL: USER.email,
        BOOTSTRAP_PASSWORD: USER.password,
      },
      () => {},
    );
    const url = `${running.endpoints.gateway}/public/v1`;
    api = new HttpClient(url, { authorization: `Bearer ${API_KEY}` });
    return running;
  }

  /** Sends a request as a browser on the host of the product would. */
  function browse(
    path: string,
    { cookie = '', body }: { cookie?: string; body?: object } = {},
  ): Promise<PageAnswer> {
    const { hostname, port } = new URL(product.endpoints.gateway);
    const headers = {
      host: HOST,
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method: body ? 'POST' : 'GET', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  it('sends an invitation to its own mailbox, whose links work, and shows it after a restart', async () => {
    const { body: profile } = await api.get('/invite/settings/get');
    const review_url = 'https://reviews.example.com/write';
    await api.put(`/invite/settings/update/${profile.id}`, { body: { settings: { review_url } } });
    const recipient = 'noa@example.com';
    const added = await api.post('/invite/requests/add', { body: { recipient, name: 'Noa Bergman' } });
    expect(added).toMatchObject({ status: 200, body: { request: { status: 'pending' } } });
    const sent = await api.post(`/invite/requests/send/${added.body.id}`);
    expect(sent).toMatchObject({ status: 200, body: { success: true } });

    const { cookie } = await browse('/app/session', { body: USER });
    const list = await eventually(
      () => browse('/app/mailbox/mails', { cookie }),
      ({ text }) => text.includes(recipient),
      'the mail to arrive',
    );
    const { mails } = JSON.parse(list.text) as { mails: { id: string }[] };
    const mail = await browse(`/app/mailbox/mails/${mails[0]?.id}/html`, { cookie });
    const [, link = ''] = new RegExp(`href="http://${HOST}(/i/[^"]+)"`).exec(mail.text) ?? [];
    expect(link).not.toBe('');
    expect((await browse(link)).status).toBeLessThan(400);
    expect(product.endpoints.mailbox).toBe(`http://${HOST}/app`);

    await product.close();
    product = await start();
    expect((await browse('/app/mailbox/mails', { cookie })).text).toBe(list.text);
    const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as object;
    expect(endpoints).toMatchObject({ mailbox: `http://${HOST}/app` });
  });

  it('keeps the mail with a link for a new password in its folder, says so, and shows it to nobody', async () => {
    const before = new Set(readdirSync(join(dataDir, 'mailbox')));
    // A mail that is being written has another ending.
    const kept = (): string[] =>
      readdirSync(join(dataDir, 'mailbox')).filter((file) => file.endsWith('.eml') && !before.has(file));
    const stranger = await browse('/app/password/forgot', { body: { email: 'stranger@example.com' } });
    const asked = await browse('/app/password/forgot', { body: { email: USER.email } });
    expect(JSON.parse(asked.text)).toEqual({ success: true, delivery: 'mailbox' });
    expect(stranger).toEqual(asked);
    const [file = ''] = await eventually(kept, ({ length }) => length === 1, 'the mail to arrive');
    const path = join(dataDir, 'mailbox', file);
    expect(readFileSync(path, 'utf8')).toContain('/app/reset#t=3D');
    expect(statSync(path).mode & 0o077).toBe(0);
    const { cookie } = await browse('/app/session', { body: USER });
    const list = await browse('/app/mailbox/mails', { cookie });
    expect(list.text).not.toContain(file.split('.')[0]);
    const id = file.replace('.eml', '');
    for (const as of [cookie, ''])
      expect([401, 404]).toContain((await browse(`/app/mailbox/mails/${id}`, { cookie: as })).status);
    const about = logs.lines.filter((line) => JSON.stringify(line).includes('folder mailbox'));
    expect(about).toHaveLength(1);
    expect(JSON.stringify(logs.lines)).not.toContain('#t=');
  });
});
