import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ownValue } from '@plaudit/contracts';
import { OutboundClient, OutboundError, outboundPolicy, type OutboundReply } from '@plaudit/outbound';
import { Clock, Randomness, sendTraced, Tracing } from '@plaudit/runtime';
import { InvitationsEnv } from '../invitations.env';
import { bird } from './providers/bird';
import { sns } from './providers/sns';
import { twilio } from './providers/twilio';
import { vonage } from './providers/vonage';
import { labelOf } from './replies';
import type { OutgoingSms, SmsOutcome, SmsProvider, SmsProviderName, SmsRequest } from './sms';
import type { SmsSettings } from './sms-settings';

/** Answers of providers have a few hundred bytes. */
const MAX_BYTES = 64 * 1024;
/** After the first byte of the answer. */
const BODY_MS = 5_000;

const ADAPTERS: Readonly<Partial<Record<SmsProviderName, (settings: SmsSettings) => SmsProvider>>> = {
  twilio,
  vonage,
  bird,
  sns,
};

/** Hands messages to the provider that SMS_PROVIDER names. It never repeats a request itself. */
@Injectable()
export class SmsClient implements OnApplicationShutdown {
  /** What `requests.provider` holds, so that the reports of the provider find the message. */
  readonly provider: SmsProviderName;
  private readonly adapter: SmsProvider | null;
  private readonly outbound: OutboundClient;
  private readonly overrides: Readonly<Record<string, string>>;

  constructor(
    env: InvitationsEnv,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly tracing: Tracing,
  ) {
    this.provider = env.SMS_PROVIDER;
    this.adapter = ADAPTERS[env.SMS_PROVIDER]?.(env) ?? null;
    const policy = outboundPolicy(env);
    this.overrides = policy.originOverrides;
    this.outbound = new OutboundClient({
      ...policy,
      userAgent: 'Plaudit-Messages/1.0',
      headersTimeoutMs: env.SMS_TIMEOUT_MS,
      bodyTimeoutMs: BODY_MS,
      totalTimeoutMs: env.SMS_TIMEOUT_MS + BODY_MS,
      maxBytes: MAX_BYTES,
      overflow: 'truncate',
    });
  }

  /** Returns true if a message of this kind can be sent at all. */
  supports(channel: OutgoingSms['channel']): boolean {
    if (this.provider === 'log') return true;
    return this.adapter?.supports(channel) ?? false;
  }

  /** Hands one message over. A failure of the provider is an outcome; it does not throw. */
  async send(sms: OutgoingSms): Promise<SmsOutcome> {
    if (this.provider === 'log') {
      return { kind: 'sent', providerId: `log-${this.randomness.bytes(8).toString('hex')}` };
    }
    if (!this.adapter?.supports(sms.channel)) return notConfigured(sms.channel);
    const request = this.adapter.request(sms, this.clock.now());
    try {
      return this.adapter.outcome(await this.exchange(request));
    } catch (error) {
      if (error instanceof OutboundError) return this.outcomeOfError(request, error);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }

  /**
   * Opens a connection of its own. A reused one may be closed while the request is on its way, and then nobody knows whether
   * the provider took the message.
   */
  private async exchange({ url, headers, body }: SmsRequest): Promise<OutboundReply> {
    return sendTraced(this.tracing, { method: 'POST', url }, () =>
      this.outbound.request(url, { method: 'POST', headers: { ...headers, connection: 'close' }, body }),
    );
  }

  /** A request that was never written can be repeated. One that may have been written has an unknown outcome. */
  private outcomeOfError({ url }: SmsRequest, { code, message, timings }: OutboundError): SmsOutcome {
    const name = `${this.provider}_${code}`;
    const { origin } = new URL(url);
    const isSecure = (ownValue(this.overrides, origin) ?? origin).startsWith('https:');
    const isOpen = timings !== null && timings.connect !== null && (!isSecure || timings.tls !== null);
    const label = labelOf(this.provider);
    if (isOpen) {
      const msg = `${label} did not confirm that it took the message. ${message}`;
      return { kind: 'unknown', code: name, msg };
    }
    return { kind: 'retry', code: name, msg: `${label} could not be reached. ${message}`, connection: true };
  }
}

function notConfigured(channel: OutgoingSms['channel']): SmsOutcome {
  const what = channel === 'whatsapp' ? 'WhatsApp' : 'SMS';
  return {
    kind: 'refused',
    code: `${channel}_not_configured`,
    msg: `${what} is not configured for this installation.`,
    suppress: false,
  };
}
