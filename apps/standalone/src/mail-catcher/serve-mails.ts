import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CAUGHT_MAILS_PATH } from '@plaudit/contracts';
import type { MailStore } from './mail-store';

export interface HttpAddress {
  port: number;
  close(): Promise<void>;
}

/** The user name of the basic authentication. */
export const READER = 'gateway';

/** An id, which the store checks. */
const ONE = new RegExp(`^${CAUGHT_MAILS_PATH}/([0-9a-f-]{1,40})$`);

/**
 * Serves the mails of the store over HTTP on a free port of the loopback address, at {@link CAUGHT_MAILS_PATH}. Other users of this
 * machine do not know the password.
 */
export async function serveMails(store: MailStore, host: string, password: string): Promise<HttpAddress> {
  const expected = digestOf(`Basic ${Buffer.from(`${READER}:${password}`).toString('base64')}`);
  const server = createServer((request, response) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)) send(response, 401);
    else respond(store, request, response).catch(() => send(response, 500));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function respond(
  store: MailStore,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET') return send(response, 405);
  if (url === CAUGHT_MAILS_PATH)
    return send(response, 200, 'application/json', Buffer.from(JSON.stringify(store.list())));
  const id = ONE.exec(url ?? '')?.[1];
  const raw = id === undefined ? null : await store.read(id);
  return raw ? send(response, 200, 'message/rfc822', raw) : send(response, 404);
}

function send(
  response: ServerResponse,
  status: number,
  type = 'text/plain',
  body: Uint8Array = Buffer.alloc(0),
): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(body);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
