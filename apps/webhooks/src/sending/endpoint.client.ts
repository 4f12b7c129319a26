import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { traceHeaders } from '@plaudit/contracts';
import { OutboundClient, OutboundError, type OutboundReply } from '@plaudit/outbound';
import { Clock, Secrets, sendTraced, Tracing } from '@plaudit/runtime';
import { MAX_BODY_BYTES } from '../fan-out/envelope';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { OpenedSecretsCache } from '../signing/opened-secrets.cache';
import { requestHeaders, unixSeconds, USER_AGENT } from '../signing/request-headers';
import { signatureHeaders } from '../signing/signature';
import { PREVIOUS_SECRET, SECRET } from '../webhooks/sealed-columns';
import { endpointPolicy, WebhooksEnv } from '../webhooks.env';
import { type AttemptOutcome, failed, outcomeOfError, outcomeOfReply } from './attempt-outcome';

const MAX_CONNECT_MS = 3_000;
/** The response of an endpoint must begin within this time. */
export const MAX_HEADERS_MS = 10_000;
const MAX_BODY_MS = 2_000;
const MAX_READ_BYTES = 64 * 1024;
/** All webhooks with endpoints at one host share these connections. One account gets at most half of them. */
export const MAX_CONNECTIONS_PER_HOST = 40;

type Sendable = Pick<
  ClaimedDelivery,
  | 'public_id'
  | 'webhook_id'
  | 'attempts'
  | 'url'
  | 'secret_enc'
  | 'prev_secret_enc'
  | 'evt_id'
  | 'event'
  | 'body'
  | 'traceparent'
  | 'tracestate'
>;

/** Sends signed requests to the endpoints of customers. */
@Injectable()
export class EndpointClient implements OnApplicationShutdown {
  private readonly client: OutboundClient;
  private readonly opened: OpenedSecretsCache;

  constructor(
    env: WebhooksEnv,
    secrets: Secrets,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {
    this.opened = new OpenedSecretsCache(secrets);
    this.client = new OutboundClient({
      ...endpointPolicy(env),
      userAgent: USER_AGENT,
      connectTimeoutMs: MAX_CONNECT_MS,
      headersTimeoutMs: MAX_HEADERS_MS,
      bodyTimeoutMs: MAX_BODY_MS,
      totalTimeoutMs: MAX_HEADERS_MS + MAX_BODY_MS,
      maxBytes: MAX_READ_BYTES,
      overflow: 'truncate',
      connectionsPerOrigin: MAX_CONNECTIONS_PER_HOST,
      resendStale: true,
    });
  }

  /**
   * Sends one attempt, signed with the current time. Takes at most 12 s. A failure of the endpoint is an outcome; it
   * does not throw.
   */
  async send(delivery: Sendable): Promise<AttemptOutcome> {
    const startedOn = this.clock.now();
    if (delivery.body.length > MAX_BODY_BYTES) {
      return failed('payload_too_large', 'The event is larger than 256 KiB and was not sent.', startedOn);
    }
    try {
      const reply = await this.request(delivery, startedOn);
      return outcomeOfReply(reply, startedOn, this.clock.now());
    } catch (error) {
      if (error instanceof OutboundError) return outcomeOfError(error, startedOn);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /** The request continues the trace of the event, and states it to the endpoint. */
  private request(delivery: Sendable, startedOn: Date): Promise<OutboundReply> {
    const { url, body, event, attempts } = delivery;
    const attributes = { 'http.request.resend_count': attempts, 'plaudit.event': event };
    const request = { method: 'POST', url, parent: delivery, attributes };
    return sendTraced(this.tracing, request, (trace) => {
      const headers = { ...this.headers(delivery, startedOn), ...traceHeaders(trace ?? delivery) };
      return this.client.request(url, { method: 'POST', headers, body });
    });
  }

  private headers(delivery: Sendable, startedOn: Date): Record<string, string> {
    const { webhook_id: id, secret_enc, prev_secret_enc } = delivery;
    const secrets = [this.opened.open(secret_enc, SECRET, id)];
    if (prev_secret_enc) secrets.push(this.opened.open(prev_secret_enc, PREVIOUS_SECRET, id));
    const { evt_id: eventId, event, public_id: deliveryId, attempts, body } = delivery;
    const signatures = signatureHeaders(secrets, { eventId, timestamp: unixSeconds(startedOn), body });
    return requestHeaders({ eventId, event, deliveryId, number: attempts + 1 }, signatures);
  }
}
