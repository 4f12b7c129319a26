import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSigned, verifyWebhook, type WebhookEvent, WebhookSignatureError } from './verify-webhook';

interface Vector {
  name: string;
  secret: string;
  header: string;
  now: number;
  body: { text?: string; base64?: string; repeat?: string; times?: number };
  valid: boolean;
}

/** The published vectors. The signatures of sent deliveries are tested with the same ones. */
const { vectors, tolerance_seconds: tolerance } = JSON.parse(
  readFileSync(join(__dirname, '../../../apps/webhooks/testdata/signature-vectors.json'), 'utf8'),
) as { vectors: Vector[]; tolerance_seconds: number };

function bytesOf({ text, base64, repeat, times }: Vector['body']): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return Buffer.from(text ?? (repeat ?? '').repeat(times ?? 0));
}

/** The compiler checks that every event is handled, and that each `data` has the fields of its event. */
function headline(event: WebhookEvent): string {
  switch (event.event) {
    case 'review.created':
    case 'review.deleted':
      return `${event.data.rating_value} stars by ${event.data.from_name}`;
    case 'review.updated':
      return event.data.changed.join();
    case 'review.status_changed':
      return `${event.data.previous_status} to ${event.data.status}`;
    case 'channel.crawled':
      return `${event.data.new_reviews} new reviews`;
    case 'rating.changed':
      return `${event.data.previous_score} to ${event.data.score}`;
    case 'profile.error':
      return event.data.error_code;
    case 'invite.sent':
    case 'invite.clicked':
    case 'invite.unsubscribed':
    case 'invite.reviewed':
      return `invitation ${event.data.id} of ${event.data.settings_name}`;
    case 'invite.failed':
      return event.data.error_code;
  }
}

describe('verifyWebhook', () => {
  it.each(vectors.map((vector) => [vector.valid ? 'accepts' : 'refuses', vector.name, vector] as const))(
    '%s the vector "%s"',
    async (_verdict, _name, { header, secret, now, body, valid }) => {
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
    ['undefined as secret', { secret: undefined }, 'secret must be'],
    ['an empty secret', { secret: '' }, 'secret must be'],
    ['an empty list of secrets', { secret: [] }, 'secret must be'],
    ['undefined as one of two secrets', { secret: [sample.secret, undefined] }, 'secret must be'],
    ['a parsed body', { body: { event: 'review.created' } }, 'body must be the bytes'],
  ])('throws a TypeError that names the argument for %s', async (_what, wrong, reason) => {
    const given = { ...delivery, secret: sample.secret, ...wrong } as typeof delivery & { secret: string };
    await expect(verifyWebhook(given)).rejects.toThrow(TypeError);
    await expect(verifyWebhook(given)).rejects.toThrow(reason);
  });

  it('returns the event', async () => {
    const event = await verifyWebhook({ ...delivery, secret: sample.secret });
    expect(event).toMatchObject({ event: 'review.created', test: true, data: { profile_id: 42 } });
  });

  it('returns an event whose name decides the type of its data', async () => {
    const event = await verifyWebhook({ ...delivery, secret: sample.secret });
    expect(headline(event)).toBe('5 stars by Zoë — 李');
    const review: WebhookEvent<'review.deleted'>['data']['rating_value'] = null;
    expect(review).toBeNull();
  });

  it('accepts a body that is a string', async () => {
    const body = delivery.body.toString('utf8');
    await expect(verifyWebhook({ ...delivery, body, secret: sample.secret })).resolves.toHaveProperty('id');
  });

  it('accepts a signature with any of several secrets, as during a rotation', async () => {
    const secret = ['whsec_new', sample.secret];
    await expect(verifyWebhook({ ...delivery, secret })).resolves.toHaveProperty('id');
    await expect(verifyWebhook({ ...delivery, secret: ['whsec_new'] })).rejects.toThrow(
      WebhookSignatureError,
    );
  });

  it('refuses signatures more than 300 s from the clock of this machine, or the given tolerance from the given time', async () => {
    const { now: _now, ...now } = delivery;
    await expect(verifyWebhook({ ...now, secret: sample.secret })).rejects.toThrow('more than 300 s');
    const late = { ...delivery, secret: sample.secret, now: sample.now + 11, tolerance: 10 };
    await expect(verifyWebhook(late)).rejects.toThrow('more than 10 s');
  });

  it.each([null, undefined, ''])('refuses a delivery with %p as signature', async (signature) => {
    await expect(verifyWebhook({ ...delivery, signature, secret: sample.secret })).rejects.toThrow(
      WebhookSignatureError,
    );
  });
});
