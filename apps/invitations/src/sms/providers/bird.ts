import { accepted, objectIn, outcomeOfStatus, refused } from '../replies';
import type { OutgoingSms, SmsOutcome, SmsProvider, SmsReply, SmsRequest } from '../sms';
import type { SmsSettings } from '../sms-settings';

const NAME = 'bird';
const NO_BALANCE = 25;
const INTERNAL = 99;

/** Messages API of Bird, formerly MessageBird. Its reports need a `reference`. */
export function bird(settings: SmsSettings): SmsProvider {
  return {
    name: NAME,
    supports: (channel) => channel === 'sms',
    request: (sms) => requestOf(settings, sms),
    outcome: outcomeOf,
  };
}

function requestOf(settings: SmsSettings, { to, from, body, ref }: OutgoingSms): SmsRequest {
  const { BIRD_ACCESS_KEY: key = '', SMS_FROM = '', PUBLIC_URL } = settings;
  return {
    url: 'https://rest.messagebird.com/messages',
    headers: {
      authorization: `AccessKey ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({
      originator: from ?? SMS_FROM,
      recipients: [to.replace(/^\+/, '')],
      body,
      datacoding: 'auto',
      reference: ref,
      reportUrl: `${PUBLIC_URL}/hooks/sms/bird`,
    }),
  };
}

function outcomeOf(reply: SmsReply): SmsOutcome {
  const byStatus = outcomeOfStatus(NAME, reply);
  if (byStatus) return byStatus;
  const { id, errors } = objectIn(reply);
  if (reply.status < 300) return accepted(NAME, id);
  const code = codeIn(errors);
  if (reply.status === 402 || code === NO_BALANCE || code === INTERNAL) {
    const msg = code === INTERNAL ? 'Bird failed internally.' : 'The balance of the Bird account is too low.';
    return { kind: 'retry', code: `${NAME}_${code ?? 'balance'}`, msg, connection: true };
  }
  return refused(NAME, reply.status, code);
}

function codeIn(errors: unknown): number | null {
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const code = typeof first === 'object' && first !== null ? (first as { code?: unknown }).code : null;
  return typeof code === 'number' ? code : null;
}
