import { eventually, type HttpResult } from '@plaudit/testing';
import { REQUESTS, SendingWorld } from '../sending-world.suite';

let world: SendingWorld;
beforeAll(async () => (world = await SendingWorld.start()));
afterAll(() => world.close());
afterEach(() => world.smtp.follow({}));

type Tenant = Awaited<ReturnType<SendingWorld['tenant']>>;
const LATER = 30 * 86_400;

async function send({ subAccountId }: Pick<Tenant, 'subAccountId'>, id: number): Promise<HttpResult> {
  return world.world
    .as({ account_id: subAccountId, sub_account_id: subAccountId })
    .post('invitations', `${REQUESTS}/send/${id}`);
}

async function deferredBy(answer: HttpResult, id: number): Promise<{ due_at: Date; updated_on: Date }> {
  expect(answer).toMatchObject({ body: { request: { status: 'pending' } } });
  const row = await world.request(id);
  return { due_at: row.due_at!, updated_on: row['updated_on'] as Date };
}

describe('POST /invite/requests/send/{id}', () => {
  it('sends at once, although neither time, window, limit nor cooldown allows it', async () => {
    const closed = (new Date().getUTCDay() + 1) % 7 || 7;
    const tenant = await world.tenant({
      send_window: { enabled: true, timezone: 'UTC', days: [closed], start: '09:00', end: '10:00' },
      limits: { daily: 1 },
    });
    const ids = await world.queue(tenant, [
      { recipient: 'now@example.org', dueIn: LATER },
      { recipient: 'now@example.org', dueIn: LATER },
    ]);
    for (const id of ids) {
      const answer = await send(tenant, id);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          success: true,
          request: { id, status: 'sent', attempts: 1, delivery: 'confirmed', send_at: null },
        },
      });
    }
    expect(world.smtp.messageIdsTo('now@example.org')).toHaveLength(2);
  });

  it('refuses a request that is not pending, an unknown one and that of another sub account', async () => {
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient: 'again@example.org', dueIn: LATER }]);
    expect(await send(await world.tenant(), id!)).toMatchObject({ status: 404 });
    expect(await send(tenant, id!)).toMatchObject({ status: 200 });
    expect(await send(tenant, id!)).toMatchObject({
      status: 400,
      body: { code: 'request_not_pending', msg: 'The request is sent; only a pending request can be sent.' },
    });
    expect(await send(tenant, 987_654)).toMatchObject({ status: 404 });
    expect(world.smtp.messageIdsTo('again@example.org')).toHaveLength(1);
  });

  it('never sends to a person who has unsubscribed, and leaves the request as it is', async () => {
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient: 'stopped@example.org', dueIn: LATER }]);
    await world.suppress(tenant.subAccountId, 'stopped@example.org');
    expect(await send(tenant, id!)).toMatchObject({
      status: 400,
      body: {
        code: 'request_not_pending',
        msg: 'The recipient has unsubscribed, so the request is not sent.',
      },
    });
    expect(await world.request(id!)).toMatchObject({ status: 'pending', attempts: 0, lease_id: null });
  });

  it('sends a reminder early only after the message before it', async () => {
    const tenant = await world.tenant();
    const recipient = 'early@example.org';
    const [id] = await world.queue(tenant, [{ recipient, dueIn: LATER }]);
    const [first, second] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
      { recipient, step: 2, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    expect(await send(tenant, first!)).toMatchObject({ status: 400, body: { code: 'request_not_pending' } });
    await send(tenant, id!);
    expect(await send(tenant, second!)).toMatchObject({ status: 400 });
    expect(await send(tenant, first!)).toMatchObject({ status: 200, body: { request: { status: 'sent' } } });
    expect(await world.request(second!)).toMatchObject({ due_at: expect.any(Date) });
  });

  it('responds with what became of the request if the mail server refuses it', async () => {
    world.smtp.follow((_number, to) => ({ rcpt: to.startsWith('grey') ? '450 4.2.0 Wait' : '550 5.1.1 No' }));
    const tenant = await world.tenant();
    const [grey, gone] = await world.queue(tenant, [
      { recipient: 'grey-now@example.org', dueIn: LATER },
      { recipient: 'gone-now@example.org', dueIn: LATER },
    ]);
    expect(await send(tenant, grey!)).toMatchObject({
      body: { request: { status: 'pending', error: { code: 'smtp_deferred' } } },
    });
    expect(await send(tenant, gone!)).toMatchObject({
      body: { request: { status: 'failed', error: { code: 'hard_bounce' } } },
    });
  });

  it('opens no more conversations at once than SMTP_CONNECTIONS says', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    world.smtp.follow((_number, to) => (to.startsWith('crowd') ? { held } : {}));
    const tenant = await world.tenant();
    const ids = await world.queue(
      tenant,
      Array.from({ length: 12 }, (_value, place) => ({
        recipient: `crowd${place}@example.org`,
        dueIn: LATER,
      })),
    );
    const answers = Promise.all(ids.map((id) => send(tenant, id)));
    for (const id of ids) await world.prepared(id);
    const rows = await eventually(
      () => Promise.all(ids.map((id) => world.request(id))),
      (all) => all.filter((row) => row['started_at'] !== null).length >= 8,
      'eight conversations',
    );
    expect(rows.filter((row) => row['started_at'] !== null)).toHaveLength(8);
    answer();
    await answers;
    for (const id of ids) await world.reached(id, 'sent');
  });

  it('repeats it after a temporary error at a time that neither window, limit, distance nor cooldown allows', async () => {
    const closed = (new Date().getUTCDay() + 1) % 7 || 7;
    const tenant = await world.tenant({
      send_window: { enabled: true, timezone: 'UTC', days: [closed], start: '09:00', end: '10:00' },
      limits: { daily: 1 },
    });
    const recipient = 'wanted@example.org';
    const [before, id, queued] = await world.queue(tenant, [
      { recipient, dueIn: LATER },
      { recipient, dueIn: LATER },
      { recipient: 'unwanted@example.org', dueIn: LATER },
    ]);
    await send(tenant, before!);
    world.smtp.follow((_number, to) => (to === recipient ? { rcpt: '450 4.2.0 Wait' } : {}));
    const { due_at, updated_on } = await deferredBy(await send(tenant, id!), id!);
    expect(Math.round((due_at.getTime() - updated_on.getTime()) / 60_000)).toBe(5);
    world.smtp.follow({});
    // Another message of the profile finds the window closed, which concerns all that wait for it.
    for (const one of [id!, queued!]) await world.makeDue(one);
    expect(await world.reached(id!, 'sent')).toMatchObject({ attempts: 2, delivery: 'confirmed' });
    expect(await world.postponed(queued!)).toMatchObject({ attempts: 0 });
    expect(world.smtp.messageIdsTo(recipient)).toHaveLength(2);
  });

  it('does not repeat it to a person who unsubscribes meanwhile', async () => {
    const tenant = await world.tenant();
    const recipient = 'no-more@example.org';
    const [id] = await world.queue(tenant, [{ recipient, dueIn: LATER }]);
    world.smtp.follow((_number, to) => (to === recipient ? { rcpt: '450 4.2.0 Wait' } : {}));
    await deferredBy(await send(tenant, id!), id!);
    world.smtp.follow({});
    await world.suppress(tenant.subAccountId, recipient);
    await world.makeDue(id!);
    expect(await world.reached(id!, 'skipped')).toMatchObject({ skip_reason: 'suppressed_unsubscribed' });
    expect(world.smtp.messageIdsTo(recipient)).toEqual([]);
  });

  it('repeats it like any other once a client has given it a new time or recipient', async () => {
    const tenant = await world.tenant();
    const client = world.world.as({ account_id: tenant.subAccountId, sub_account_id: tenant.subAccountId });
    for (const change of [{ schedule: '2020-01-01 00:00:00' }, { recipient: 'moved@example.org' }]) {
      const recipient = `replanned-${Object.keys(change)[0]}@example.org`;
      const [id] = await world.queue(tenant, [{ recipient, dueIn: LATER }]);
      world.smtp.follow((_number, to) => (to === recipient ? { rcpt: '450 4.2.0 Wait' } : {}));
      await deferredBy(await send(tenant, id!), id!);
      const answer = await client.put('invitations', `${REQUESTS}/update/${id}`, { body: change });
      expect(answer).toMatchObject({ status: 200 });
      expect(await world.request(id!)).toMatchObject({ manual: false });
    }
  });

  it('responds with 402 without a credit of the month, and with 400 without anything to review', async () => {
    const poor = await world.tenant({}, { invitesMonth: 0 });
    const [unpaid] = await world.queue(poor, [{ recipient: 'unpaid@example.org', dueIn: LATER }]);
    expect(await send(poor, unpaid!)).toMatchObject({
      status: 402,
      body: { code: 'invite_credits_exhausted' },
    });
    const empty = await world.tenant({ review_url: null });
    const [nothing] = await world.queue(empty, [{ recipient: 'nothing@example.org', dueIn: LATER }]);
    expect(await send(empty, nothing!)).toMatchObject({ status: 400, body: { code: 'request_not_pending' } });
    expect(await world.request(nothing!)).toMatchObject({ status: 'pending' });
  });

  it('sends one mail when the scheduler and several clients want to send it at the same time', async () => {
    const tenant = await world.tenant();
    const recipients = Array.from({ length: 20 }, (_value, place) => `race-${place}@example.org`);
    const ids = await world.queue(
      tenant,
      recipients.map((recipient) => ({ recipient })),
    );
    const answers = await Promise.all(ids.flatMap((id) => [send(tenant, id), send(tenant, id)]));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => ({ status, code: body.code as unknown }))).toEqual(
      refused.map(() => ({ status: 400, code: 'request_not_pending' })),
    );
    for (const id of ids) await world.reached(id, 'sent');
    expect(recipients.map((to) => world.smtp.messageIdsTo(to).length)).toEqual(recipients.map(() => 1));
  });
});
