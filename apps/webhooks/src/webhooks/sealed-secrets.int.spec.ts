import { createCipheriv, randomBytes } from 'node:crypto';
import { deriveKey, placeIn, reseal, Secrets } from '@plaudit/runtime';
import { webhooksService } from '../service';
import { startWebhooksWorld, WEBHOOKS, type WebhooksWorld } from '../webhooks-world.suite';
import { PREVIOUS_SECRET, SECRET } from './sealed-columns';

const COLUMNS = webhooksService.sealed ?? [];
const MANY = 1_100;

interface Row {
  id: number;
  secret_enc: Buffer;
}

/** Encrypts as releases did that bound no value to its row. */
function unplaced(key: Buffer, plain: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, 'seal'), iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), deriveKey(key, 'key-id', 4), iv, cipher.getAuthTag(), ciphertext]);
}

describe('The stored secrets of webhooks', () => {
  let world: WebhooksWorld;
  let key: string;

  beforeAll(async () => {
    world = await startWebhooksWorld();
    key = world.settings('webhooks')['SECRETS_KEY'] as string;
  });
  afterAll(() => world.close());

  async function rows(): Promise<Row[]> {
    return world.admin.query<Row>('select id, secret_enc from webhooks.webhooks order by id');
  }

  async function run(secrets: Secrets): Promise<{ readable: boolean; lines: string[] }> {
    const lines: string[] = [];
    const readable = await reseal(
      world.databaseUrl('webhooks'),
      COLUMNS,
      secrets,
      (line) => void lines.push(line),
    );
    return { readable, lines };
  }

  async function testCall(id: number): Promise<number> {
    return (await world.as().post('webhooks', `${WEBHOOKS}/test/${id}`)).status;
  }

  it('open only in their own row and column', async () => {
    const endpoint = await world.endpoint();
    const [first, second] = [
      await world.webhook({ url: `${endpoint.url}/first` }),
      await world.webhook({ url: `${endpoint.url}/second` }),
    ];
    const secrets = new Secrets(key);
    const [one, two] = (await rows()).filter(({ id }) => [first.id, second.id].includes(id)) as [Row, Row];
    expect(secrets.decrypt(one.secret_enc, placeIn(SECRET, one.id))).toBe(first.secret);
    expect(() => secrets.decrypt(one.secret_enc, placeIn(SECRET, two.id))).toThrow(/authenticate/);
    expect(() => secrets.decrypt(one.secret_enc, placeIn(PREVIOUS_SECRET, one.id))).toThrow(/authenticate/);

    world.expectErrors(/authenticate/);
    await world.admin.query(
      'update webhooks.webhooks set secret_enc = (select secret_enc from webhooks.webhooks where id = $1) where id = $2',
      [one.id, two.id],
    );
    expect(await testCall(two.id)).toBe(500);
    await world.admin.query('update webhooks.webhooks set secret_enc = $1 where id = $2', [
      two.secret_enc,
      two.id,
    ]);
    expect(await testCall(two.id)).toBe(200);
  });

  it('survive a rotation of SECRETS_KEY, which the command completes', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    const master = Buffer.from(key, 'base64');
    // A secret of an older release, and more rows than one batch has.
    const old = await world.webhook({ url: `${endpoint.url}/old` });
    await world.admin.query(
      'update webhooks.webhooks set secret_enc = $1, prev_secret_enc = $2 where id = $3',
      [unplaced(master, old.secret), unplaced(master, 'whsec_cHJldmlvdXM='), old.id],
    );
    await world.admin.query(
      `insert into webhooks.webhooks (account_id, url, events, sub_account_ids, channel_ids, skip_backfill, active,
         format, secret_enc, secret_hint, test_calls, created_on, updated_on)
       select 9, 'https://example.com/' || n, '{}', '{}', '{}', false, true, 'standard', $1, '', 0, now(), now()
       from generate_series(1, ${MANY}) n`,
      [unplaced(master, 'whsec_bWFueQ==')],
    );
    expect(await testCall(old.id)).toBe(200);

    const next = randomBytes(32).toString('base64');
    const count = (await rows()).length;
    const during = new Secrets(next, key);
    const { readable, lines } = await run(during);
    expect(readable).toBe(true);
    expect(lines).toEqual([
      `webhooks.webhooks.secret_enc: ${count} values, ${count} encrypted again`,
      'webhooks.webhooks.prev_secret_enc: 1 values, 1 encrypted again',
    ]);
    expect((await run(during)).lines).toEqual([
      `webhooks.webhooks.secret_enc: ${count} values, 0 encrypted again`,
      'webhooks.webhooks.prev_secret_enc: 1 values, 0 encrypted again',
    ]);

    const after = new Secrets(next);
    const opened = new Map(
      (await rows()).map(({ id, secret_enc }) => [id, after.decrypt(secret_enc, placeIn(SECRET, id))]),
    );
    expect([opened.get(webhook.id), opened.get(old.id)]).toEqual([webhook.secret, old.secret]);
    expect(opened.size).toBe(count);
  });

  it('are reported if no key opens them, and left as they are', async () => {
    const before = await rows();
    const { readable, lines } = await run(new Secrets(randomBytes(32).toString('base64')));
    expect(readable).toBe(false);
    expect(lines[0]).toContain(
      `0 encrypted again, ${before.length} that no key opens (rows ${before[0]?.id}, `,
    );
    expect(await rows()).toEqual(before);
  });
});
