import type { MessageInput } from './message';
import { smsValues } from './message-values';
import { fill } from './placeholders';
import { smsSize } from './sms-segments';

export interface RenderedText {
  body: string;
  segments: number;
}

/** Renders a text message and counts the segments that it is sent as. */
export function renderSms(input: MessageInput): RenderedText {
  const body = fill(input.settings.sms.body, smsValues(input));
  return { body, segments: smsSize(body).segments };
}
