import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSigned, verifyWebhook, WebhookSignatureError } from './verify-webhook';

interface Vector {
  name: string;
  secret: string;
  header: string;
  now: number;
  body: { text?: string; base64?: string; repeat?: string; times?: number };
  valid: boolean;
}

/** The published vectors, which what is sent is tested against too. */
const { vectors, tolerance_seconds: tolerance } = JSON.parse(
  readFileSync(join(__dirname, '../../../apps/webhooks/testdata/signature-vectors.json'), 'utf8'),
) as { vectors: Vector[]; tolerance_seconds: number };

function bytesOf({ text, base64, repeat, times }: Vector['body']): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return Buffer.from(text ?? (repeat ?? '').repeat(times ?? 0));
}

describe('verifyWebhook', () => {
  it.each(vectors.map((vector) => [vector.name, vector.valid ? 'holds' : 'does not hold', vector] as const))(
    '%s: the signature %s',
    async (_name, _verdict, { header, secret, now, body, valid }) => {
      const check = assertSigned({ signature: header, secret, now, body: bytesOf(body), tolerance });
      const error: unknown = await check.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error instanceof WebhookSignatureError ? 'invalid' : error).toBe(valid ? null : 'invalid');
    },
  );

  const [sample] = vectors as [Vector];
  const delivery = { signature: sample.header, now: sample.now, body: bytesOf(sample.body) };

  it.each([
    ['no secret', { secret: undefined }, 'secret must be'],
    ['an empty secret', { secret: '' }, 'secret must be'],
    ['no secret at all', { secret: [] }, 'secret must be'],
    ['one secret missing', { secret: [sample.secret, undefined] }, 'secret must be'],
    ['a parsed body', { body: { event: 'review.created' } }, 'body must be the bytes'],
  ])('says what is missing when it is given %s', async (_what, wrong, reason) => {
    const given = { ...delivery, secret: sample.secret, ...wrong } as typeof delivery & { secret: string };
    await expect(verifyWebhook(given)).rejects.toThrow(TypeError);
    await expect(verifyWebhook(given)).rejects.toThrow(reason);
  });

  it('gives back the event', async () => {
    const event = await verifyWebhook<{ profile_id: number }>({ ...delivery, secret: sample.secret });
    expect(event).toMatchObject({ event: 'review.created', test: true });
    expect(event.data.profile_id).toBe(42);
  });

  it('reads a body that is text already', async () => {
    const body = delivery.body.toString('utf8');
    await expect(verifyWebhook({ ...delivery, body, secret: sample.secret })).resolves.toHaveProperty('id');
  });

  it('takes any of several secrets, for the days of a rotation', async () => {
    const secret = ['whsec_new', sample.secret];
    await expect(verifyWebhook({ ...delivery, secret })).resolves.toHaveProperty('id');
    await expect(verifyWebhook({ ...delivery, secret: ['whsec_new'] })).rejects.toThrow(
      WebhookSignatureError,
    );
  });

  it('has a tolerance of five minutes on the clock of this machine unless told otherwise', async () => {
    const { now: _now, ...now } = delivery;
    await expect(verifyWebhook({ ...now, secret: sample.secret })).rejects.toThrow('more than 300 s');
    const late = { ...delivery, secret: sample.secret, now: sample.now + 11, tolerance: 10 };
    await expect(verifyWebhook(late)).rejects.toThrow('more than 10 s');
  });

  it.each([null, undefined, ''])('refuses a delivery whose signature is %s', async (signature) => {
    await expect(verifyWebhook({ ...delivery, signature, secret: sample.secret })).rejects.toThrow(
      WebhookSignatureError,
    );
  });
});
