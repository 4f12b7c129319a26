import { ownValue } from '@plaudit/contracts';
import type { SmsOutcome, SmsReply } from './sms';

const MAX_RETRY_AFTER_S = 86_400;

/** Names of providers in sentences. */
const LABELS: Readonly<Record<string, string>> = {
  twilio: 'Twilio',
  vonage: 'Vonage',
  bird: 'Bird',
  sns: 'Amazon SNS',
};

export function labelOf(provider: string): string {
  return ownValue(LABELS, provider) ?? provider;
}

/**
 * Returns what the status alone says, or null if the body decides: for 2xx, and for a 4xx that concerns the message. A 504 comes
 * from a proxy that lost the answer of the provider, which may have taken the message.
 */
export function outcomeOfStatus(provider: string, reply: SmsReply): SmsOutcome | null {
  const { status } = reply;
  const label = labelOf(provider);
  const code = `${provider}_http_${status}`;
  if (status === 504) {
    return { kind: 'unknown', code, msg: `${label} did not confirm that it took the message.` };
  }
  if (status === 429) {
    return {
      kind: 'retry',
      code: `${provider}_rate_limited`,
      msg: `${label} asks to send more slowly.`,
      connection: true,
      ...retryAfter(reply),
    };
  }
  if (status === 401 || status === 403 || status === 407) {
    const msg = `${label} did not accept the credentials of this installation.`;
    return { kind: 'retry', code: `${provider}_unauthorized`, msg, connection: true };
  }
  if (status >= 500 || status === 408 || status < 200 || (status >= 300 && status < 400)) {
    const msg = `${label} responded with status ${status}.`;
    return { kind: 'retry', code, msg, connection: true, ...retryAfter(reply) };
  }
  return null;
}

/** Returns the outcome of a 2xx: the id of the message, or `unknown` if the answer cannot be read. */
export function accepted(provider: string, id: unknown): SmsOutcome {
  if (typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id)) return { kind: 'sent', providerId: id };
  return {
    kind: 'unknown',
    code: `${provider}_unreadable`,
    msg: `${labelOf(provider)} sent an answer that cannot be read.`,
  };
}

/** Returns the outcome of a 4xx that concerns the message. `code` is the provider's own, if it named one. */
export function refused(provider: string, status: number, code: string | number | null): SmsOutcome {
  const own = code === null ? '' : String(code);
  const isCode = /^[\w.-]{1,64}$/.test(own);
  return {
    kind: 'refused',
    code: isCode ? `${provider}_${own}` : `${provider}_http_${status}`,
    msg: `${labelOf(provider)} refused the message with ${isCode ? `error ${own}` : `status ${status}`}.`,
    suppress: false,
  };
}

/** The person asked the provider's number to stop. */
export function optedOut(provider: string, code: string | number): SmsOutcome {
  return {
    kind: 'refused',
    code: `${provider}_${code}`,
    msg: 'The person opted out of messages from this number.',
    suppress: true,
    optOut: true,
  };
}

/** Returns the body if it is a JSON object, or an empty object. */
export function objectIn(reply: SmsReply): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(reply.text());
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Only seconds are read. The date form needs a clock, and no provider sends it. */
function retryAfter(reply: SmsReply): { retryAfterMs?: number } {
  const text = reply.header('retry-after') ?? '';
  if (!/^\d{1,6}$/.test(text)) return {};
  return { retryAfterMs: Math.min(Number(text), MAX_RETRY_AFTER_S) * 1_000 };
}
