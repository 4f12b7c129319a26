import { administer, eventually, type HttpResult, type SmtpScript } from '@plaudit/testing';
import { SendingWorld, REQUESTS } from './sending-world.suite';

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

const LATER = 30 * 86_400;

type Tenant = Awaited<ReturnType<SendingWorld['tenant']>>;

/** A mail whose answer is missing, and its reminder. */
interface Unanswered {
  recipient: string;
  id: number;
  reminder: number;
}

/** Returns the minutes from the last change of a request until it is due again. */
function minutesUntilDue(row: Record<string, unknown>): number {
  return Math.round(((row['due_at'] as Date).getTime() - (row['updated_on'] as Date).getTime()) / MINUTE_MS);
}

describe('sending', () => {
  let world: SendingWorld;

  /** The service waits for these servers while the other tests run. */
  const silent = new Map<string, SmtpScript>([
    ['silent@example.org', { data: 'silence' }],
    ['unknown-sile@example.org', { end: 'silence' }],
  ]);
  let waiting: number;
  let unanswered: Unanswered;
  let lost: number;

  /** Two cases wait so long for a silent server. The others need less, also when the machine stands still. */
  beforeAll(async () => {
    world = await SendingWorld.start({ SMTP_ANSWER_TIMEOUT_MS: '6000' });
    follow();
    waiting = await sendOne('silent@example.org');
    unanswered = await sendUnanswered('unknown-sile@example.org');
    lost = await leaseToLostWorker('lost@example.org');
  });

  afterAll(() => world.close());

  afterEach(() => follow());

  function follow(scriptOf: (to: string) => SmtpScript = () => ({})): void {
    world.smtp.follow((_number, to) => silent.get(to) ?? scriptOf(to));
  }

  async function sendOne(recipient: string): Promise<number> {
    const [id] = await world.queue(await world.tenant(), [{ recipient }]);
    return id!;
  }

  /** Stores a request whose worker was lost before its conversation began. */
  async function leaseToLostWorker(recipient: string): Promise<number> {
    const [id] = await world.queue(await world.tenant(), [{ recipient, dueIn: LATER }]);
    await world.world.admin.query(
      `update invitations.requests set status = 'sending', due_at = null, lease_id = gen_random_uuid(),
         lease_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    return id!;
  }

  /** Sends a mail that has a reminder. */
  async function sendUnanswered(recipient: string): Promise<Unanswered> {
    const tenant = await world.tenant();
    const [id] = await world.queue(tenant, [{ recipient, dueIn: LATER }]);
    const [reminder] = await world.queue(tenant, [
      { recipient, step: 1, parentId: id!, stepDelay: 86_400, dueIn: null },
    ]);
    await world.makeDue(id!);
    return { recipient, id: id!, reminder: reminder! };
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
      expect(await world.activity(id)).toEqual([
        { type: 'sent', source: 'smtp', status: 'ok', detail: null },
      ]);
      expect(await world.events(id)).toEqual(['invite.sent']);
    });

    it('has no segments as a WhatsApp message, whose text stays as it was approved', async () => {
      const tenant = await world.tenant({
        sms: { channel: 'whatsapp', body: `It’s us ${'č'.repeat(300)} {{review_url}}` },
      });
      const [id] = await world.queue(tenant, [{ recipient: '+33612345678', type: 'sms' }]);
      const row = await world.reached(id!, 'sent');
      expect(row).toMatchObject({
        segments: null,
        rendered: { body: expect.stringMatching(/^It’s us č{300} /) },
      });
    });

    it('is kept as an SMS that its provider sends to nobody', async () => {
      const tenant = await world.tenant({ sms: { from: null } });
      const [id] = await world.queue(tenant, [{ recipient: '+33612345678', type: 'sms' }]);
      const row = await world.reached(id!, 'sent');
      expect(row).toMatchObject({
        provider: 'log',
        delivery: 'kept',
        provider_id: expect.stringMatching(/^log-/),
        segments: 1,
        message_id: null,
      });
      expect(await world.activity(id!)).toEqual([
        { type: 'sent', source: 'sms', status: 'kept', detail: null },
      ]);
      const status = await world.world
        .as({ sub_account_id: tenant.subAccountId })
        .get('invitations', '/public/v1/invite/sending/status');
      expect(status.body).toEqual({
        mail: { delivery: 'sent' },
        sms: { delivery: 'kept' },
        stops: [],
        fuses: [],
      });
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
      const [id] = await world.queue(tenant, [{ recipient: 'closed@example.org', dueIn: LATER }]);
      const [reminder] = await world.queue(tenant, [
        { recipient: 'closed@example.org', dueIn: null, step: 1, parentId: id!, stepDelay: 86_400 },
      ]);
      await world.makeDue(id!);
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
      follow((to) => (to === 'grey@example.org' ? { end: '451 4.3.0 Try later' } : {}));
      const id = await sendOne('grey@example.org');
      const row = await world.deferred(id);
      expect(minutesUntilDue(row)).toBe(5);
      expect(row).toMatchObject({
        attempts: 1,
        error_code: 'smtp_deferred',
        error_msg: '451 4.3.0 Try later',
      });
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
      follow();
      await world.makeDue(id);
      expect(await world.reached(id, 'sent')).toMatchObject({
        attempts: 2,
        error_code: null,
        error_msg: null,
      });
      const [first, second] = world.smtp.mails.filter(({ recipients }) =>
        recipients.includes('grey@example.org'),
      );
      expect(second?.raw).toBe(first?.raw);
      expect(second?.messageId).toBe(first?.messageId);
    });

    it('ends in a failure after five retries, and no reminder follows', async () => {
      follow((to) => (to === 'never@example.org' ? { rcpt: '450 4.2.0 Greylisted' } : {}));
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
  });

  describe('A permanent error', () => {
    it('suppresses a person whose mailbox does not exist, and cancels the reminders', async () => {
      follow((to) => (to === 'gone@example.org' ? { rcpt: '550 5.1.1 <gone@example.org> unknown' } : {}));
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
      follow((to) => (to === 'spam@example.org' ? { end: '554 5.7.1 Spam' } : {}));
      const id = await sendOne('spam@example.org');
      expect(await world.reached(id, 'failed')).toMatchObject({ error_code: 'rejected_by_policy' });
      const suppressed = await world.world.admin.query(
        "select 1 from invitations.suppressions where recipient = 'spam@example.org'",
      );
      expect(suppressed).toEqual([]);
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
      const [reminder] = await world.queue(tenant, [
        { recipient, step: 1, parentId: id!, stepDelay: 86_400 },
      ]);
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
      follow((to) => (to === recipient ? { held } : {}));
      const [reminder] = await world.queue(tenant, [
        { recipient, step: 1, parentId: id!, stepDelay: 86_400 },
      ]);
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

  describe('A missing answer', () => {
    it.each(['drop', 'Thank you', 'silence'])('counts as sent and is not repeated (%s)', async (end) => {
      const missing = `unknown-${end.slice(0, 4)}@example.org`.toLowerCase();
      follow((to) => (to === missing ? { end } : {}));
      const { recipient, id, reminder } = end === 'silence' ? unanswered : await sendUnanswered(missing);
      expect(await world.reached(id, 'sent')).toMatchObject({ delivery: 'unconfirmed', attempts: 1 });
      expect(await world.activity(id)).toMatchObject([{ type: 'sent', status: 'unconfirmed' }]);
      expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
      expect(await world.request(reminder)).toMatchObject({ status: 'pending', due_at: expect.any(Date) });
    });
  });

  describe('A request whose worker was lost', () => {
    it('is taken over by another worker within seconds', async () => {
      expect(await world.reached(lost, 'sent')).toMatchObject({ attempts: 1, delivery: 'confirmed' });
    });
  });

  describe('A server that was silent before it asked for the mail', () => {
    it('is tried again, and one mail is delivered', async () => {
      await world.deferred(waiting);
      silent.clear();
      await world.makeDue(waiting);
      await world.reached(waiting, 'sent');
      expect(world.smtp.messageIdsTo('silent@example.org')).toHaveLength(1);
    });
  });
});

describe('a service that sends a mail without an answer once more', () => {
  let world: SendingWorld;

  beforeAll(async () => (world = await SendingWorld.start({ SMTP_UNKNOWN: 'retry' })));

  afterAll(() => world.close());

  afterEach(() => world.smtp.follow({}));

  describe('finishing', () => {
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
        await world.recover();
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
        await world.world.admin.query('update invitations.requests set opened_on = now() where id = $1', [
          id,
        ]);
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
        await world.recover();
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
  });

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
        body: {
          code: 'request_not_pending',
          msg: 'The request is sent; only a pending request can be sent.',
        },
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
      expect(await send(tenant, first!)).toMatchObject({
        status: 400,
        body: { code: 'request_not_pending' },
      });
      await send(tenant, id!);
      expect(await send(tenant, second!)).toMatchObject({ status: 400 });
      expect(await send(tenant, first!)).toMatchObject({
        status: 200,
        body: { request: { status: 'sent' } },
      });
      expect(await world.request(second!)).toMatchObject({ due_at: expect.any(Date) });
    });

    it('responds with what became of the request if the mail server refuses it', async () => {
      world.smtp.follow((_number, to) => ({
        rcpt: to.startsWith('grey') ? '450 4.2.0 Wait' : '550 5.1.1 No',
      }));
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
      expect(await send(empty, nothing!)).toMatchObject({
        status: 400,
        body: { code: 'request_not_pending' },
      });
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
  });
});
