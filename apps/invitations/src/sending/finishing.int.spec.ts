import { eventually } from '@plaudit/testing';
import { SendingWorld } from './sending-world.suite';

let world: SendingWorld;
beforeAll(async () => (world = await SendingWorld.start({ SMTP_UNKNOWN: 'retry' })));
afterAll(() => world.close());

describe('Two attempts of one request whose answers come together', () => {
  it('are recorded once, by the one that has the lease', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    world.smtp.follow({ held });
    const tenant = await world.tenant();
    const recipient = 'together@example.org';
    const [id] = await world.queue(tenant, [{ recipient }]);
    await world.begun(id!);
    await world.expireLeases();
    await world.deferred(id!);
    await world.makeDue(id!);
    await world.begun(id!);
    await eventually(
      () => world.smtp.messageIdsTo(recipient),
      (mails) => mails.length === 2,
      'both attempts to wait for the answer',
    );
    answer();
    expect(await world.reached(id!, 'sent')).toMatchObject({ attempts: 2, delivery: 'confirmed' });
    expect((await world.activity(id!)).map(({ type }) => type)).toEqual(['sent', 'sent']);
    expect(await world.events(id!)).toEqual(['invite.sent']);
  });
});

describe('A mail without an answer that is sent once more', () => {
  const UPDATE = '/public/v1/invite/requests/update';

  /** Sends a first message with a reminder. The server takes it, and its answer is missing. */
  async function unanswered(recipient: string, settings: object = {}) {
    world.smtp.follow((_number, to) => (to === recipient ? { end: 'drop' } : {}));
    const tenant = await world.tenant(settings);
    const [id] = await world.queue(tenant, [{ recipient }]);
    const [reminder] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    const row = await world.deferred(id!);
    expect(row).toMatchObject({ delivery: 'unconfirmed', sent_on: expect.any(Date) });
    expect(await world.activity(id!)).toMatchObject([{ type: 'sent', status: 'unconfirmed' }]);
    expect(await world.events(id!)).toEqual(['invite.sent']);
    const account = { account_id: tenant.subAccountId, sub_account_id: tenant.subAccountId };
    return { tenant, id: id!, reminder: reminder!, client: world.world.as(account) };
  }

  async function creditsUsed(accountId: number): Promise<unknown> {
    const [row] = await world.world.admin.query<{ sent: number }>(
      'select sum(sent)::int as sent from invitations.month_sends where account_id = $1',
      [accountId],
    );
    return row?.sent;
  }

  it('counts for the cooldown, the distance and the credits from its first attempt on', async () => {
    const recipient = 'maybe@example.org';
    const { tenant, id } = await unanswered(recipient, { cooldown: { days: 30 } });
    const [second] = await world.queue(tenant, [{ recipient }]);
    expect(await world.reached(second!, 'skipped')).toMatchObject({ skip_reason: 'cooldown' });
    const short = await world.profile(tenant.subAccountId, { cooldown: { days: 0 } });
    const [third] = await world.queue({ ...tenant, settingsId: short }, [{ recipient }]);
    await world.postponed(third!);
    expect(await world.activity(third!)).toMatchObject([
      { type: 'rescheduled', detail: { reason: 'too_soon' } },
    ]);
    world.smtp.follow({});
    await world.makeDue(id);
    expect(await world.reached(id, 'sent')).toMatchObject({ delivery: 'confirmed', attempts: 2 });
    expect(await creditsUsed(tenant.subAccountId)).toBe(1);
    expect(await world.events(id)).toEqual(['invite.sent']);
  });

  it('stays sent, unconfirmed, if the person unsubscribes before', async () => {
    const recipient = 'maybe-suppressed@example.org';
    const { id, reminder, client } = await unanswered(recipient);
    await client.post('invitations', '/public/v1/invite/suppressions/add', { body: { recipient } });
    expect(await world.request(id)).toMatchObject({
      status: 'sent',
      delivery: 'unconfirmed',
      skip_reason: null,
      error_code: null,
      due_at: null,
      send_at: null,
    });
    expect(await world.request(reminder)).toMatchObject({ status: 'skipped' });
    expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
  });

  it('stays sent, unconfirmed, if another message makes it too much, and its reminder follows', async () => {
    const recipient = 'maybe-cooldown@example.org';
    const { tenant, id, reminder, client } = await unanswered(recipient, { cooldown: { days: 30 } });
    world.smtp.follow({});
    const [other] = await world.queue(tenant, [{ recipient, dueIn: 86_400 }]);
    await client.post('invitations', `/public/v1/invite/requests/send/${other}`);
    await world.makeDue(id);
    expect(await world.reached(id, 'sent')).toMatchObject({ delivery: 'unconfirmed', skip_reason: null });
    expect(await world.request(reminder)).toMatchObject({ status: 'pending', due_at: expect.any(Date) });
    expect(world.smtp.messageIdsTo(recipient)).toHaveLength(2);
  });

  it('stays sent, unconfirmed, if the server defers it until no attempt is left', async () => {
    const recipient = 'maybe-deferred@example.org';
    const { id, reminder } = await unanswered(recipient);
    world.smtp.follow((_number, to) => (to === recipient ? { rcpt: '450 4.2.0 Wait' } : {}));
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await world.makeDue(id);
      if (attempt < 6) await world.deferred(id, attempt);
    }
    expect(await world.reached(id, 'sent')).toMatchObject({ delivery: 'unconfirmed', attempts: 6 });
    expect(await world.request(reminder)).toMatchObject({ status: 'pending', due_at: expect.any(Date) });
  });

  it('is not sent once more after the person has opened it', async () => {
    const recipient = 'maybe-opened@example.org';
    const { id } = await unanswered(recipient);
    await world.world.admin.query('update invitations.requests set opened_on = now() where id = $1', [id]);
    await world.makeDue(id);
    await world.reached(id, 'sent');
    expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
  });

  it('cannot be changed any more', async () => {
    const { id, client } = await unanswered('maybe-changed@example.org');
    const answer = await client.put('invitations', `${UPDATE}/${id}`, {
      body: { recipient: 'another@example.org' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'request_not_pending',
        msg: 'The request may have been sent, so it cannot be changed any more.',
      },
    });
  });
});

