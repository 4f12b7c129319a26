import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import type { HttpResult } from '@plaudit/testing';
import { HooksWorld } from './hooks-world.suite';
import { SnsTopic } from './sns/sns-topic.suite';

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces';
export const MESSAGE_ID = 'inv.901.k3v9x2ab@example.com';
export const ADA = 'ada@example.com';
export const SECRETS = {
  MAILGUN_WEBHOOK_SIGNING_KEY: 'mailgun-signing-key',
  POSTMARK_WEBHOOK_SECRET: 'postmark-webhook-secret',
  BREVO_WEBHOOK_SECRET: 'brevo-webhook-secret',
  BOUNCE_WEBHOOK_SECRET: 'bounce-webhook-secret',
};

export const now = (): number => Math.floor(Date.now() / 1_000);

/** `type` is a type of bounce, or a type and a subtype such as `Permanent/NoEmail`. */
export function sesBounce(type: string, recipient: object = {}): object {
  const [bounceType, bounceSubType = 'General'] = type.split('/');
  return {
    notificationType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType,
      feedbackId: 'f1',
      bouncedRecipients: [{ emailAddress: ADA, action: 'failed', ...recipient }],
    },
    mail: { messageId: 'ses-1', headers: [{ name: 'Message-ID', value: `<${MESSAGE_ID}>` }] },
  };
}

export function mailgunFailure(severity: string, reason: string, message = '', code = 550): object {
  return {
    id: 'e1',
    event: 'failed',
    severity,
    reason,
    recipient: ADA,
    message: { headers: { 'message-id': MESSAGE_ID } },
    'delivery-status': { code, message, description: '' },
  };
}

/** Sends notifications as the mail services do. */
export class MailNotifications {
  private constructor(
    readonly hooks: HooksWorld,
    readonly topic: SnsTopic,
    private readonly keys: ReturnType<typeof keyPair>,
  ) {}

  static async start(): Promise<MailNotifications> {
    const keys = keyPair();
    const topic = await SnsTopic.start(TOPIC);
    const hooks = await HooksWorld.start({
      ...SECRETS,
      SENDGRID_WEBHOOK_PUBLIC_KEY: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      SES_TOPIC_ARNS: TOPIC,
      ORIGIN_OVERRIDES: topic.override,
    });
    return new MailNotifications(hooks, topic, keys);
  }

  async close(): Promise<void> {
    await this.hooks.close();
    await this.topic.close();
  }

  sendgrid(
    events: unknown,
    { at = now(), signed }: { at?: number; signed?: string } = {},
  ): Promise<HttpResult> {
    const body = JSON.stringify(events);
    const signature = createSign('sha256')
      .update(String(at))
      .update(signed ?? body)
      .sign(this.keys.privateKey, 'base64');
    return this.hooks.post('/hooks/mail/sendgrid', body, {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': String(at),
      'x-twilio-email-event-webhook-signature': signature,
    });
  }

  mailgun(
    event: object,
    { at = now(), key = SECRETS.MAILGUN_WEBHOOK_SIGNING_KEY } = {},
  ): Promise<HttpResult> {
    const token = 'a'.repeat(50);
    const signature = createHmac('sha256', key).update(`${at}${token}`).digest('hex');
    const body = { signature: { timestamp: String(at), token, signature }, 'event-data': event };
    return this.hooks.post('/hooks/mail/mailgun', JSON.stringify(body));
  }

  postmark(event: object, password = SECRETS.POSTMARK_WEBHOOK_SECRET): Promise<HttpResult> {
    const authorization = `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`;
    return this.hooks.post('/hooks/mail/postmark', JSON.stringify(event), { authorization });
  }

  brevo(event: object): Promise<HttpResult> {
    const authorization = `Bearer ${SECRETS.BREVO_WEBHOOK_SECRET}`;
    return this.hooks.post('/hooks/mail/brevo', JSON.stringify(event), { authorization });
  }

  bounce(events: unknown, secret = SECRETS.BOUNCE_WEBHOOK_SECRET): Promise<HttpResult> {
    return this.hooks.post('/hooks/bounce', JSON.stringify(events), { 'x-webhook-secret': secret });
  }

  ses(event: object): Promise<HttpResult> {
    return this.hooks.post('/hooks/mail/ses', this.topic.message(JSON.stringify(event)), {
      'content-type': 'text/plain',
    });
  }
}

function keyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}
