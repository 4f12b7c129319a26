import { administer, eventually } from '@plaudit/testing';
import { SendingWorld } from './sending-world.suite';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: SendingWorld;
/** Two cases wait so long for a silent server. The others need less, also when the machine stands still. */
beforeAll(async () => (world = await SendingWorld.start({ SMTP_ANSWER_TIMEOUT_MS: '6000' })));
afterAll(() => world.close());
afterEach(() => world.smtp.follow({}));

/** Returns the minutes from the last change of a request until it is due again. */
function minutesUntilDue(row: Record<string, unknown>): number {
  return Math.round(((row['due_at'] as Date).getTime() - (row['updated_on'] as Date).getTime()) / MINUTE_MS);
}

async function sendOne(recipient: string): Promise<number> {
  const [id] = await world.queue(await world.tenant(), [{ recipient }]);
  return id!;
}

describe('A due request', () => {
  it('is sent once, with its activity and its event', async () => {
    const id = await sendOne('sent@example.org');
    const row = await world.reached(id, 'sent');
    expect(row).toMatchObject({
      attempts: 1,
      delivery: 'confirmed',
      due_at: null,
      send_at: null,
      started_at: null,
      provider: 'smtp',
      error_code: null,
      sent_on: expect.any(Date),
      message_id: expect.stringMatching(/^inv\.\d+\.[a-z0-9]{8}@localhost$/),
    });
    expect(world.smtp.messageIdsTo('sent@example.org')).toEqual([row['message_id']]);
    expect(await world.activity(id)).toEqual([{ type: 'sent', source: 'smtp', status: 'ok', detail: null }]);
    expect(await world.events(id)).toEqual(['invite.sent']);
  });

  it('is sent as an SMS through the provider', async () => {
    const tenant = await world.tenant({ sms: { from: null } });
    const [id] = await world.queue(tenant, [{ recipient: '+33612345678', type: 'sms' }]);
    const row = await world.reached(id!, 'sent');
    expect(row).toMatchObject({
      provider: 'log',
      provider_id: expect.stringMatching(/^log-/),
      segments: 1,
      message_id: null,
    });
    expect(await world.activity(id!)).toEqual([{ type: 'sent', source: 'sms', status: 'ok', detail: null }]);
  });
});

describe('A request of a sub account that was deleted', () => {
  /** Requests that were on their way or were added a moment later are pending although the others were cancelled. */
  it('is cancelled with its reminders when it is due', async () => {
    const tenant = await world.tenant();
    await world.world.admin.query(
      'update invitations.businesses set deleted = true where sub_account_id = $1',
      [tenant.subAccountId],
    );
    const [id] = await world.queue(tenant, [{ recipient: 'closed@example.org', dueIn: 1 }]);
    const [reminder] = await world.queue(tenant, [
      { recipient: 'closed@example.org', dueIn: null, step: 1, parentId: id!, stepDelay: 86_400 },
    ]);
    expect(await world.reached(id!, 'cancelled')).toMatchObject({
      due_at: null,
      cancelled_on: expect.any(Date),
    });
    expect(await world.reached(reminder!, 'cancelled')).toMatchObject({ due_at: null });
    expect(world.smtp.messageIdsTo('closed@example.org')).toEqual([]);
  });
});