describe('The place of a request on its day', () => {
  /** Returns how many messages the local days of the sub account count. */
  async function counted(subAccountId: number): Promise<number> {
    const [row] = await world.world.admin.query<{ sent: number }>(
      'select coalesce(sum(sent), 0)::int as sent from invitations.day_sends where sub_account_id = $1',
      [subAccountId],
    );
    return row!.sent;
  }

  it('is free again if it is skipped or its worker is lost before its conversation begins', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const blockers = Array.from({ length: 8 }, (_value, place) => `held-${place}@example.org`);
    world.smtp.follow((_number, to) => (blockers.includes(to) ? { held } : {}));
    const tenant = await world.tenant();
    const { subAccountId } = tenant;
    const busy = await world.queue(
      tenant,
      blockers.map((recipient) => ({ recipient, dueIn: -10 })),
    );
    const [skipped, lost] = await world.queue(tenant, [
      { recipient: 'taken@example.org' },
      { recipient: 'left@example.org' },
    ]);
    for (const id of [skipped!, lost!]) await world.prepared(id);
    expect(await counted(subAccountId)).toBe(10);

    const client = world.world.as({ account_id: subAccountId, sub_account_id: subAccountId });
    await client.post('invitations', '/public/v1/invite/suppressions/add', {
      body: { recipient: 'taken@example.org' },
    });
    expect(await world.request(skipped!)).toMatchObject({ status: 'skipped', counted_day: null });
    expect(await counted(subAccountId)).toBe(9);

    const before = (await world.request(lost!))['lease_id'];
    await world.world.admin.query(
      "update invitations.requests set lease_until = now() - interval '1 second' where id = $1",
      [lost],
    );
    await eventually(
      () => world.request(lost!),
      (row) => row['lease_id'] !== before && row['prepared_at'] !== null,
      'another worker to prepare the message',
    );
    answer();
    for (const id of [...busy, lost!]) await world.reached(id, 'sent');
    expect(await counted(subAccountId)).toBe(9);
  });

  it('is taken once by a message whose first attempt was deferred', async () => {
    world.smtp.follow((_number, to) => (to === 'day@example.org' ? { rcpt: '450 4.2.0 Wait' } : {}));
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient: 'day@example.org' }]);
    await world.deferred(id!);
    expect(await counted(tenant.subAccountId)).toBe(0);
    world.smtp.follow({});
    await world.makeDue(id!);
    await world.reached(id!, 'sent');
    expect(await counted(tenant.subAccountId)).toBe(1);
  });
});
