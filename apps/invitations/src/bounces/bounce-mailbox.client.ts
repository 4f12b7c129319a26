import { Injectable } from '@nestjs/common';
import { ImapFlow } from 'imapflow';
import { InvitationsEnv } from '../invitations.env';
import { MAX_DSN_BYTES } from './dsn';
import { type MailboxAddress, mailboxAddressOf } from './mailbox-address';

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
/** A server that answers slowly byte by byte is left after this time. */
const TOTAL_MS = 120_000;
const MAX_RESPONSE_BYTES = 4 * MAX_DSN_BYTES;

/** An open mailbox. */
export interface Mailbox {
  /** Returns the ids of at most `limit` unread mails, oldest first. */
  unread(limit: number): Promise<number[]>;
  /** Returns the beginning of a mail, or null if it was removed. It stays unread. */
  source(id: number): Promise<Buffer | null>;
  markRead(id: number): Promise<void>;
}

/** Opens the mailbox that receives bounces, over IMAP. */
@Injectable()
export class BounceMailboxClient {
  private readonly address: MailboxAddress | null;

  constructor(env: InvitationsEnv) {
    this.address = env.BOUNCE_IMAP_URL === undefined ? null : mailboxAddressOf(env.BOUNCE_IMAP_URL);
  }

  get isConfigured(): boolean {
    return this.address !== null;
  }

  /** Runs `work` with the open mailbox and closes it. Throws if the server fails, or if `signal` aborts. */
  async open(work: (mailbox: Mailbox) => Promise<void>, signal: AbortSignal): Promise<void> {
    if (!this.address) throw new Error('BOUNCE_IMAP_URL is not set');
    const connection = connectionTo(this.address);
    // The pending command fails, too, and reports the error.
    connection.on('error', () => {});
    const close = (): void => connection.close();
    const limit = setTimeout(close, TOTAL_MS);
    signal.addEventListener('abort', close, { once: true });
    try {
      signal.throwIfAborted();
      await connection.connect();
      await connection.mailboxOpen(this.address.folder);
      await work(mailboxOf(connection));
      await connection.logout();
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', close);
      connection.close();
    }
  }
}

function connectionTo({ host, port, secure, startTls, user, password }: MailboxAddress): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure,
    ...(startTls && { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    maxLineLength: MAX_RESPONSE_BYTES,
    maxLiteralSize: 2 * MAX_DSN_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
    maxResponseTokens: 100_000,
  });
}

function mailboxOf(connection: ImapFlow): Mailbox {
  return {
    unread: async (limit) => {
      const found = await connection.search({ seen: false }, { uid: true });
      if (!Array.isArray(found)) throw new Error('The server did not search the mailbox');
      return found.sort((a, b) => a - b).slice(0, limit);
    },
    source: async (id) => {
      const query = { source: { maxLength: MAX_DSN_BYTES } };
      const mail = await connection.fetchOne(String(id), query, { uid: true });
      return mail && mail.source ? mail.source : null;
    },
    markRead: async (id) => {
      await connection.messageFlagsAdd(String(id), ['\\Seen'], { uid: true });
    },
  };
}
