import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient, outboundPolicy } from '@plaudit/outbound';
import { sendTraced, Tracing } from '@plaudit/runtime';
import { InvitationsEnv } from '../../invitations.env';

const MAX_BYTES = 64 * 1024;
const MAX_MS = 10_000;

/** Requests certificates and confirms subscriptions at Amazon SNS. */
@Injectable()
export class SnsClient implements OnApplicationShutdown {
  private readonly outbound: OutboundClient;

  constructor(
    env: InvitationsEnv,
    private readonly tracing: Tracing,
  ) {
    this.outbound = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: 'Plaudit-Messages/1.0',
      maxBytes: MAX_BYTES,
      totalTimeoutMs: MAX_MS,
    });
  }

  /** Returns the text at an address, or null for any other status than 2xx. Throws OutboundError if there is no reply. */
  async get(url: string): Promise<string | null> {
    const reply = await sendTraced(this.tracing, { method: 'GET', url }, () => this.outbound.request(url));
    return reply.ok ? reply.text() : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }
}
