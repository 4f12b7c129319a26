import { type SmsText, smsText } from '@plaudit/contracts/sms-text';

/** The server saves a text only if it fits into so many segments. */
export const MAX_SEGMENTS = 3;
/** A link has so many characters. */
const LINK = 'x'.repeat(26);

/** Returns a text as it is sent, with a link in the place of `{{review_url}}`. Other values are not counted. */
export function smsSize(body: string): SmsText {
  return smsText(body.replace(/\{\{\s*review_url\s*\}\}/g, LINK).replace(/\{\{[^{}]*\}\}/g, ''));
}
