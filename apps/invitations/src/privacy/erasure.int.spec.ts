import { ERASE_INVITATIONS_PATH } from '@plaudit/contracts';
import { type Caller, startWorld, type World } from '@plaudit/testing';
import { authorKeyOf, recipientKeyOf } from '../recipients/recipient';
import { invitationsService } from '../service';

type Row = Record<string, unknown> & { id: number };

const PERSON = { type: 'email', recipient: 'Noa@example.com' };
const PHONE = { type: 'sms', recipient: '+33612345678' };
const MAIL = {
  kind: 'email',
  from: { name: 'Bakery', address: 'hello@example.com' },
  subject: 'How was it, Noa?',
  html: '<p>Dear Noa Bergman</p>',
  text: 'Dear Noa Bergman',
};

describe('the erasure of a recipient', () => {
  let world: World;
  let client: Caller;
  let account = 100;
  let subAccount = 1_000;

  beforeAll(async () => {
    world = await startWorld({
      nats: false,
      services: [{ definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } }],
    });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    account += 1;
    subAccount += 10;
    client = world.as({ account_id: account, sub_account_id: subAccount, main: false });
  });

  const sql = <T = Row>(text: string, values: unknown[] = []) => world.admin.query<T>(text, values);
  const erase = (recipient: string, caller = client) =>
    caller.post('invitations', ERASE_INVITATIONS_PATH, { body: { recipient } });

  async function plant({ type, recipient } = PERSON, more: Record<string, unknown> = {}): Promise<number> {
    const row: Record<string, unknown> = {
      account_id: account,
      sub_account_id: subAccount,
      settings_id: 1,
      type,
      status: 'sent',
      name: 'Noa Bergman',
      author_key: authorKeyOf('Noa Bergman'),
      recipient,
      recipient_key: recipientKeyOf(type as 'email', recipient),
      schedule: '2026-09-18 09:00:00Z',
      data: JSON.stringify({ city: 'Noa Town' }),
      rendered: JSON.stringify(MAIL),
      ...more,
    };
    const names = Object.keys(row);
    const [{ id }] = (await sql(
      `insert into invitations.requests (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})
       returning id`,
      Object.values(row),
    )) as [Row];
    return id;
  }
  const read = async (id: number) =>
    (await sql('select * from invitations.requests where id = $1', [id]))[0]!;
  const activityOf = (id: number) =>
    sql('select type, source, detail from invitations.activity where request_id = $1 order by id', [id]);
  const suppressions = () =>
    sql('select * from invitations.suppressions where sub_account_id = $1 order by id', [subAccount]);

  it.each([
    [
      'an address',
      '\u200bNoa@Bücher.example\u00a0',
      { type: 'email', recipient: 'noa@xn--bcher-kva.example' },
    ],
    ['a number', '\u202a+33612345678\u202c', { type: 'sms', recipient: '+33612345678' }],
  ])('reads %s as requests do', async (_what, given, person) => {
    await plant(person);
    expect((await erase(given)).body.sub_accounts).toEqual([{ sub_account_id: subAccount, invitations: 1 }]);
  });

  it('keeps what is counted and removes everything that names or describes the person', async () => {
    const id = await plant(PERSON, {
      status: 'failed',
      reference: 'order-7',
      sent_on: '2026-09-20 10:00:00Z',
      error_code: 'hard_bounce',
      error_msg: '550 5.1.1 <noa@example.com> unknown',
    });
    await sql(
      `insert into invitations.hits (request_id, kind, network, user_agent) values ($1, 'review', '192.0.2.0/24', 'Noa Browser')`,
      [id],
    );
    await sql(
      `insert into invitations.activity (request_id, type, source, status, detail)
       values ($1, 'failed', 'smtp', 'error', '{"code": "hard_bounce", "msg": "550 <noa@example.com>"}')`,
      [id],
    );
    await sql(
      `insert into invitations.gone_mails (request_id, account_id, sub_account_id, server, sent_on, fuse_id)
       values ($1, $2, $3, 'bergman.example', now(), 1)`,
      [id, account, subAccount],
    );
    await sql(
      `insert into invitations.suppressions (account_id, sub_account_id, type, recipient_key, recipient, reason)
       values ($1, $2, 'email', $3, 'noa@example.com', 'bounce')`,
      [account, subAccount, recipientKeyOf('email', PERSON.recipient)],
    );
    expect(await erase('noa@example.com')).toMatchObject({
      status: 200,
      body: { sub_accounts: [{ sub_account_id: subAccount, invitations: 1 }], reviewed: [] },
    });
    const row = await read(id);
    expect(row).toMatchObject({
      status: 'failed',
      sent_on: new Date('2026-09-20T10:00:00Z'),
      error_code: 'hard_bounce',
      reference: 'order-7',
      name: null,
      author_key: null,
      recipient: '',
      data: {},
      rendered: null,
      version: 2,
    });
    expect(await activityOf(id)).toEqual([
      { type: 'failed', source: 'smtp', detail: { code: 'hard_bounce' } },
      { type: 'erased', source: 'api', detail: null },
    ]);
    const hits = await sql('select * from invitations.hits where request_id = $1', [id]);
    expect(hits).toMatchObject([{ kind: 'review', network: null, user_agent: null }]);
    expect(await sql('select * from invitations.gone_mails where request_id = $1', [id])).toEqual([]);
    expect(await suppressions()).toMatchObject([{ reason: 'erased', recipient: null }]);
    for (const stored of [row, hits, await suppressions(), await activityOf(id)])
      expect(JSON.stringify(stored)).not.toMatch(/noa|bergman|192\.0/i);
  });

  it('skips messages that wait, also one that a worker has taken, and takes its lease away', async () => {
    const due = { due_at: '2036-01-01Z', send_at: '2036-01-01Z' };
    const pending = await plant(PERSON, { status: 'pending', ...due });
    const step = await plant(PERSON, { status: 'pending', parent_id: pending, step: 1 });
    const lease = { lease_id: '00000000-0000-0000-0000-000000000001', lease_until: '2036-01-01Z' };
    const taken = await plant(PERSON, { status: 'sending', ...lease, prepared_at: '2026-01-01Z' });
    expect((await erase('noa@example.com')).status).toBe(200);
    for (const id of [pending, step, taken]) {
      expect(await read(id)).toMatchObject({
        status: 'skipped',
        skip_reason: 'suppressed_manual',
        due_at: null,
        send_at: null,
        lease_id: null,
        recipient: '',
      });
      expect((await activityOf(id)).map(({ type }) => type)).toEqual(['skipped', 'erased']);
    }
  });

  it('cancels a reminder to somebody else that follows a skipped message', async () => {
    const due = { due_at: '2036-01-01Z', send_at: '2036-01-01Z' };
    const first = await plant(PERSON, { status: 'pending', ...due });
    const reminder = await plant(
      { type: 'email', recipient: 'other@example.com' },
      { status: 'pending', parent_id: first, step: 1 },
    );
    await erase('noa@example.com');
    expect(await read(first)).toMatchObject({ status: 'skipped', recipient: '' });
    expect(await read(reminder)).toMatchObject({ status: 'cancelled', recipient: 'other@example.com' });
  });

  it('answers 503 while a message is being sent, and erases it when the request is repeated', async () => {
    const lease = { lease_id: '00000000-0000-0000-0000-000000000002', lease_until: '2036-01-01Z' };
    const id = await plant(PERSON, { status: 'sending', ...lease, started_at: '2026-01-01Z' });
    const other = await plant();
    expect(await erase('noa@example.com')).toMatchObject({
      status: 503,
      body: { code: 'upstream_unavailable' },
    });
    expect((await read(id)).recipient).toBe('Noa@example.com');
    expect((await read(other)).recipient).toBe('');
    await sql(
      `update invitations.requests set status = 'sent', lease_id = null, lease_until = null where id = $1`,
      [id],
    );
    expect((await erase('noa@example.com')).body.sub_accounts).toEqual([
      { sub_account_id: subAccount, invitations: 1 },
    ]);
    expect((await read(id)).recipient).toBe('');
  });

  it('erases hundreds of requests, deleted ones too, and nothing the second time', async () => {
    const first = await plant(PERSON, { deleted_on: '2026-09-21Z' });
    await sql(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, recipient, recipient_key, schedule)
       select account_id, sub_account_id, settings_id, type, status, recipient, recipient_key, schedule
       from invitations.requests, generate_series(1, 229) where id = $1`,
      [first],
    );
    expect((await erase('noa@example.com')).body.sub_accounts).toMatchObject([{ invitations: 230 }]);
    expect((await erase('noa@example.com')).body.sub_accounts).toEqual([]);
    expect((await read(first)).recipient).toBe('');
    const left = await sql(
      'select 1 as one from invitations.requests where sub_account_id = $1 and recipient <> $2',
      [subAccount, ''],
    );
    expect(left).toEqual([]);
  });

  it('finds a phone number, and names the requests that led to a review, also when it is repeated', async () => {
    const reviewed = await plant(PHONE, { status: 'reviewed', reviewed_on: '2026-09-22Z' });
    await plant(PHONE);
    await plant();
    const counted = [{ sub_account_id: subAccount, invitations: 2 }];
    expect((await erase('+33612345678')).body).toEqual({ sub_accounts: counted, reviewed: [reviewed] });
    expect((await erase('+33612345678')).body).toEqual({ sub_accounts: [], reviewed: [reviewed] });
  });

  it('forgets the kept response to adding a request', async () => {
    const [mine, other] = [await plant(), await plant({ ...PERSON, recipient: 'ben@example.com' })];
    for (const id of [mine, other])
      await sql(
        `insert into invitations.idempotency_keys (sub_account_id, method, path, key, status, record_id)
         values ($1, 'POST', '/public/v1/invite/requests/add', $2, 200, $3)`,
        [subAccount, `key-${id}`, id],
      );
    await erase('noa@example.com');
    const kept = await sql('select record_id from invitations.idempotency_keys where sub_account_id = $1', [
      subAccount,
    ]);
    expect(kept).toEqual([{ record_id: other }]);
  });

  it('changes no other person and no other sub account, unless the key belongs to the main one', async () => {
    const theirs = await plant(PERSON, { sub_account_id: subAccount + 1 });
    const foreign = await plant(PERSON, { account_id: account + 5_000, sub_account_id: subAccount + 2 });
    const other = await plant({ ...PERSON, recipient: 'ben@example.com' });
    for (const [owner, sub] of [
      [account, subAccount + 1],
      [account + 5_000, subAccount + 2],
    ])
      await sql(
        `insert into invitations.settings_profiles (account_id, sub_account_id, name) values ($1, $2, 'Visit')`,
        [owner, sub],
      );
    expect((await erase('noa@example.com')).body.sub_accounts).toEqual([]);
    expect((await read(theirs)).recipient).toBe('Noa@example.com');
    const main = world.as({ account_id: account, sub_account_id: subAccount, main: true });
    expect((await erase('noa@example.com', main)).body.sub_accounts).toEqual([
      { sub_account_id: subAccount + 1, invitations: 1 },
    ]);
    expect((await read(theirs)).recipient).toBe('');
    expect((await read(foreign)).recipient).toBe('Noa@example.com');
    expect((await read(other)).recipient).toBe('ben@example.com');
    const suppressed = await sql(
      `select sub_account_id - $1 as place from invitations.suppressions where sub_account_id between $1 and $1 + 2 order by 1`,
      [subAccount],
    );
    expect(suppressed).toEqual([{ place: 0 }, { place: 1 }]);
  });

  it.each(['editor', 'user'] as const)('is refused to a caller of the role %s', async (role) => {
    const id = await plant();
    const caller = world.as({ account_id: account, sub_account_id: subAccount, role });
    expect(await erase('noa@example.com', caller)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required: 'admin' },
    });
    expect((await read(id)).recipient).toBe('Noa@example.com');
  });

  it.each([[null], [7], ['x'.repeat(255)]])('refuses the recipient %j', async (recipient) => {
    expect(await erase(recipient as string)).toMatchObject({ status: 400, body: { field: 'recipient' } });
  });
});
