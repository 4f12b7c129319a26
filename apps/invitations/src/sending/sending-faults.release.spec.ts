import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { administer, eventually, type Administration, startServiceProcess } from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { SendingWorld, REQUESTS, sendingSettings } from './sending-world.suite';
import { invitationsService } from '../service';

function recipients(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_value, place) => `${prefix}-${place}@example.org`);
}

describe('outage', () => {
  let world: SendingWorld;

  beforeAll(async () => {
    world = await SendingWorld.start(
      { SMTP_CONNECTIONS: '2', SMTP_PAUSE_SECONDS: '0.2' },
      { proxiesPostgres: true },
    );
  });

  afterAll(() => world.close());

  afterEach(() => world.smtp.follow({}));

  async function allSent(ids: readonly number[]): Promise<void> {
    for (const id of ids) await world.reached(id, 'sent');
  }

  /** Makes the times of these requests an hour earlier, as if the hour had passed. */
  async function passHour(ids: readonly number[]): Promise<void> {
    await world.world.admin.query(
      `with moved as (
       update invitations.requests set schedule = schedule - interval '1 hour', send_at = send_at - interval '1 hour',
         due_at = due_at - interval '1 hour'
       where id = any ($1::bigint[]) and status = 'pending' returning sub_account_id, due_at
     )
     update invitations.lanes l set next_due_at = least(l.next_due_at, moved.due_at)
     from moved where moved.sub_account_id = l.sub_account_id`,
      [ids],
    );
  }

  describe('A mail server that is down', () => {
    it('costs the waiting requests no attempt within an hour, and every one is sent once when it is back', async () => {
      world.smtp.follow({ greeting: 'drop' });
      const tenant = await world.tenant();
      const people = recipients('outage', 40);
      const ids = await world.queue(
        tenant,
        people.map((recipient) => ({ recipient })),
      );
      const tried = (): Promise<{ id: number }[]> =>
        world.world.admin.query(
          'select id from invitations.requests where id = any ($1::bigint[]) and attempts > 0 and lease_id is null',
          [ids],
        );
      await eventually(tried, (rows) => rows.length >= 5, 'the failures that open the circuit');
      const before = world.smtp.conversations;
      await eventually(
        () => world.smtp.conversations - before,
        (count) => count >= 4,
        'four probes of the paused worker',
      );
      expect(await tried()).toHaveLength(5);
      await passHour(ids);
      const anHourLater = world.smtp.conversations;
      await eventually(
        () => world.smtp.conversations - anHourLater,
        (count) => count >= 4,
        'four more probes an hour later',
      );
      expect(await tried()).toHaveLength(5);
      world.smtp.follow({});
      for (const { id } of await tried()) await world.makeDue(Number(id));
      await allSent(ids);
      expect(people.map((to) => world.smtp.messageIdsTo(to).length)).toEqual(people.map(() => 1));
    });

    it('shows the open circuit in the metrics, and logs no error', async () => {
      const text = await (await fetch(world.world.metricsUrl)).text();
      expect(text).toMatch(/plaudit_invite_circuit_open\{[^}]*type="email"[^}]*\} [01]/);
      expect(text).toMatch(/plaudit_invite_attempts_total\{[^}]*ending="sent"[^}]*\} 40/);
      expect(world.world.logs.errors()).toEqual([]);
    });
  });

  describe('Postgres', () => {
    it('may restart while mails are sent: each is sent once and recorded', async () => {
      world.smtp.follow({ delayMs: 20 });
      const tenant = await world.tenant();
      const people = recipients('restart', 30);
      const ids = await world.queue(
        tenant,
        people.map((recipient) => ({ recipient })),
      );
      await eventually(
        () => world.smtp.mails.filter(({ recipients: [to] }) => to?.startsWith('restart')).length,
        (count) => count >= 5,
        'the first mails',
        { intervalMs: 2 },
      );
      await world.world.postgres.refuse();
      await eventually(
        () => JSON.stringify(world.world.logs.lines),
        (lines) => /Could not (record|begin)/.test(lines),
        'the worker to notice',
      );
      await world.world.postgres.accept();
      await world.recovered(ids);
      expect(people.map((to) => world.smtp.messageIdsTo(to).length)).toEqual(people.map(() => 1));
    });

    it('may lose the answer to a commit: nothing is sent twice', async () => {
      const tenant = await world.tenant();
      for (const [place, statement] of ['set started_at', 'given.change', 'set rendered'].entries()) {
        const held = world.world.postgres.hold(statement);
        const recipient = `lost-${place}@example.org`;
        const [id] = await world.queue(tenant, [{ recipient }]);
        const statementHeld = await held;
        const lost = world.world.postgres.loseResponse('COMMIT');
        statementHeld.release();
        await lost;
        await world.recovered([id!]);
        expect(world.smtp.messageIdsTo(recipient)).toHaveLength(1);
      }
    });
  });
});

