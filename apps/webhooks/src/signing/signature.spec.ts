import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSigned } from './receiver.suite';
import { serviceSignature, standardSignature } from './signature';

type BodyOf = { text: string } | { base64: string } | { repeat: string; times: number };

interface Vectors {
  vectors: { name: string; secret: string; header: string; now: number; body: BodyOf; valid: boolean }[];
  standard_webhooks: {
    name: string;
    secrets: string[];
    id: string;
    timestamp: number;
    body: BodyOf;
    signature: string;
  }[];
}

/** Generated with Python's hmac, so that an error that signing and verifying share is found. */
const { vectors, standard_webhooks } = JSON.parse(
  readFileSync(join(__dirname, '../../testdata/signature-vectors.json'), 'utf8'),
) as Vectors;

function bytesOf(body: BodyOf): Buffer {
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.repeat.repeat(body.times));
}

describe('A receiver of webhooks', () => {
  it.each(vectors.map((vector) => [vector.valid ? 'accepts' : 'refuses', vector.name, vector] as const))(
    '%s the vector "%s"',
    (_verdict, _name, { header, body, secret, now, valid }) => {
      expect(isSigned(header, bytesOf(body), secret, now)).toBe(valid);
    },
  );
});

describe('serviceSignature', () => {
  it.each(
    vectors
      .filter(({ valid, header }) => valid && /^t=\d+,v1=\w+$/.test(header))
      .map((vector) => [vector.name, vector] as const),
  )('returns the header of the vector "%s"', (_name, { header, body, secret }) => {
    const timestamp = Number(/t=(\d+)/.exec(header)?.[1]);
    expect(serviceSignature([secret], { eventId: 'evt_1', timestamp, body: bytesOf(body) })).toBe(header);
  });

  it('signs with both secrets during a rotation, the new one first', () => {
    const vector = vectors.find(({ name }) => name.startsWith('rotation'));
    const old = vectors.find(({ name }) => name === 'one secret');
    const body = bytesOf(vector?.body as BodyOf);
    const secrets = [vector?.secret as string, old?.secret as string];
    expect(serviceSignature(secrets, { eventId: 'evt_1', timestamp: 1767323045, body })).toBe(vector?.header);
  });
});

describe('standardSignature', () => {
  it.each(standard_webhooks.map((vector) => [vector.name, vector] as const))(
    'returns the signature of the Standard Webhooks vector "%s"',
    (_name, { secrets, id, timestamp, body, signature }) => {
      expect(standardSignature(secrets, { eventId: id, timestamp, body: bytesOf(body) })).toBe(signature);
    },
  );
});
