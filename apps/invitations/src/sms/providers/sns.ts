import { accepted, labelOf, optedOut, outcomeOfStatus, refused } from '../replies';
import type { OutgoingSms, SmsOutcome, SmsProvider, SmsReply, SmsRequest } from '../sms';
import type { SmsSettings } from '../sms-settings';
import { signedHeaders } from './aws-signature';

const NAME = 'sns';
const THROTTLED = /^(Throttl|RequestLimitExceeded|TooManyRequests)/;
const CREDENTIALS =
  /^(AuthorizationError|InvalidClientTokenId|SignatureDoesNotMatch|ExpiredToken|IncompleteSignature|AccessDenied)/;

/** Amazon SNS. It reports neither delivery nor opt-outs of a message to a webhook. */
export function sns(settings: SmsSettings): SmsProvider {
  return {
    name: NAME,
    supports: (channel) => channel === 'sms',
    request: (sms, at) => requestOf(settings, sms, at),
    outcome: outcomeOf,
  };
}

function requestOf(settings: SmsSettings, sms: OutgoingSms, at: Date): SmsRequest {
  const { AWS_REGION: region = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = settings;
  const url = `https://sns.${region}.amazonaws.com/`;
  const body = formOf(sms, settings.SMS_FROM).toString();
  const headers = signedHeaders(
    { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body },
    {
      region,
      service: 'sns',
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      at,
    },
  );
  return { url, headers, body };
}

/** The sender is a name of 3 to 11 letters and digits, or a number that belongs to the AWS account. */
function formOf({ to, from, body }: OutgoingSms, defaultFrom: string | undefined): URLSearchParams {
  const form = new URLSearchParams({
    Action: 'Publish',
    Version: '2010-03-31',
    PhoneNumber: to,
    Message: body,
  });
  const sender = from ?? defaultFrom;
  const attributes: [string, string][] = [['AWS.SNS.SMS.SMSType', 'Transactional']];
  if (sender) {
    attributes.push([
      sender.startsWith('+') ? 'AWS.MM.SMS.OriginationNumber' : 'AWS.SNS.SMS.SenderID',
      sender,
    ]);
  }
  attributes.forEach(([name, value], index) => {
    const entry = `MessageAttributes.entry.${index + 1}`;
    form.set(`${entry}.Name`, name);
    form.set(`${entry}.Value.DataType`, 'String');
    form.set(`${entry}.Value.StringValue`, value);
  });
  return form;
}

function outcomeOf(reply: SmsReply): SmsOutcome {
  const text = reply.text();
  const code = /<Code>([\w.]{1,64})<\/Code>/.exec(text)?.[1] ?? null;
  if (code !== null && code.startsWith('OptedOut')) return optedOut(NAME, 'opted_out');
  if (code !== null && THROTTLED.test(code)) {
    const msg = `${labelOf(NAME)} asks to send more slowly.`;
    return { kind: 'retry', code: `${NAME}_rate_limited`, msg, connection: true };
  }
  if (code !== null && CREDENTIALS.test(code)) {
    const msg = `${labelOf(NAME)} did not accept the credentials of this installation.`;
    return { kind: 'retry', code: `${NAME}_unauthorized`, msg, connection: true };
  }
  const byStatus = outcomeOfStatus(NAME, reply);
  if (byStatus) return byStatus;
  if (reply.status < 300) {
    return accepted(NAME, /<MessageId>([\w-]{1,100})<\/MessageId>/.exec(text)?.[1] ?? null);
  }
  return refused(NAME, reply.status, code);
}
