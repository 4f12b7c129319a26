import type { Principal } from '@plaudit/contracts';
import type { HttpResult, RecordedRequest } from '@plaudit/testing';
import {
  HOURLY_RETRIES,
  logged,
  received,
  startWebhooksWorld,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';
import { isSigned } from './receiver.suite';
import { standardSignature } from './signature';

let world: WebhooksWorld;

beforeAll(async () => {
  world = await startWebhooksWorld(HOURLY_RETRIES);
});
afterAll(() => world.close());

function rotate(
  id: number,
  body: object = {},
  headers: Record<string, string> = {},
  as: Partial<Principal> = {},
): Promise<HttpResult> {
  return world.as(as).post('webhooks', `${WEBHOOKS}/rotate_secret/${id}`, { body, headers });
}

async function get(id: number): Promise<HttpResult['body']> {
  return (await world.as().get('webhooks', `${WEBHOOKS}/get/${id}`)).body;
}

async function endGrace(id: number): Promise<void> {
  await world.admin.query(
    "update webhooks.webhooks set prev_secret_until = clock_timestamp() - interval '1 second' where id = $1",
    [id],
  );
}

/** Returns which of the secrets a delivery is signed with, and how many signatures each header has. */
function signers({ headers, body }: RecordedRequest, secrets: string[]) {
  const header = String(headers['x-service-signature']);
  const standard = String(headers['webhook-signature']).split(' ');
  const signed = {
    eventId: String(headers['webhook-id']),
    timestamp: Number(headers['webhook-timestamp']),
    body,
  };
  return {
    own: secrets.filter((secret) => isSigned(header, body, secret)),
    ownCount: header.split(',v1=').length - 1,
    standard: secrets.filter((secret) => standard.includes(standardSignature([secret], signed))),
    standardCount: standard.length,
  };
}

const signedBy = (...secrets: string[]) => ({
  own: secrets,
  ownCount: secrets.length,
  standard: secrets,
  standardCount: secrets.length,
});

describe('POST /webhooks/rotate_secret/{id}', () => {
  it.each([-1, 169, 1.5, '24', null, true, [24]])(
    'refuses %j as grace_hours and keeps the secret',
    async (grace_hours) => {
      const { id, secret_hint } = await world.webhook({
        url: `http://127.0.0.1:9/${encodeURIComponent(JSON.stringify(grace_hours))}`,
      });
      expect(await rotate(id, { grace_hours })).toMatchObject({
        status: 422,
        body: {
          code: 'invalid_value',
          field: 'grace_hours',
          msg: 'grace_hours must be an integer from 0 to 168.',
        },
      });
      expect(await get(id)).toMatchObject({ secret_hint, previous_secret_expires_on: null });
    },
  );

  it('signs with both secrets for the time of grace, retries included, and then only with the new one', async () => {
    const endpoint = await world.endpoint(() => ({ status: 500 }));
    const { id, secret: old } = await world.webhook({ url: endpoint.url });
    await world.review();
    const [first] = await received(endpoint, 1);
    expect(signers(first!, [old])).toEqual(signedBy(old));
    await logged(world, id, 1);

    const { status, body } = await rotate(id, { grace_hours: 2 });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.secret).not.toBe(old);
    expect(body).toMatchObject({ id, secret_hint: `whsec_…${body.secret.slice(-4)}` });
    const left = Date.parse(`${body.previous_secret_expires_on.replace(' ', 'T')}Z`) - Date.now();
    expect(left).toBeGreaterThan(2 * 3_600_000 - 60_000);
    expect(left).toBeLessThanOrEqual(2 * 3_600_000);
    const shown = await get(id);
    expect(shown).not.toHaveProperty('secret');
    expect(shown.previous_secret_expires_on).toBe(body.previous_secret_expires_on);

    await world.makeRetriesDue();
    const [, second] = await received(endpoint, 2);
    expect(signers(second!, [body.secret, old])).toEqual(signedBy(body.secret, old));
    await world.as().post('webhooks', `${WEBHOOKS}/test/${id}`);
    const [, , sample] = await received(endpoint, 3);
    expect(signers(sample!, [body.secret, old])).toEqual(signedBy(body.secret, old));

    await logged(world, id, 3);
    await endGrace(id);
    expect((await get(id)).previous_secret_expires_on).toBeNull();
    const { body: list } = await world.as().get('webhooks', `${WEBHOOKS}/get`);
    expect(list.webhooks.find((one: { id: number }) => one.id === id).previous_secret_expires_on).toBeNull();
    await world.makeRetriesDue();
    const requests = await received(endpoint, 4);
    expect(signers(requests[3]!, [body.secret, old])).toEqual(signedBy(body.secret));
  });

  it('is refused a second time during the grace, unless it drops all old secrets at once', async () => {
    const endpoint = await world.endpoint();
    const { id, secret: first } = await world.webhook({ url: endpoint.url });
    const { body: second } = await rotate(id);
    const refused = await rotate(id, { grace_hours: 1 });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_value', field: 'grace_hours', allowed_on: expect.any(String) },
    });
    expect(refused.body.allowed_on >= second.previous_secret_expires_on).toBe(true);
    expect(refused.body.msg).toContain(refused.body.allowed_on);
    expect((await get(id)).secret_hint).toBe(second.secret_hint);

    const { status, body: third } = await rotate(id, { grace_hours: 0 });
    expect([status, third.previous_secret_expires_on]).toEqual([200, null]);
    await world.review();
    const [request] = await received(endpoint, 1);
    expect(signers(request!, [third.secret, second.secret, first])).toEqual(signedBy(third.secret));
    expect((await rotate(id)).status).toBe(200);
  });

  it('succeeds once if several requests rotate at the same time', async () => {
    const { id } = await world.webhook({ url: 'http://127.0.0.1:9/race' });
    const responses = await Promise.all([1, 2, 3].map(() => rotate(id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });

  it('answers a repeat with the same Idempotency-Key with the same secret', async () => {
    const { id } = await world.webhook({ url: 'http://127.0.0.1:9/repeat' });
    const key = { 'idempotency-key': 'rotate-once' };
    const first = await rotate(id, {}, key);
    const repeated = await rotate(id, { grace_hours: 0 }, key);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.body).toEqual(first.body);
    expect((await get(id)).secret_hint).toBe(first.body.secret_hint);
  });

  it('needs the right to change webhooks', async () => {
    const { id } = await world.webhook({ url: 'http://127.0.0.1:9/rights' });
    const reader = await rotate(id, {}, {}, { scopes: ['webhooks:read'] });
    expect(reader).toMatchObject({ status: 403, body: { required: 'webhooks:write' } });
  });

  it('leaves no secret in the log or in the database', async () => {
    const { id, secret } = await world.webhook({ url: 'http://127.0.0.1:9/private' });
    const { body } = await rotate(id, {}, { 'idempotency-key': 'private' });
    for (const table of ['webhooks', 'idempotency_keys', 'outbox', 'attempts', 'events']) {
      const rows = await world.admin.query<{ text: string }>(
        `select row_to_json(one)::text as text from webhooks.${table} one`,
      );
      const texts = rows.flatMap(({ text }) => [text, bytesIn(text)]);
      for (const known of [secret, body.secret])
        expect(texts.filter((one) => one.includes(known))).toEqual([]);
    }
    const lines = JSON.stringify(world.logs);
    for (const known of [secret, body.secret]) expect(lines).not.toContain(known);
  });
});

/** Returns the text in the bytea values of a row. */
function bytesIn(row: string): string {
  return [...row.matchAll(/\\\\x([0-9a-f]+)/g)]
    .map(([, hex]) => Buffer.from(hex as string, 'hex').toString('latin1'))
    .join('\n');
}
