import { createVerify, X509Certificate } from 'node:crypto';
import { ownValue, parseUrl } from '@plaudit/contracts';
import { type HookRequest, jsonOf, malformed, recordOf } from '../hook-request';

/** Amazon repeats a notification for an hour at most. */
const MAX_AGE_MS = 3_600_000;

/** A certificate or a confirmation comes from Amazon SNS itself. Buckets of strangers have names of amazonaws.com, too. */
const HOST = /^sns\.[a-z]{2}(-[a-z]+)+-\d\.amazonaws\.com(\.cn)?$/;
const CERTIFICATE = /^\/[\w-]+\.pem$/;

const TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;

/** A message of a topic. */
export interface SnsMessage {
  type: (typeof TYPES)[number];
  topicArn: string;
  message: string;
  timestamp: string;
  certificateUrl: string;
  subscribeUrl: string | null;
  signature: string;
  algorithm: 'RSA-SHA1' | 'RSA-SHA256';
  /** The text that the signature covers. */
  signed: string;
}

const SIGNED: Readonly<Record<SnsMessage['type'], readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

export function topicsIn(setting: string): string[] {
  return setting
    .split(',')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '');
}

/** Reads a message of a topic. Throws 400 if a field is missing. */
export function readSnsMessage(request: HookRequest): SnsMessage {
  const body = recordOf(jsonOf(request));
  const text = (name: string): string => {
    const value = ownValue(body, name);
    if (typeof value !== 'string') throw malformed(`without ${name}`);
    return value;
  };
  const type = TYPES.find((known) => known === body['Type']);
  if (!type) throw malformed('not a message of a topic');
  const signed = SIGNED[type]
    .filter((name) => typeof ownValue(body, name) === 'string')
    .map((name) => `${name}\n${String(ownValue(body, name))}\n`);
  return {
    type,
    topicArn: text('TopicArn'),
    message: text('Message'),
    timestamp: text('Timestamp'),
    certificateUrl: text('SigningCertURL'),
    subscribeUrl: type === 'Notification' ? null : text('SubscribeURL'),
    signature: text('Signature'),
    algorithm: body['SignatureVersion'] === '2' ? 'RSA-SHA256' : 'RSA-SHA1',
    signed: signed.join(''),
  };
}

/**
 * Returns true for the address of a certificate of Amazon SNS. A query is refused, because the API of SNS answers on the same host,
 * also with text that a stranger stored there.
 */
export function isCertificateUrl(text: string): boolean {
  if (!isSnsUrl(text)) return false;
  const { pathname, search } = new URL(text);
  return search === '' && CERTIFICATE.test(pathname);
}

/** Returns true for an address of Amazon SNS over TLS. */
export function isSnsUrl(text: string): boolean {
  const url = text.length <= 2_048 ? parseUrl(text) : null;
  if (!url) return false;
  const { protocol, hostname, port, username, password } = url;
  return protocol === 'https:' && HOST.test(hostname) && port === '' && username === '' && password === '';
}

export function isRecent({ timestamp }: SnsMessage, at: Date): boolean {
  return Math.abs(at.getTime() - Date.parse(timestamp)) <= MAX_AGE_MS;
}

/** Returns true if the key of this certificate signed the message, and the certificate is valid at this time. */
export function isSignedBy({ signed, signature, algorithm }: SnsMessage, pem: string, at: Date): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const from = Date.parse(certificate.validFrom);
    const to = Date.parse(certificate.validTo);
    if (!(from <= at.getTime() && at.getTime() <= to)) return false;
    return createVerify(algorithm)
      .update(signed)
      .verify(certificate.publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
