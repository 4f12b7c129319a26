import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaughtMail } from '@plaudit/contracts';
import { MAX_MAIL_BYTES } from './catch-mails';
import { type MailCatcher, startMailCatcher } from './mail-catcher';
import { MAIL_LIMITS, MailStore } from './mail-store';

let dataDir: string;
let catcher: MailCatcher | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plaudit-mails-'));
});
afterEach(async () => {
  await catcher?.close();
  catcher = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<MailCatcher> {
  catcher = await startMailCatcher({}, dataDir);
  return catcher;
}

/** Sends a mail over SMTP and returns the server's last answer before QUIT. */
async function send(raw: string, { settings }: MailCatcher): Promise<string> {
  const { hostname, port } = new URL(settings.SMTP_URL!);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  const answers = socket[Symbol.asyncIterator]() as AsyncIterator<string>;
  const answer = async (): Promise<string> => (await answers.next()).value ?? '';
  await answer();
  const lines = ['EHLO x', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA', `${raw}\r\n.`];
  let last = '';
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    last = await answer();
    if (/^[45]/.test(last)) break;
  }
  await new Promise<void>((resolve) => socket.end('QUIT\r\n', resolve));
  // What is not read to its end would keep the socket open.
  socket.destroy();
  return last.trim();
}

const MAIL = 'To: b@example.com\r\nSubject: Hello\r\nFeedback-ID: 5:12:invite:x\r\n\r\nBody\r\n..dot';

async function get(path: string, { settings }: MailCatcher, password?: string): Promise<Response> {
  const url = new URL(settings.MAILBOX_URL!);
  const credentials = Buffer.from(`${url.username}:${password ?? url.password}`).toString('base64');
  return fetch(`${url.origin}${path}`, { headers: { authorization: `Basic ${credentials}` } });
}

const list = async (from: MailCatcher): Promise<CaughtMail[]> =>
  (await (await get('/mails', from)).json()) as CaughtMail[];

describe('the mail catcher', () => {
  it('keeps a mail that arrives over SMTP, and serves it with its headers', async () => {
    const running = await start();
    expect(await send(MAIL, running)).toMatch(/^250 /);
    const [mail] = await list(running);
    expect(mail).toMatchObject({ head: 'To: b@example.com\r\nSubject: Hello\r\nFeedback-ID: 5:12:invite:x' });
    expect(Math.abs(Number(mail!.id.slice(0, 13)) - Date.now())).toBeLessThan(60_000);
    const raw = await get(`/mails/${mail!.id}`, running);
    expect(raw.headers.get('content-type')).toBe('message/rfc822');
    expect(await raw.text()).toBe(`${MAIL.replace('..dot', '.dot')}\r\n`);
  });

  it('has the same mails after a restart, the newest first', async () => {
    await send(MAIL.replace('Hello', 'First'), await start());
    await send(MAIL.replace('Hello', 'Second'), catcher!);
    const before = await list(catcher!);
    await catcher!.close();
    writeFileSync(join(dataDir, 'mailbox', '1763800000000-0a0b0c0d.eml.part'), 'half a mail');
    writeFileSync(join(dataDir, 'mailbox', 'notes.txt'), 'something else');
    const after = await list(await start());
    expect(after).toEqual(before);
    expect(after.map(({ head }) => /Subject: (\w+)/.exec(head)?.[1])).toEqual(['Second', 'First']);
    expect(readdirSync(join(dataDir, 'mailbox'))).toHaveLength(2);
  });

  it('lets only the owner read the files', async () => {
    await send(MAIL, await start());
    const folder = join(dataDir, 'mailbox');
    const [file = ''] = readdirSync(folder);
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  });

  it('refuses a mail that is too large, whether its size is announced or not', async () => {
    const running = await start();
    const large = `Subject: Large\r\n\r\n${'x'.repeat(MAX_MAIL_BYTES)}`;
    expect(await send(large, running)).toMatch(/^552 /);
    expect(await list(running)).toEqual([]);
    expect(await send(MAIL, running)).toMatch(/^250 /);
  });

  it('serves nothing without its password, and only its own mails', async () => {
    const running = await start();
    await send(MAIL, running);
    const { origin } = new URL(running.settings.MAILBOX_URL!);
    expect((await fetch(`${origin}/mails`)).status).toBe(401);
    expect((await get('/mails', running, 'guess')).status).toBe(401);
    for (const path of ['/', '/mails/', '/mails/1763800000000-0a0b0c0d', '/mails/..%2fsecrets.key', '/x'])
      expect((await get(path, running)).status).toBe(404);
  });

  it('is not started if SMTP_URL is set, and leaves MAIL_FROM as it is', async () => {
    const other = await startMailCatcher({ SMTP_URL: 'smtp://mail.example.com' }, dataDir);
    expect(other.settings).toEqual({});
    await other.close();
    catcher = await startMailCatcher({ MAIL_FROM: 'Shop <shop@example.com>' }, dataDir);
    expect(catcher.settings.MAIL_FROM).toBe('Shop <shop@example.com>');
  });

  it('closes its ports', async () => {
    const running = await start();
    await running.close();
    await expect(get('/mails', running)).rejects.toThrow('fetch failed');
    await expect(send(MAIL, running)).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('MailStore', () => {
  it('drops the oldest mails when there are too many or they take too much room', async () => {
    const folder = join(dataDir, 'few');
    const store = await MailStore.open(folder, { mails: 3, bytes: 1_000 });
    const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    for (let i = 0; i < 5; i += 1) await store.add(Buffer.from(`Subject: ${i}\n\nx`), at(i));
    expect(store.list().map(({ head }) => head)).toEqual(['Subject: 4', 'Subject: 3', 'Subject: 2']);
    await store.add(Buffer.alloc(980, 'y'), at(6));
    expect(store.list()).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await MailStore.open(folder, { mails: 1, bytes: 1_000 })).list()).toHaveLength(1);
  });

  it('returns null for a mail that was dropped or whose file is gone', async () => {
    const folder = join(dataDir, 'gone');
    const store = await MailStore.open(folder, MAIL_LIMITS);
    await store.add(Buffer.from('Subject: x\n\n'), new Date());
    rmSync(folder, { recursive: true });
    expect(await store.read(store.list()[0]!.id)).toBeNull();
    expect(await store.read('unknown')).toBeNull();
  });

  it('lists at most 16 KiB of the headers of a mail', async () => {
    const store = await MailStore.open(join(dataDir, 'long'), MAIL_LIMITS);
    await store.add(Buffer.alloc(100_000, 'a'), new Date());
    expect(store.list()[0]?.head).toHaveLength(16_384);
  });
});