describe('A temporary error', () => {
  it('defers the request five minutes, and sends the same bytes at the next attempt', async () => {
    world.smtp.follow((_number, to) => (to === 'grey@example.org' ? { end: '451 4.3.0 Try later' } : {}));
    const id = await sendOne('grey@example.org');
    const row = await world.deferred(id);
    expect(minutesUntilDue(row)).toBe(5);
    expect(row).toMatchObject({ attempts: 1, error_code: 'smtp_deferred', error_msg: '451 4.3.0 Try later' });
    expect(await world.activity(id)).toEqual([
      {
        type: 'deferred',
        source: 'smtp',
        status: 'error',
        detail: { code: 'smtp_deferred', msg: '451 4.3.0 Try later', attempt: 1 },
      },
    ]);
    await world.world.admin.query(
      `update invitations.settings_profiles set settings = settings || '{"subject": "Another subject"}' where id = $1`,
      [row['settings_id']],
    );
    world.smtp.follow({});
    await world.makeDue(id);
    expect(await world.reached(id, 'sent')).toMatchObject({ attempts: 2, error_code: null, error_msg: null });
    const [first, second] = world.smtp.mails.filter(({ recipients }) =>
      recipients.includes('grey@example.org'),
    );
    expect(second?.raw).toBe(first?.raw);
    expect(second?.messageId).toBe(first?.messageId);
  });

  it('ends in a failure after five retries, and no reminder follows', async () => {
    world.smtp.follow((_number, to) => (to === 'never@example.org' ? { rcpt: '450 4.2.0 Greylisted' } : {}));
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient: 'never@example.org' }]);
    const [reminder] = await world.queue(tenant, [
      { recipient: 'never@example.org', step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      waits.push(minutesUntilDue(await world.deferred(id!, attempt)));
      await world.makeDue(id!);
    }
    expect(waits).toEqual([5, 15, 60, 240, 720]);
    expect(await world.reached(id!, 'failed')).toMatchObject({ attempts: 6, error_code: 'smtp_temporary' });
    expect(await world.request(reminder!)).toMatchObject({ status: 'cancelled' });
    expect(await world.events(id!)).toEqual(['invite.failed']);
  });

  it('retries a server that was silent before it asked for the mail, and delivers one mail', async () => {
    let silent = true;
    world.smtp.follow((_number, to) => {
      const script = silent && to === 'silent@example.org' ? { data: 'silence' } : {};
      return script;
    });
    const id = await sendOne('silent@example.org');
    await world.deferred(id);
    silent = false;
    await world.makeDue(id);
    await world.reached(id, 'sent');
    expect(world.smtp.messageIdsTo('silent@example.org')).toHaveLength(1);
  });
});

describe('A permanent error', () => {
  it('suppresses a person whose mailbox does not exist, and cancels the reminders', async () => {
    world.smtp.follow((_number, to) =>
      to === 'gone@example.org' ? { rcpt: '550 5.1.1 <gone@example.org> unknown' } : {},
    );
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient: 'gone@example.org' }]);
    const [reminder, other] = await world.queue(tenant, [
      { recipient: 'gone@example.org', step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
      { recipient: 'gone@example.org', dueIn: 86_400 },
    ]);
    expect(await world.reached(id!, 'failed')).toMatchObject({
      error_code: 'hard_bounce',
      error_msg: '550 5.1.1 <[address]> unknown',
    });
    expect(await world.request(reminder!)).toMatchObject({ status: 'cancelled' });
    expect(await world.request(other!)).toMatchObject({
      status: 'skipped',
      skip_reason: 'suppressed_bounce',
    });
    const [later] = await world.queue(tenant, [{ recipient: 'gone@example.org' }]);
    expect(await world.reached(later!, 'skipped')).toMatchObject({ skip_reason: 'suppressed_bounce' });
  });

  it('does not suppress the person if the server refuses the content', async () => {
    world.smtp.follow((_number, to) => (to === 'spam@example.org' ? { end: '554 5.7.1 Spam' } : {}));
    const id = await sendOne('spam@example.org');
    expect(await world.reached(id, 'failed')).toMatchObject({ error_code: 'rejected_by_policy' });
    const suppressed = await world.world.admin.query(
      "select 1 from invitations.suppressions where recipient = 'spam@example.org'",
    );
    expect(suppressed).toEqual([]);
  });
});