const replicas: RunningServices[] = [];

const children: ChildProcess[] = [];

describe('replicas', () => {
  let world: SendingWorld;

  /** The service of this process sends nothing, so that the spec decides who does. It still takes over what others lose. */
  beforeAll(async () => (world = await SendingWorld.start({ SMTP_CONNECTIONS: '0', SMS_PROVIDER: 'none' })));

  afterEach(async () => {
    world.smtp.follow({});
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const replica of replicas.splice(0)) await replica.close();
  });

  afterAll(() => world.close());

  function settings(more: Record<string, string> = {}): Record<string, string> {
    const sending = { ...sendingSettings(world.smtp.url), PORT: '0' };
    return { ...world.world.settings('invitations'), ...sending, METRICS_PORT: '0', ...more };
  }

  async function replica(more: Record<string, string> = {}): Promise<void> {
    replicas.push(await startServices([{ definition: invitationsService, settings: settings(more) }]));
  }

  function mailsTo(recipients: readonly string[]): number[] {
    return recipients.map((to) => world.smtp.messageIdsTo(to).length);
  }

  describe('Two schedulers', () => {
    it('send 200 due requests as 200 mails', async () => {
      const recipients = Array.from({ length: 200 }, (_value, place) => `shared-${place}@example.org`);
      const ids: number[] = [];
      for (const share of [recipients.slice(0, 120), recipients.slice(120, 170), recipients.slice(170)]) {
        const tenant = await world.tenant();
        ids.push(
          ...(await world.queue(
            tenant,
            share.map((recipient) => ({ recipient })),
          )),
        );
      }
      await Promise.all([replica(), replica()]);
      for (const id of ids) await world.reached(id, 'sent');
      expect(mailsTo(recipients)).toEqual(recipients.map(() => 1));
      const entries = await world.world.admin.query(
        "select 1 from invitations.activity where request_id = any ($1::bigint[]) and type = 'sent'",
        [ids],
      );
      expect(entries).toHaveLength(200);
    }, 60_000);
  });

  describe('A process that is killed', () => {
    it('leaves no request forgotten and none sent twice, at whatever step it was', async () => {
      const steps = ['finishing', 'refusing', 'accepted', 'waiting', 'claimed'] as const;
      const to = (step: string): string => `${step}@example.org`;
      world.smtp.follow((_number, recipient) => {
        if (recipient === to('finishing')) return { delayMs: 300 };
        if (recipient === to('refusing')) return { data: 'silence' };
        return recipient === to('accepted') ? { end: 'silence' } : {};
      });
      const child = await startServiceProcess(
        join(__dirname, '../main.ts'),
        settings({ SMTP_CONNECTIONS: '2' }),
      );
      children.push(child);
      const tenant = await world.tenant();
      const queue = async (step: string): Promise<number> =>
        (await world.queue(tenant, [{ recipient: to(step) }]))[0]!;

      await holding(async (holder) => {
        // 4. The server has taken the mail, and the outcome cannot be recorded.
        const finishing = await queue('finishing');
        await world.begun(finishing);
        await holder.query('select from requests where id = $1 for update', [finishing]);
        await eventually(
          () => mailsTo([to('finishing')]),
          ([count]) => count === 1,
          'the mail that cannot be recorded',
        );
        // 3. One conversation before the mail was handed over, one after it.
        await world.begun(await queue('refusing'));
        const accepted = await queue('accepted');
        await world.begun(accepted);
        await eventually(
          () => mailsTo([to('accepted')]),
          ([count]) => count === 1,
          'the mail without an answer',
        );
        // 2. Prepared, and both connections are taken.
        await world.prepared(await queue('waiting'));
        // 1. Claimed, and not prepared.
        await holder.query('lock table suppressions in access exclusive mode');
        const claimed = await queue('claimed');
        await eventually(
          () => world.request(claimed),
          ({ status }) => status === 'sending',
          'the claim',
        );
        child.kill('SIGKILL');
        await once(child, 'exit');
      });

      world.smtp.follow({});
      await replica();
      await world.expireLeases();
      const rows = new Map<string, unknown>();
      for (const step of steps) {
        const [row] = await eventually(
          () =>
            world.world.admin.query<{ status: string; delivery: string; attempts: number }>(
              'select status, delivery, attempts from invitations.requests where recipient = $1',
              [to(step)],
            ),
          ([found]) => found?.status === 'sent',
          `the request ${step} to be sent`,
        );
        rows.set(step, row);
      }
      const unconfirmed = { status: 'sent', delivery: 'unconfirmed', attempts: 1 };
      const confirmed = { status: 'sent', delivery: 'confirmed', attempts: 1 };
      expect(Object.fromEntries(rows)).toEqual({
        finishing: unconfirmed,
        refusing: unconfirmed,
        accepted: unconfirmed,
        waiting: confirmed,
        claimed: confirmed,
      });
      expect(mailsTo(steps.map(to))).toEqual([1, 0, 1, 1, 1]);
    }, 180_000);

    it('cannot record anything once its lease was taken over', async () => {
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      world.smtp.follow({ held });
      await replica();
      const tenant = await world.tenant();
      const [id] = await world.queue(tenant, [{ recipient: 'stale@example.org' }]);
      await world.begun(id!);
      await world.expireLeases();
      expect(await world.reached(id!, 'sent')).toMatchObject({ delivery: 'unconfirmed' });
      answer();
      await eventually(
        async () => (await fetch(replicas[0]!.metricsUrl)).text(),
        (text) => /invite_attempts_total\{[^}]*ending="fenced"[^}]*\} 1/.test(text),
        'the late outcome to be refused',
      );
      expect(await world.request(id!)).toMatchObject({ delivery: 'unconfirmed', attempts: 1 });
      expect(await world.activity(id!)).toMatchObject([{ type: 'sent', status: 'unconfirmed' }]);
      expect(mailsTo(['stale@example.org'])).toEqual([1]);
    }, 60_000);

    /** Runs `work` with a transaction that holds its locks until the work is done. */
    async function holding(work: (holder: Administration) => Promise<void>): Promise<void> {
      await administer(world.world.databaseUrl('invitations'), async (holder) => {
        await holder.query('begin');
        await work(holder);
        await holder.query('rollback');
      });
    }
  });

  describe('A process that sends no mails', () => {
    it('leaves a request that a client sends at once to a process that does', async () => {
      const tenant = await world.tenant();
      const [id] = await world.queue(tenant, [{ recipient: 'elsewhere@example.org', dueIn: 30 * 86_400 }]);
      const client = world.world.as({ account_id: tenant.subAccountId, sub_account_id: tenant.subAccountId });
      expect(await client.post('invitations', `${REQUESTS}/send/${id}`)).toMatchObject({
        status: 200,
        body: { request: { status: 'pending', attempts: 0 } },
      });
      expect(mailsTo(['elsewhere@example.org'])).toEqual([0]);
      await replica();
      expect(await world.reached(id!, 'sent')).toMatchObject({ attempts: 1 });
      expect(mailsTo(['elsewhere@example.org'])).toEqual([1]);
    });
  });

  describe('SMTP_UNKNOWN=retry', () => {
    it('sends a mail without an answer once more with the same Message-ID, and then counts it as sent', async () => {
      world.smtp.follow((_number, recipient) => (recipient === 'unsure@example.org' ? { end: 'drop' } : {}));
      await replica({ SMTP_UNKNOWN: 'retry' });
      const [id] = await world.queue(await world.tenant(), [{ recipient: 'unsure@example.org' }]);
      expect(await world.deferred(id!)).toMatchObject({
        delivery: 'unconfirmed',
        error_code: 'smtp_no_answer',
      });
      await world.makeDue(id!);
      const row = await world.reached(id!, 'sent');
      expect(row).toMatchObject({ delivery: 'unconfirmed', attempts: 2 });
      expect(world.smtp.messageIdsTo('unsure@example.org')).toEqual([row['message_id'], row['message_id']]);
    }, 60_000);
  });
});
