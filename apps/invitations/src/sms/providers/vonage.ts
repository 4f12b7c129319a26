import { accepted, objectIn, outcomeOfStatus, refused } from '../replies';
import type { OutgoingSms, SmsOutcome, SmsProvider, SmsReply, SmsRequest } from '../sms';
import type { SmsSettings } from '../sms-settings';

const NAME = 'vonage';
/** The last part of the address that stands for an error: https://developer.vonage.com/api-errors/messages#1120 */
const ERROR = /[#/]([\w-]{1,40})$/;

/** Messages API of Vonage. It takes messages to people who opted out, and reports that to the webhook later. */
export function vonage(settings: SmsSettings): SmsProvider {
  return {
    name: NAME,
    supports: (channel) => channel === 'sms',
    request: (sms) => requestOf(settings, sms),
    outcome: outcomeOf,
  };
}

function requestOf(settings: SmsSettings, { to, from, body, ref }: OutgoingSms): SmsRequest {
  const { VONAGE_API_KEY: key = '', VONAGE_API_SECRET: secret = '', SMS_FROM = '', PUBLIC_URL } = settings;
  return {
    url: 'https://api.nexmo.com/v1/messages',
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({
      message_type: 'text',
      channel: 'sms',
      to: withoutPlus(to),
      from: withoutPlus(from ?? SMS_FROM),
      text: body,
      client_ref: ref,
      webhook_url: `${PUBLIC_URL}/hooks/sms/vonage`,
      webhook_version: 'v1',
    }),
  };
}

function outcomeOf(reply: SmsReply): SmsOutcome {
  const byStatus = outcomeOfStatus(NAME, reply);
  if (byStatus) return byStatus;
  const { message_uuid: id, type } = objectIn(reply);
  if (reply.status < 300) return accepted(NAME, id);
  if (reply.status === 402) {
    const msg = 'The balance of the Vonage account is too low.';
    return { kind: 'retry', code: `${NAME}_balance`, msg, connection: true };
  }
  return refused(NAME, reply.status, typeof type === 'string' ? (ERROR.exec(type)?.[1] ?? null) : null);
}

function withoutPlus(number: string): string {
  return number.replace(/^\+/, '');
}
