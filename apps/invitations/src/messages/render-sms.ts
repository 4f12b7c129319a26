import { type SmsText, smsText } from '@plaudit/contracts/sms-text';
import type { MessageInput } from './message';
import { smsValues } from './message-values';
import { fill } from './placeholders';

export interface RenderedSms {
  body: string;
  /** How an SMS is billed. Null for WhatsApp, whose messages have no segments. */
  size: Pick<SmsText, 'encoding' | 'segments' | 'foreign'> | null;
}

/**
 * Renders a text message, in the characters of GSM 03.38 where only marks and spaces keep it from that. WhatsApp gets the text as it
 * was written, because it compares it with the one that it approved.
 */
export function renderSms(input: MessageInput): RenderedSms {
  const { body, channel } = input.settings.sms;
  const filled = fill(body, smsValues(input));
  if (channel === 'whatsapp') return { body: filled, size: null };
  const { body: sent, ...size } = smsText(filled);
  return { body: sent, size };
}
