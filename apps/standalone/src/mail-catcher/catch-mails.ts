import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { MailStore } from './mail-store';

/** The maximum size of one mail. The product's mails have no attachments. */
export const MAX_MAIL_BYTES = 4 * 1024 * 1024;
const MAX_CLIENTS = 64;
const IDLE_MS = 60_000;
const CLOSE_MS = 1_000;

export interface SmtpAddress {
  port: number;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free port of the loopback address. It accepts every mail without a password and keeps it in the store. */
export async function catchMails(store: MailStore, host: string): Promise<SmtpAddress> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
    onData: (stream, _session, done) => callbackify(keep)(store, stream, done),
  });
  // A client that hangs up is no fault of the product.
  server.on('error', () => undefined);
  const port = await listen(server, host);
  return { port, close: () => closed(server) };
}

async function closed(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function listen(server: SMTPServer, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, host, () => resolve((server.server.address() as AddressInfo).port));
  });
}

/** Reads on to the final dot, but keeps nothing of a mail that is too large. */
async function keep(store: MailStore, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk as Buffer);
  }
  if (stream.sizeExceeded) throw refusal(552, 'The mail is larger than 4 MiB.');
  try {
    await store.add(Buffer.concat(chunks), new Date());
  } catch {
    throw refusal(452, 'The mail could not be stored.');
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
