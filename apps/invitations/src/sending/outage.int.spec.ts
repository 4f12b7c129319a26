import { eventually } from '@plaudit/testing';
import { SendingWorld } from './sending-world.suite';

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

function recipients(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_value, place) => `${prefix}-${place}@example.org`);
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
