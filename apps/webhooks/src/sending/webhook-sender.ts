import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy } from '@plaudit/outbound';
import { Clock, Secrets } from '@plaudit/runtime';
import { MAX_BODY_BYTES } from '../fan-out/envelope';
import { cidrsOf } from '../webhooks/endpoint-policy';
import { WebhooksEnv } from '../webhooks.env';
import { failed, outcomeOfError, outcomeOfReply } from './attempt-outcome';
import type { AttemptOutcome, SendJob } from './send-job';
import { signatureHeaders } from './signature';

const DEADLINE_MS = 10_000;
const BODY_MS = 2_000;
const READ_BYTES = 64 * 1024;
const CONNECT_MS = 3_000;
/** Of all webhooks at one host together. */
export const CONNECTIONS_PER_HOST = 20;

type Sendable = Pick<
  SendJob,
  'public_id' | 'attempts' | 'url' | 'secret_enc' | 'prev_secret_enc' | 'evt_id' | 'event' | 'body'
>;

/** Makes one signed request. Every attempt is signed anew over the same stored bytes. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly client: OutboundClient;

  constructor(
    env: WebhooksEnv,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {
    const { allowLoopback, allowHosts, originOverrides } = outboundPolicy(env);
    this.client = new OutboundClient({
      userAgent: 'Service-Webhooks/1.0',
      allowLoopback,
      allowHosts,
      originOverrides,
      denyCidrs: cidrsOf(env),
      connectTimeoutMs: CONNECT_MS,
      headersTimeoutMs: DEADLINE_MS,
      bodyTimeoutMs: BODY_MS,
      totalTimeoutMs: DEADLINE_MS + BODY_MS,
      maxBytes: READ_BYTES,
      overflow: 'truncate',
      connectionsPerOrigin: CONNECTIONS_PER_HOST,
      resendStale: true,
    });
  }

  /** Never throws for what an endpoint does. Takes 12 s at most. */
  async send(job: Sendable): Promise<AttemptOutcome> {
    const startedOn = this.clock.now();
    if (job.body.length > MAX_BODY_BYTES) {
      return failed('payload_too_large', 'The event is larger than 256 KiB and was not sent.', startedOn);
    }
    try {
      const headers = this.headers(job, startedOn);
      const reply = await this.client.request(job.url, { method: 'POST', headers, body: job.body });
      return outcomeOfReply(reply, startedOn, this.clock.now());
    } catch (error) {
      if (error instanceof OutboundError) return outcomeOfError(error, startedOn);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private headers(job: Sendable, startedOn: Date): Record<string, string> {
    const sealed = job.prev_secret_enc ? [job.secret_enc, job.prev_secret_enc] : [job.secret_enc];
    const secrets = sealed.map((secret) => this.secrets.decrypt(secret));
    const timestamp = Math.floor(startedOn.getTime() / 1_000);
    return {
      'Content-Type': 'application/json',
      ...signatureHeaders(secrets, { eventId: job.evt_id, timestamp, body: job.body }),
      'X-Service-Event': job.event,
      'X-Service-Event-Id': job.evt_id,
      'X-Service-Delivery-Id': job.public_id,
      'X-Service-Attempt': String(job.attempts + 1),
    };
  }
}