describe('A missing answer', () => {
  it.each(['drop', 'silence', 'Thank you'])('counts as sent and is not repeated (%s)', async (end) => {
    const recipient = `unknown-${end.slice(0, 4)}@example.org`.toLowerCase();
    world.smtp.follow((_number, to) => (to === recipient ? { end } : {}));
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient }]);
    const [reminder] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    expect(await world.reached(id!, 'sent')).toMatchObject({ delivery: 'unconfirmed', attempts: 1 });
    expect(await world.activity(id!)).toMatchObject([{ type: 'sent', status: 'unconfirmed' }]);
    expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
    expect(await world.request(reminder!)).toMatchObject({ status: 'pending', due_at: expect.any(Date) });
  });
});

describe('A reminder', () => {
  it('is due its own delay after the message before it was really sent, in the send window', async () => {
    const tenant = await world.tenant();
    const recipient = 'sequence@example.org';
    const [id] = await world.queue(tenant, [{ recipient }]);
    const [first, second] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 2 * 86_400, dueIn: null },
      { recipient, step: 2, parentId: id!, stepDelay: 3 * 86_400, dueIn: null },
    ]);
    const sent = await world.reached(id!, 'sent');
    const planned = (await world.request(first!))['due_at'] as Date;
    expect(planned.getTime() - (sent['sent_on'] as Date).getTime()).toBe(48 * HOUR_MS);
    expect(await world.request(second!)).toMatchObject({ due_at: null });
  });

  it('waits if it becomes due before the message before it was sent', async () => {
    const tenant = await world.tenant();
    const recipient = 'overtaking@example.org';
    const [id] = await world.queue(tenant, [{ recipient, dueIn: 86_400 }]);
    const [reminder] = await world.queue(tenant, [{ recipient, step: 1, parentId: id!, stepDelay: 86_400 }]);
    const row = await world.postponed(reminder!);
    expect(row).toMatchObject({ due_at: null, attempts: 0 });
    expect(world.smtp.messageIdsTo(recipient)).toEqual([]);
  });

  it('is locked after its first message, so that its failure and a click cannot wait for each other', async () => {
    const recipient = 'locks@example.org';
    let answer = (_line: string): void => {};
    const held = new Promise<string>((resolve) => (answer = resolve));
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient }]);
    await world.reached(id!, 'sent');
    await world.world.admin.query(
      "update invitations.requests set sent_on = now() - interval '2 days' where id = $1",
      [id],
    );
    world.smtp.follow((_number, to) => (to === recipient ? { held } : {}));
    const [reminder] = await world.queue(tenant, [{ recipient, step: 1, parentId: id!, stepDelay: 86_400 }]);
    await world.begun(reminder!);
    await administer(world.world.databaseUrl('invitations'), async (click) => {
      await click.query('begin');
      await click.query('select from requests where id = $1 for update', [id]);
      answer('554 5.7.1 No');
      await eventually(
        () =>
          world.world.admin.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%requests%for update%'`,
          ),
        (waiting) => waiting.length > 0,
        'the failure to wait for the first message',
      );
      const free = await click.query('select id from requests where id = $1 for update skip locked', [
        reminder,
      ]);
      await click.query('commit');
      expect(free).toHaveLength(1);
    });
    expect(await world.reached(reminder!, 'failed')).toMatchObject({ error_code: 'rejected_by_policy' });
  });

  it.each(['clicked_on', 'reviewed_on', 'unsubscribed_on'])(
    'is not sent after its first message has %s',
    async (column) => {
      const tenant = await world.tenant();
      const recipient = `ended-${column.slice(0, 3)}@example.org`;
      const [id] = await world.queue(tenant, [{ recipient }]);
      await world.reached(id!, 'sent');
      await world.world.admin.query(
        `update invitations.requests set ${column} = now(), sent_on = now() - interval '2 days' where id = $1`,
        [id],
      );
      const [reminder] = await world.queue(tenant, [
        { recipient, step: 1, parentId: id!, stepDelay: 86_400 },
      ]);
      await world.reached(reminder!, 'cancelled');
      expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
    },
  );
});
