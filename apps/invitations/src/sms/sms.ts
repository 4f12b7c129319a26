/** A message for a phone. */
export interface OutgoingSms {
  /** E.164. */
  to: string;
  /** Null leaves the choice to the installation: SMS_FROM, the messaging service or the WhatsApp number. */
  from: string | null;
  channel: 'sms' | 'whatsapp';
  body: string;
  /** The id of the request. The provider repeats it in its reports. */
  ref: string;
}

/** What became of one attempt. `code` and `msg` never contain the number or the text of the message. */
export type SmsOutcome =
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'refused'; code: string; msg: string; suppress: boolean; optOut?: boolean }
  | { kind: 'retry'; code: string; msg: string; connection: boolean; retryAfterMs?: number }
  | { kind: 'unknown'; code: string; msg: string };

export const SMS_PROVIDERS = ['none', 'log', 'twilio', 'vonage', 'bird', 'sns'] as const;
export type SmsProviderName = (typeof SMS_PROVIDERS)[number];

/** The request that hands a message to a provider. */
export interface SmsRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The part of a reply that an adapter reads. The body may be cut. */
export interface SmsReply {
  status: number;
  header(name: string): string | null;
  text(): string;
}

/** One provider: how a message is handed over, and what its reply means. Both are pure. */
export interface SmsProvider {
  name: SmsProviderName;
  supports(channel: OutgoingSms['channel']): boolean;
  request(sms: OutgoingSms, at: Date): SmsRequest;
  outcome(reply: SmsReply): SmsOutcome;
}
