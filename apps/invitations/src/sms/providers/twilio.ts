import { accepted, objectIn, optedOut, outcomeOfStatus, refused } from '../replies';
import type { OutgoingSms, SmsOutcome, SmsProvider, SmsReply, SmsRequest } from '../sms';
import type { SmsSettings } from '../sms-settings';

const NAME = 'twilio';
/** The person sent STOP to this sender. */
const OPTED_OUT = 21610;
const TOO_FAST = 20429;
/** The recipient's law forbids messages at this hour. */
const QUIET_HOURS = 30610;

/** Messages API of Twilio, for SMS and WhatsApp. */
export function twilio(settings: SmsSettings): SmsProvider {
  return {
    name: NAME,
    supports: () => true,
    request: (sms) => requestOf(settings, sms),
    outcome: outcomeOf,
  };
}

function requestOf(settings: SmsSettings, sms: OutgoingSms): SmsRequest {
  const { TWILIO_ACCOUNT_SID: sid = '', TWILIO_AUTH_TOKEN: token = '', PUBLIC_URL } = settings;
  const form = new URLSearchParams({
    ...addresses(settings, sms),
    Body: sms.body,
    StatusCallback: `${PUBLIC_URL}/hooks/sms/twilio?ref=${encodeURIComponent(sms.ref)}`,
  });
  return {
    url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: form.toString(),
  };
}

/** A name such as "Acme" is no sender of WhatsApp, so only a number of the settings profile replaces the default there. */
function addresses(settings: SmsSettings, { to, from, channel }: OutgoingSms): Record<string, string> {
  if (channel === 'whatsapp') {
    const sender = from?.startsWith('+') ? from : (settings.TWILIO_WHATSAPP_FROM ?? from ?? '');
    return { To: `whatsapp:${to}`, From: `whatsapp:${sender.replace(/^whatsapp:/, '')}` };
  }
  if (from !== null) return { To: to, From: from };
  const { TWILIO_MESSAGING_SERVICE_SID: service, SMS_FROM } = settings;
  return service ? { To: to, MessagingServiceSid: service } : { To: to, From: SMS_FROM ?? '' };
}

function outcomeOf(reply: SmsReply): SmsOutcome {
  const { code, sid } = objectIn(reply);
  if (code === OPTED_OUT) return optedOut(NAME, OPTED_OUT);
  if (code === QUIET_HOURS) {
    const msg = 'The recipient may not get messages at this hour.';
    return { kind: 'retry', code: `${NAME}_${QUIET_HOURS}`, msg, connection: false };
  }
  if (code === TOO_FAST) {
    const msg = 'Twilio asks to send more slowly.';
    return { kind: 'retry', code: `${NAME}_rate_limited`, msg, connection: true };
  }
  const byStatus = outcomeOfStatus(NAME, reply);
  if (byStatus) return byStatus;
  if (reply.status < 300) return accepted(NAME, sid);
  return refused(NAME, reply.status, typeof code === 'number' ? code : null);
}
