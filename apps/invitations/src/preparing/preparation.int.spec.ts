import { eventually } from '@plaudit/testing';
import { REQUESTS, SendingWorld } from '../sending/sending-world.suite';

const HOUR_MS = 3_600_000;

let world: SendingWorld;
beforeAll(async () => (world = await SendingWorld.start()));
afterAll(() => world.close());
afterEach(() => world.smtp.follow({}));

describe('The moment of sending', () => {
  it('moves a request that is picked up outside its window, and says so', async () => {
    const tomorrow = (new Date().getUTCDay() + 1) % 7 || 7;
    const tenant = await world.tenant({
      send_window: { enabled: true, timezone: 'UTC', days: [tomorrow], start: '09:00', end: '10:00' },
    });
    const [id] = await world.queue(tenant, [{ recipient: 'late@example.org' }]);
    const row = await world.postponed(id!);
    const due = row.due_at!.toISOString();
    expect(due.slice(11)).toBe('09:00:00.000Z');
    expect(row).toMatchObject({ attempts: 0, send_at: row.due_at });
    expect(await world.activity(id!)).toEqual([
      {
        type: 'rescheduled',
        source: 'scheduler',
        status: 'ok',
        detail: { reason: 'send_window', send_at: due.slice(0, 19).replace('T', ' ') },
      },
    ]);
    expect(world.smtp.messageIdsTo('late@example.org')).toEqual([]);
  });

  it.each([
    ['a second before its end', '1 second', 'skipped'],
    ['exactly at its end', '0 seconds', 'sent'],
  ])('observes the cooldown %s', async (_name, before, status) => {
    const tenant = await world.tenant({ cooldown: { days: 2 } });
    const recipient = `cooldown-${status}@example.org`;
    const [earlier] = await world.queue(tenant, [{ recipient }]);
    await world.reached(earlier!, 'sent');
    await world.world.admin.query(
      `update invitations.requests set sent_on = now() - interval '2 days' + $2::interval where id = $1`,
      [earlier, before === '1 second' ? '5 seconds' : '0 seconds'],
    );
    const [id] = await world.queue(tenant, [{ recipient }]);
    const row = await world.reached(id!, status);
    expect(row['skip_reason']).toBe(status === 'skipped' ? 'cooldown' : null);
  });

  it('keeps twelve hours between two messages to one person, even without a cooldown', async () => {
    const tenant = await world.tenant({ cooldown: { days: 0 } });
    const ids = await world.queue(tenant, [
      { recipient: 'twice@example.org' },
      { recipient: 'twice@example.org' },
    ]);
    const sent = await world.reached(ids[0]!, 'sent');
    const moved = await world.postponed(ids[1]!);
    expect(moved.due_at!.getTime() - (sent['sent_on'] as Date).getTime()).toBeGreaterThan(11.9 * HOUR_MS);
    expect(await world.activity(ids[1]!)).toMatchObject([
      { type: 'rescheduled', detail: { reason: 'too_soon' } },
    ]);
    expect(world.smtp.messageIdsTo('twice@example.org')).toHaveLength(1);
  });

  it('moves a first message, and does not skip it, while a reminder of long ago is on its way', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const tenant = await world.tenant({ cooldown: { days: 2 } });
    const recipient = 'reminded@example.org';
    const [earlier] = await world.queue(tenant, [{ recipient }]);
    await world.reached(earlier!, 'sent');
    await world.world.admin.query(
      "update invitations.requests set sent_on = now() - interval '3 days' where id = $1",
      [earlier],
    );
    world.smtp.follow((_number, to) => (to === recipient ? { held } : {}));
    const [reminder] = await world.queue(tenant, [
      { recipient, step: 1, parentId: earlier!, stepDelay: 86_400 },
    ]);
    await world.begun(reminder!);
    const [id] = await world.queue(tenant, [{ recipient }]);
    await world.postponed(id!);
    answer();
    expect(await world.activity(id!)).toMatchObject([
      { type: 'rescheduled', detail: { reason: 'too_soon' } },
    ]);
    await world.reached(reminder!, 'sent');
  });

  it('sends the rest on the next local day once the daily limit is reached', async () => {
    const tenant = await world.tenant({ limits: { daily: 2 } });
    const ids = await world.queue(
      tenant,
      ['a', 'b', 'c'].map((name) => ({ recipient: `daily-${name}@example.org` })),
    );
    await world.reached(ids[0]!, 'sent');
    await world.reached(ids[1]!, 'sent');
    const rest = await world.postponed(ids[2]!);
    expect(rest.due_at!.toISOString()).toMatch(/T00:00:00.000Z$/);
    expect(rest.due_at!.getTime()).toBeGreaterThan(Date.now());
    expect(await world.activity(ids[2]!)).toMatchObject([
      { type: 'rescheduled', detail: { reason: 'daily_limit' } },
    ]);
  });

  it('moves a long queue behind the daily limit at once, and writes few entries about it', async () => {
    const tenant = await world.tenant({ limits: { daily: 1 } });
    const ids = await world.queue(
      tenant,
      Array.from({ length: 300 }, (_, place) => ({ recipient: `queue-${place}@example.org` })),
    );
    await eventually(
      () =>
        world.world.admin.query<{ waiting: number }>(
          `select count(*)::int as waiting from invitations.requests
           where id = any ($1) and (status = 'sending' or status = 'pending' and due_at <= now())`,
          [ids],
        ),
      ([row]) => row?.waiting === 0,
      'the queue to be moved',
    );
    const [counts] = await world.world.admin.query<{ moved: number; entries: number }>(
      `select count(*) filter (where due_at > now())::int as moved,
         (select count(*)::int from invitations.activity where request_id = any ($1) and type = 'rescheduled') as entries
       from invitations.requests where id = any ($1)`,
      [ids],
    );
    expect(counts?.moved).toBe(299);
    expect(counts?.entries).toBeLessThanOrEqual(64);
  });

  it('skips first messages without a credit of the month, and cancels their reminders', async () => {
    const tenant = await world.tenant({}, { invitesMonth: 1 });
    const ids = await world.queue(tenant, [
      { recipient: 'credit-a@example.org', dueIn: -2 },
      { recipient: 'credit-b@example.org' },
    ]);
    await world.reached(ids[0]!, 'sent');
    expect(await world.reached(ids[1]!, 'skipped')).toMatchObject({ skip_reason: 'plan_limit' });
    const [other] = await world.queue(await world.tenant({}, { invite: false }), [
      { recipient: 'plan@example.org' },
    ]);
    expect(await world.reached(other!, 'skipped')).toMatchObject({ skip_reason: 'plan_limit' });
  });

  it('skips a request that has nothing to review', async () => {
    const tenant = await world.tenant({ review_url: null });
    const [id] = await world.queue(tenant, [{ recipient: 'nolink@example.org' }]);
    const [reminder] = await world.queue(tenant, [
      { recipient: 'nolink@example.org', step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    expect(await world.reached(id!, 'skipped')).toMatchObject({ skip_reason: 'no_review_link' });
    expect(await world.request(reminder!)).toMatchObject({ status: 'cancelled' });
  });

  it('uses the settings as they are then', async () => {
    const tenant = await world.tenant({ subject: 'First subject' });
    const [id] = await world.queue(tenant, [{ recipient: 'texts@example.org', dueIn: 86_400 }]);
    await world.world.admin.query(
      `update invitations.settings_profiles set settings = settings || '{"subject": "Second subject"}' where id = $1`,
      [tenant.settingsId],
    );
    await world.makeDue(id!);
    await world.reached(id!, 'sent');
    const mail = world.smtp.mails.find(({ recipients }) => recipients.includes('texts@example.org'));
    expect(mail?.raw).toContain('Subject: Second subject');
  });
});

describe('A request of a paused settings profile', () => {
  const pause = (settingsId: number, on: string | null): Promise<unknown> =>
    world.world.admin.query('update invitations.settings_profiles set paused_on = $2 where id = $1', [
      settingsId,
      on,
    ]);

  it('waits, says why, and is sent after the profile was taken over', async () => {
    const tenant = await world.tenant({ reply_to: 'help@elsewhere.example' });
    await pause(tenant.settingsId, 'now');
    const ids = await world.queue(tenant, [
      { recipient: 'paused-1@example.org' },
      { recipient: 'paused-2@example.org', timezone: 'Asia/Tokyo' },
    ]);
    for (const id of ids) {
      const row = await world.postponed(id);
      expect(row).toMatchObject({ attempts: 0, error_code: 'settings_paused' });
      expect(row.due_at!.getTime()).toBeGreaterThan(Date.now());
    }
    const caller = world.world.as({ account_id: tenant.subAccountId, sub_account_id: tenant.subAccountId });
    expect(await caller.post('invitations', `${REQUESTS}/send/${ids[0]}`)).toMatchObject({
      status: 409,
      body: { code: 'forwarding_paused' },
    });
    const { version } = await world.request(ids[0]!);
    await world.makeDue(ids[0]!);
    await eventually(
      () => world.request(ids[0]!),
      (row) => row.status === 'pending' && (row['version'] as number) > (version as number) + 1,
      'the request to be postponed again',
    );
    expect(await world.activity(ids[0]!)).toMatchObject([
      { type: 'rescheduled', detail: { reason: 'settings_paused' } },
    ]);
    expect(world.smtp.messageIdsTo('paused-1@example.org')).toEqual([]);
    await pause(tenant.settingsId, null);
    for (const id of ids) await world.makeDue(id);
    for (const id of ids) expect(await world.reached(id, 'sent')).toMatchObject({ error_code: null });
  });

  it('is skipped if the profile was deleted, because nobody can take it over', async () => {
    const tenant = await world.tenant({ reply_to: 'help@elsewhere.example' });
    await pause(tenant.settingsId, 'now');
    await world.world.admin.query(
      'update invitations.settings_profiles set deleted_on = now() where id = $1',
      [tenant.settingsId],
    );
    const [id] = await world.queue(tenant, [{ recipient: 'paused-3@example.org' }]);
    expect(await world.reached(id!, 'skipped')).toMatchObject({ skip_reason: 'profile_deleted' });
  });
});

describe('A request that changes in flight', () => {
  it.each([
    ['unsubscribed', 'unsubscribed_on', 'unsubscribed'],
    ['reviewed', 'reviewed_on', 'reviewed'],
  ])('keeps the status %s, and no reminder follows', async (_name, column, status) => {
    const recipient = `flight-${status}@example.org`;
    world.smtp.follow((_number, to) => (to === recipient ? { delayMs: 100 } : {}));
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient }]);
    const [reminder] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    await world.begun(id!);
    await world.world.admin.query(`update invitations.requests set ${column} = now() where id = $1`, [id]);
    expect(await world.reached(id!, status)).toMatchObject({
      delivery: 'confirmed',
      sent_on: expect.any(Date),
    });
    expect(await world.request(reminder!)).toMatchObject({ due_at: null });
    expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
  });

  it('is not sent if the person unsubscribes while it waits for a connection', async () => {
    const blockers = Array.from({ length: 8 }, (_value, place) => `blocker-${place}@example.org`);
    world.smtp.follow((_number, to) => (blockers.includes(to) ? { delayMs: 150 } : {}));
    const tenant = await world.tenant();
    await world.queue(
      tenant,
      blockers.map((recipient) => ({ recipient, dueIn: -10 })),
    );
    const [id] = await world.queue(tenant, [{ recipient: 'waiting@example.org' }]);
    await world.prepared(id!);
    await world.suppress(tenant.subAccountId, 'waiting@example.org');
    expect(await world.reached(id!, 'skipped')).toMatchObject({
      skip_reason: 'suppressed_unsubscribed',
      attempts: 0,
    });
    expect(world.smtp.messageIdsTo('waiting@example.org')).toEqual([]);
  });

  it('is cancelled if it is deleted before its conversation begins', async () => {
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient: 'deleted@example.org', dueIn: 86_400 }]);
    await world.world.admin.query('update invitations.requests set deleted_on = now() where id = $1', [id]);
    await world.makeDue(id!);
    await world.reached(id!, 'cancelled');
    expect(world.smtp.messageIdsTo('deleted@example.org')).toEqual([]);
  });
});

describe('A reminder that is deleted on its way', () => {
  it('makes room for the next one, which follows the last message that was sent', async () => {
    const tenant = await world.tenant();
    const recipient = 'gap@example.org';
    const [id] = await world.queue(tenant, [{ recipient }]);
    const sent = await world.reached(id!, 'sent');
    await world.world.admin.query(
      "update invitations.requests set sent_on = sent_on - interval '2 days' where id = $1",
      [id],
    );
    const [first, second] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 86_400, dueIn: 3_600 },
      { recipient, step: 2, parentId: id!, stepDelay: 10 * 86_400, dueIn: null },
    ]);
    await world.world.admin.query('update invitations.requests set deleted_on = now() where id = $1', [
      first,
    ]);
    await world.makeDue(first!);
    await world.reached(first!, 'cancelled');
    const due = (await world.request(second!)).due_at as Date;
    expect(due.getTime() - (sent['sent_on'] as Date).getTime()).toBe(8 * 24 * HOUR_MS);
  });
});
