import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, CAUGHT_MAILS_PATH, type CaughtMail } from '@plaudit/contracts';
import { OutboundClient, OutboundError, type OutboundReply } from '@plaudit/outbound';
import { GatewayEnv } from '../gateway.env';

/** A name for the mail catcher that is never looked up. */
const CATCHER = 'http://mailbox.invalid';
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 5_000;
const NOT_FOUND = 404;

/** Requests mails from the mail catcher of MAILBOX_URL. */
@Injectable()
export class MailboxClient implements OnApplicationShutdown {
  private readonly outbound: OutboundClient;
  private readonly authorization: string;
  /** False if mails go to a mail server, so that there is nothing to show. */
  readonly exists: boolean;

  constructor({ MAILBOX_URL }: GatewayEnv) {
    this.exists = MAILBOX_URL !== undefined;
    const { origin, username, password } = new URL(MAILBOX_URL ?? CATCHER);
    const credentials = decodeURIComponent(`${username}:${password}`);
    this.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.outbound = new OutboundClient({
      userAgent: 'Plaudit-Mailbox/1.0',
      // The operator chose the address, which is on this machine, so the address guard does not check it.
      originOverrides: { [CATCHER]: origin },
      maxBytes: MAX_BYTES,
      totalTimeoutMs: MAX_MS,
    });
  }

  /** Returns all mails, the newest first. Throws `503 upstream_unavailable` unless the catcher answers with a list. */
  async list(): Promise<CaughtMail[]> {
    if (!this.exists) return [];
    return this.get(CAUGHT_MAILS_PATH, (reply) => {
      const mails = reply.ok ? reply.json<CaughtMail[]>() : null;
      return Array.isArray(mails) ? mails : null;
    });
  }

  /** Returns the bytes of a mail, or null if there is no such mail. Throws 503 if the catcher does not answer. */
  async read(id: string): Promise<Buffer | null> {
    if (!this.exists) return null;
    const { status, body } = await this.get(`${CAUGHT_MAILS_PATH}/${encodeURIComponent(id)}`, (reply) =>
      reply.ok || reply.status === NOT_FOUND ? reply : null,
    );
    return status === NOT_FOUND ? null : body;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }

  /** `accept` returns null for a reply that a mail catcher would not send. */
  private async get<T>(path: string, accept: (reply: OutboundReply) => T | null): Promise<T> {
    const { authorization } = this;
    try {
      const reply = await this.outbound.request(CATCHER + path, { headers: { authorization } });
      const accepted = accept(reply);
      if (accepted !== null) return accepted;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
    }
    throw new ApiError('upstream_unavailable', 'The mailbox is not available; try again shortly.');
  }
}
