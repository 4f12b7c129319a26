import { type FixtureServer, startFixtureServer } from '@plaudit/testing';

interface CaughtMail {
  subject?: string;
  to?: string;
  /** Default: of the first sub account. */
  feedbackId?: string | null;
  /** Further header lines. */
  headers?: string[];
  html?: string;
  text?: string;
}

export interface CatcherStandIn {
  server: FixtureServer;
  /** The value of MAILBOX_URL. */
  url: string;
  /** Adds a mail and returns its id. */
  add(mail?: CaughtMail): string;
  clear(): void;
}

const USER = 'gateway';
const PASSWORD = 'a password of the catcher';

/** Starts a server that speaks the protocol of the mail catcher. */
export async function startCatcherStandIn(): Promise<CatcherStandIn> {
  const mails = new Map<string, string>();
  const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const server = await startFixtureServer(({ path, headers }) => {
    if (headers.authorization !== expected) return { status: 401 };
    if (path === '/mails') {
      const listed = [...mails].map(([id, raw]) => ({ id, head: raw.slice(0, raw.indexOf('\r\n\r\n')) }));
      return { body: JSON.stringify(listed.reverse()), headers: { 'content-type': 'application/json' } };
    }
    const raw = mails.get(path.slice('/mails/'.length));
    return raw === undefined ? { status: 404 } : { body: Buffer.from(raw, 'latin1') };
  });
  let count = 0;
  return {
    server,
    url: server.url.replace('//', `//${USER}:${encodeURIComponent(PASSWORD)}@`),
    add: (mail = {}) => {
      const id = `${1_763_800_000_000 + (count += 1)}-0a0b0c0d`;
      mails.set(id, Buffer.from(rawOf(mail), 'utf8').toString('latin1'));
      return id;
    },
    clear: () => mails.clear(),
  };
}

function rawOf(mail: CaughtMail): string {
  const {
    subject = 'How was it?',
    to = 'Noa Bergman <noa@example.com>',
    headers = [],
    html,
    text = 'Hello',
  } = mail;
  const { feedbackId = '5:1:invite:plaudit.localhost' } = mail;
  const part = (type: string, content: string): string[] => [
    '--b',
    `Content-Type: ${type}; charset=utf-8`,
    '',
    content,
  ];
  return [
    'From: Harbour Bakery <reviews@example.com>',
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(feedbackId === null ? [] : [`Feedback-ID: ${feedbackId}`]),
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    ...part('text/plain', text),
    ...(html === undefined ? [] : part('text/html', html)),
    '--b--',
    '',
  ].join('\r\n');
}
