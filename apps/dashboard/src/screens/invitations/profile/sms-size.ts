import { type SmsText, smsText } from '@plaudit/contracts/sms-text';

/** The server saves a text only if it fits into so many segments. */
export const MAX_SEGMENTS = 3;
/** A link has so many characters. */
const LINK = 'x'.repeat(26);

/** Returns an SMS as it is sent and billed, with a link in the place of `{{review_url}}`. */
export function smsSize(body: string): SmsText {
  return smsText(withLink(body));
}

/** Returns a text with a link in the place of `{{review_url}}` and without its other variables. */
export function withLink(body: string): string {
  return body.replace(/\{\{\s*review_url\s*\}\}/g, LINK).replace(/\{\{[^{}]*\}\}/g, '');
}
