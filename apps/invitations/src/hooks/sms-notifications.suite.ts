import { createHash, createHmac } from 'node:crypto';
import type { HttpResult } from '@plaudit/testing';
import { HooksWorld } from './hooks-world.suite';
import { SnsTopic } from './sns/sns-topic.suite';

export const PUBLIC_URL = 'http://localhost:8080';
export const PHONE = '+15005550100';
export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:replies';
export const SECRETS = {
  TWILIO_AUTH_TOKEN: 'twilio-auth-token',
  VONAGE_SIGNATURE_SECRET: 'vonage-signature-secret',
  BIRD_SIGNING_KEY: 'bird-signing-key',
};

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const now = (): number => Math.floor(Date.now() / 1_000);

export function tokenOf(claims: object, secret: string, alg = 'HS256'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Returns the fields of a message that Twilio received. */
export function inbound(Body: string, more: Record<string, string> = {}): Record<string, string> {
  return { MessageSid: 'SM9', From: PHONE, To: '+15005550006', Body, ...more };
}

/** Sends notifications as the providers do. */
export class SmsNotifications {
  private constructor(
    readonly hooks: HooksWorld,
    readonly topic: SnsTopic,
  ) {}

  static async start(): Promise<SmsNotifications> {
    const topic = await SnsTopic.start(TOPIC);
    const hooks = await HooksWorld.start({
      ...SECRETS,
      PUBLIC_URL,
      SMS_TOPIC_ARNS: `${TOPIC}, ${TOPIC}-2`,
      ORIGIN_OVERRIDES: topic.override,
    });
    return new SmsNotifications(hooks, topic);
  }

  async close(): Promise<void> {
    await this.hooks.close();
    await this.topic.close();
  }

  async twilio(
    fields: Record<string, string>,
    { path = '/hooks/sms/twilio', secret = SECRETS.TWILIO_AUTH_TOKEN } = {},
  ): Promise<HttpResult> {
    const names = Object.keys(fields).sort();
    const signed = PUBLIC_URL + path + names.map((name) => name + fields[name]).join('');
    return this.hooks.post(path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', secret).update(signed).digest('base64'),
    });
  }

  async vonage(
    body: object,
    claims: object = {},
    secret = SECRETS.VONAGE_SIGNATURE_SECRET,
  ): Promise<HttpResult> {
    const text = JSON.stringify(body);
    const all = { iat: now(), jti: 'j1', iss: 'Vonage', payload_hash: sha256(text), ...claims };
    return this.hooks.post('/hooks/sms/vonage', text, {
      'content-type': 'application/json',
      authorization: `Bearer ${tokenOf(all, secret)}`,
    });
  }

  birdToken(path: string, body = '', claims: object = {}): Record<string, string> {
    const all = {
      iss: 'MessageBird',
      nbf: now() - 1,
      exp: now() + 60,
      jti: 'j1',
      url_hash: sha256(PUBLIC_URL + path),
      ...(body !== '' && { payload_hash: sha256(body) }),
      ...claims,
    };
    return { 'messagebird-signature-jwt': tokenOf(all, SECRETS.BIRD_SIGNING_KEY) };
  }

  birdReport(query: Record<string, string>, claims: object = {}): Promise<HttpResult> {
    const path = `/hooks/sms/bird?${new URLSearchParams(query).toString()}`;
    return this.hooks.world.as().get('invitations', path, { headers: this.birdToken(path, '', claims) });
  }

  async sns(message: string, changes: Record<string, string> = {}): Promise<HttpResult> {
    return this.hooks.post('/hooks/sms/sns', this.topic.message(message, changes), {
      'content-type': 'text/plain',
    });
  }
}
