import { type SmsText, smsText } from '@plaudit/contracts/sms-text';
import type { MessageInput } from './message';
import { smsValues } from './message-values';
import { fill } from './placeholders';

/**
 * Renders a text message, in the characters of GSM 03.38 where only marks and spaces keep it from that. WhatsApp gets the text as it
 * was written, because it compares it with the one that it approved.
 */
export function renderSms(input: MessageInput): SmsText {
  const { body, channel } = input.settings.sms;
  const filled = fill(body, smsValues(input));
  const sms = smsText(filled);
  return channel === 'sms' ? sms : { ...sms, body: filled };
}
