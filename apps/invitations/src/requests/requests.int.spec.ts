import { type EventRecorder, eventually } from '@plaudit/testing';
import {
  type Client,
  markSent,
  type RequestsWorld,
  startRequestsWorld,
  suppress,
} from './requests-world.suite';
import { readListRequest } from './lists/request-filter';
import { countSql, pageSql } from './lists/request-list.sql';
import type { RequestListQuery } from './lists/request-lists.dto';

const HOUR = 3_600;

const DAY = 24 * HOUR;

const secondsOf = (date: unknown): number => Date.parse(`${String(date).replace(' ', 'T')}Z`) / 1_000;

interface Item extends Record<string, unknown> {
  id: number;
  step: number;
}

let world: RequestsWorld;

beforeAll(async () => (world = await startRequestsWorld()));

afterAll(() => world.close());

describe('an invitation request', () => {
  let events: EventRecorder;
  let client: Client;

  beforeAll(async () => {
    events = await world.recorder('invite.>');
  });
  beforeEach(() => {
    client = world.newClient();
  });

  /** Adds a first message with reminders after 2 and 4 days. Returns all three. */
  const sequence = async (): Promise<[Item, Item, Item]> => {
    const settings_id = await client.profile({
      name: 'S',
      followup: {
        enabled: true,
        steps: [
          { delay: 2, delay_unit: 'days' },
          { delay: 2, delay_unit: 'days' },
        ],
      },
      send_window: { enabled: false },
    });
    const root = await client.added({ recipient: 'noa@example.com', name: 'Noa B', settings_id });
    const { body } = await client.get(`get?parent_id=${root.id}&order=id&sort=ASC`);
    return [root as unknown as Item, ...(body.items as [Item, Item])];
  };
  const read = async (id: number): Promise<Item> => (await client.get(`get/${id}`)).body as Item;
  const remove = (id: number) =>
    client.caller.delete('invitations', `/public/v1/invite/requests/delete/${id}`);
  const stop = (id: number) =>
    client.caller.post('invitations', `/public/v1/invite/requests/stop_sequence/${id}`);
  const activity = async (id: number): Promise<Record<string, unknown>[]> =>
    (await client.get(`activity/${id}`)).body.activity as Record<string, unknown>[];
  const dueOf = async (id: number): Promise<boolean> => {
    const [row] = await world.admin.query<{ due: boolean }>(
      'select due_at is not null as due from invitations.requests where id = $1',
      [id],
    );
    return (row as { due: boolean }).due;
  };

  describe('that does not exist, or belongs to another sub account', () => {
    it.each(['GET get', 'GET activity', 'PUT update', 'PUT reviewed', 'DELETE delete', 'POST stop_sequence'])(
      'is not found by %s',
      async (operation) => {
        const foreign = await client.added({ recipient: 'noa@example.com' });
        const [method, path] = operation.split(' ') as [string, string];
        for (const id of [foreign.id, 999_999_999]) {
          const answer = await world
            .newClient()
            .caller.send(method, 'invitations', `/public/v1/invite/requests/${path}/${id}`, {
              ...(method === 'PUT' && { body: { name: 'x' } }),
            });
          expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
        }
        expect(await read(foreign.id)).toMatchObject({ status: 'pending', name: null });
      },
    );
  });

  describe('when it is deleted', () => {
    it('cancels its reminders, and is not found any more', async () => {
      const [root, first, second] = await sequence();
      expect(await remove(root.id)).toMatchObject({ status: 200, body: { success: true } });
      for (const path of [`get/${root.id}`, `activity/${root.id}`])
        expect(await client.get(path)).toMatchObject({ status: 404 });
      expect(await remove(root.id)).toMatchObject({ status: 404 });
      expect(await stop(root.id)).toMatchObject({ status: 404 });
      for (const { id } of [first, second])
        expect(await read(id)).toMatchObject({ status: 'cancelled', parent_id: root.id });
      expect((await client.get('get')).body.count).toBe(2);
    });

    it('leaves the later reminders if it is a reminder, and makes the next one due in its place', async () => {
      const [root, first, second] = await sequence();
      await markSent(world, root.id);
      await world.admin.query('update invitations.requests set due_at = send_at where id = $1', [first.id]);
      expect(await dueOf(second.id)).toBe(false);
      await remove(first.id);
      expect(await dueOf(second.id)).toBe(true);
      const [sent, next] = [await read(root.id), await read(second.id)];
      expect(secondsOf(next.schedule) - secondsOf(sent.sent_on)).toBe(2 * DAY);
    });

    it('leaves the next reminder waiting if the message before it was not sent', async () => {
      const [, first, second] = await sequence();
      await remove(first.id);
      expect(await dueOf(second.id)).toBe(false);
      expect(await read(second.id)).toMatchObject({ status: 'pending' });
    });
  });

  describe('when it is marked as reviewed', () => {
    it.each(['pending', 'sent'])('cancels the reminders of a request that is %s, once', async (status) => {
      const [root, first] = await sequence();
      if (status === 'sent') await markSent(world, root.id);
      for (let repeat = 0; repeat < 2; repeat++) {
        expect(await client.put(`reviewed/${root.id}`)).toMatchObject({
          status: 200,
          body: { success: true },
        });
      }
      expect(await read(root.id)).toMatchObject({ status: 'reviewed', reviewed_on: expect.any(String) });
      expect(await dueOf(root.id)).toBe(false);
      expect(await read(first.id)).toMatchObject({ status: 'cancelled', cancelled_on: expect.any(String) });
      const reviews = (await activity(root.id)).filter(({ type }) => type === 'reviewed');
      expect(reviews).toMatchObject([{ source: 'api', status: 'ok' }]);
      await eventually(
        () =>
          events.received.filter(
            ({ event }) => event.type === 'invite.reviewed' && event.subaccountid === client.subAccountId,
          ),
        (found) => found.length === 1,
        'one event',
      );
    });

    it('marks the first message too if it is a reminder', async () => {
      const [root, first, second] = await sequence();
      await client.put(`reviewed/${first.id}`);
      const all = await Promise.all([root, first, second].map(({ id }) => read(id)));
      expect(all.map(({ status }) => status)).toEqual(['reviewed', 'reviewed', 'cancelled']);
    });
  });

  describe('when its sequence is stopped', () => {
    it.each([0, 1, 2])(
      'counts the cancelled reminders, given message %i of the sequence, and then none',
      async (given) => {
        const messages = await sequence();
        const { id } = messages[given] as Item;
        expect(await stop(id)).toMatchObject({ status: 200, body: { success: true, stopped_steps: 2 } });
        expect((await stop(id)).body).toEqual({ success: true, stopped_steps: 0 });
        expect(await read(messages[0].id)).toMatchObject({ status: 'pending' });
        expect(await activity(messages[1].id)).toMatchObject([
          { type: 'queued' },
          { type: 'cancelled', source: 'api' },
        ]);
      },
    );
  });

  describe('as its activity', () => {
    it('is shown with what is basic, the oldest entry first', async () => {
      const added = await client.added({ recipient: 'noa@example.com', name: 'Noa' });
      await client.put(`reviewed/${added.id}`);
      const { body } = await client.get(`activity/${added.id}`);
      expect(body).toEqual({
        success: true,
        request: {
          id: added.id,
          type: 'email',
          status: 'reviewed',
          name: 'Noa',
          recipient: 'noa@example.com',
          schedule: added.schedule,
          parent_id: null,
          step: 0,
          data: {},
        },
        activity: [
          expect.objectContaining({ type: 'queued', source: 'api', status: 'ok', detail: null }),
          expect.objectContaining({
            type: 'reviewed',
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
          }),
        ],
      });
      expect(body.activity[0].id).toBeLessThan(body.activity[1].id);
    });

    it('has the first and the newest of very many entries', async () => {
      const added = await client.added({ recipient: 'noa@example.com' });
      await world.admin.query(
        `insert into invitations.activity (request_id, type, source, status)
         select $1, 'opened', 'recipient', 'ok' from generate_series(1, 1500)`,
        [added.id],
      );
      const entries = await activity(added.id);
      expect(entries).toHaveLength(1_001);
      expect(entries[0]).toMatchObject({ type: 'queued' });
    });
  });
});

const inSeconds = (seconds: number): string =>
  new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

describe('an invitation request', () => {
  let client: Client;

  beforeEach(() => {
    client = world.newClient();
  });

  /** Adds a first message with reminders after 2 and 4 days. Returns all three. */
  const sequence = async (): Promise<[Item, Item, Item]> => {
    const settings_id = await client.profile({
      name: 'S',
      followup: {
        enabled: true,
        steps: [
          { delay: 2, delay_unit: 'days' },
          { delay: 2, delay_unit: 'days' },
        ],
      },
      send_window: { enabled: false },
    });
    const root = await client.added({ recipient: 'noa@example.com', name: 'Noa B', settings_id });
    const { body } = await client.get(`get?parent_id=${root.id}&order=id&sort=ASC`);
    return [root as unknown as Item, ...(body.items as [Item, Item])];
  };
  const read = async (id: number): Promise<Item> => (await client.get(`get/${id}`)).body as Item;
  const activity = async (id: number): Promise<Record<string, unknown>[]> =>
    (await client.get(`activity/${id}`)).body.activity as Record<string, unknown>[];
  describe('when it is updated', () => {
    it('changes only what is sent', async () => {
      const added = await client.added({ recipient: 'noa@example.com', name: 'Noa', data: { order: '1' } });
      expect(await client.put(`update/${added.id}`, { name: 'Lena <i>V</i>\r\nBcc: x' })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await read(added.id)).toEqual({
        ...added,
        name: 'Lena <i>V</i> Bcc: x',
        updated_on: expect.any(String),
      });
      await client.put(`update/${added.id}`, { data: {}, name: null });
      expect(await read(added.id)).toMatchObject({ name: null, data: {} });
    });

    it('passes name and data on to the reminders, and from a reminder to later ones', async () => {
      const [root, first, second] = await sequence();
      await client.put(`update/${root.id}`, { name: 'Lena', data: { a: 1 } });
      await client.put(`update/${second.id}`, { data: { a: 2 } });
      expect(await read(first.id)).toMatchObject({ name: 'Lena', data: { a: 1 } });
      expect(await read(second.id)).toMatchObject({ name: 'Lena', data: { a: 2 } });
    });

    it('sends every pending message of the sequence to a new recipient', async () => {
      const [root, first, second] = await sequence();
      await markSent(world, root.id);
      await client.put(`update/${first.id}`, { recipient: 'lena@EXAMPLE.com' });
      expect(await read(root.id)).toMatchObject({ recipient: 'noa@example.com' });
      for (const { id } of [first, second])
        expect(await read(id)).toMatchObject({ recipient: 'lena@example.com' });
      const { body } = await client.get('get?recipient=lena@example.com');
      expect(body.count).toBe(2);
    });

    it('forgets a message that was rendered for an attempt', async () => {
      const added = await client.added({ recipient: 'noa@example.com' });
      await world.admin.query(
        `update invitations.requests set attempts = 2, message_id = 'x', rendered = '{"kind":"email"}', error_code = 'x' where id = $1`,
        [added.id],
      );
      await client.put(`update/${added.id}`, { recipient: 'lena@example.com' });
      const [row] = await world.admin.query(
        'select rendered, message_id from invitations.requests where id = $1',
        [added.id],
      );
      expect(row).toEqual({ rendered: null, message_id: null });
      expect(await read(added.id)).toMatchObject({ attempts: 0, error: null });
    });

    it('moves the reminders with the first message, and notes it in the activity', async () => {
      const [root, first, second] = await sequence();
      const schedule = inSeconds(20 * DAY);
      await client.put(`update/${root.id}`, { schedule });
      expect(await read(root.id)).toMatchObject({ schedule, send_at: schedule });
      expect(secondsOf((await read(first.id)).schedule) - secondsOf(schedule)).toBe(2 * DAY);
      expect(secondsOf((await read(second.id)).schedule) - secondsOf(schedule)).toBe(4 * DAY);
      expect(await activity(root.id)).toMatchObject([
        { type: 'queued' },
        { type: 'rescheduled', source: 'api', detail: { schedule } },
      ]);
    });

    it('keeps the distance of a reminder to the message before it', async () => {
      const [root, first, second] = await sequence();
      const schedule = new Date((secondsOf(root.schedule) + 3 * DAY) * 1_000).toISOString();
      expect(await client.put(`update/${first.id}`, { schedule })).toMatchObject({ status: 200 });
      const rows = await world.admin.query(
        'select id, step_delay, due_at is null as waits from invitations.requests where parent_id = $1 order by id',
        [root.id],
      );
      expect(rows).toMatchObject([
        { step_delay: 3 * DAY, waits: true },
        { step_delay: 2 * DAY, waits: true },
      ]);
      expect(secondsOf((await read(second.id)).schedule) - secondsOf(root.schedule)).toBe(5 * DAY);
    });

    it('refuses a reminder before the message that it follows', async () => {
      const [root, first] = await sequence();
      const before = new Date((secondsOf(root.schedule) - HOUR) * 1_000).toISOString();
      const answer = await client.put(`update/${first.id}`, { schedule: before });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_date', field: 'schedule' } });
    });

    it.each(['sending', 'sent', 'failed', 'cancelled', 'skipped', 'reviewed', 'unsubscribed'])(
      'is refused while it is %s',
      async (status) => {
        const added = await client.added({ recipient: 'noa@example.com' });
        await world.admin.query('update invitations.requests set status = $2 where id = $1', [
          added.id,
          status,
        ]);
        expect(await client.put(`update/${added.id}`, { name: 'x' })).toMatchObject({
          status: 400,
          body: { code: 'request_not_pending', msg: expect.stringContaining(status) },
        });
      },
    );

    it.each(['pending', 'sent', 'skipped'])(
      'changes nothing if what was read is sent back while it is %s',
      async (status) => {
        const added = await client.added({
          recipient: 'noa@example.com',
          name: 'Noa',
          data: { order: 'A-1' },
        });
        await world.admin.query('update invitations.requests set status = $2, attempts = 2 where id = $1', [
          added.id,
          status,
        ]);
        const before = await read(added.id);
        expect(await client.put(`update/${added.id}`, before)).toMatchObject({ status: 200 });
        expect(await read(added.id)).toEqual(before);
      },
    );

    it('is refused after a worker took it a moment before', async () => {
      const added = await client.added({ recipient: 'noa@example.com' });
      const updates = Array.from({ length: 4 }, (_, n) =>
        client.put(`update/${added.id}`, { name: `Name ${n}` }),
      );
      const claim = world.admin.query("update invitations.requests set status = 'sending' where id = $1", [
        added.id,
      ]);
      const answers = await Promise.all(updates);
      await claim;
      const accepted = answers.filter(({ status }) => status === 200).length;
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(4 - accepted);
      expect(await client.put(`update/${added.id}`, { name: 'late' })).toMatchObject({ status: 400 });
      expect((await read(added.id)).name).not.toBe('late');
    });

    it('is refused for a recipient who unsubscribed, of another type, or invalid', async () => {
      const added = await client.added({ recipient: 'noa@example.com' });
      await suppress(world, client.subAccountId, 'gone@example.com');
      for (const recipient of ['GONE@example.com', '+33612345678', 'a@x.com, b@x.com', '']) {
        const answer = await client.put(`update/${added.id}`, { recipient });
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'invalid_recipient', field: 'recipient' },
        });
      }
      expect(await read(added.id)).toMatchObject({ recipient: 'noa@example.com', status: 'pending' });
    });

    it.each([
      [{ name: 7 }, 'name'],
      [{ recipient: null }, 'recipient'],
      [{ schedule: 'soon' }, 'schedule'],
      [{ data: { A: 1 } }, 'data'],
    ])('is refused with %j', async (body, field) => {
      const added = await client.added({ recipient: 'noa@example.com' });
      expect(await client.put(`update/${added.id}`, body)).toMatchObject({ status: 400, body: { field } });
    });
  });
});

describe('the list of requests', () => {
  let world: RequestsWorld;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
    client = world.newClient();
    await world.admin.query(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, name, recipient,
         recipient_key, schedule, reference)
       select 1, case when n <= 1000 then $1 else n % 40 end, 1, 'email', case when n % 100 = 0 then 'failed' else 'sent' end,
         'Name', 'p' || n || '@example.com', sha256(n::text::bytea), now(), 'r' || n
       from generate_series(1, 40000) n`,
      [client.subAccountId],
    );
    await world.admin.query('vacuum analyze invitations.requests');
  });
  afterAll(() => world.close());

  const plan = async ({ sql, parameters }: { sql: string; parameters: unknown[] }): Promise<string> => {
    const lines = await world.admin.query<Record<string, string>>(
      `explain (costs off) ${sql.replace(/\b(from|join) requests\b/g, '$1 invitations.requests')}`,
      parameters,
    );
    return lines.map((line) => Object.values(line)[0]).join('\n');
  };
  const page = (query: RequestListQuery): Promise<string> =>
    plan(pageSql(client.subAccountId, readListRequest(query)));
  const count = (query: RequestListQuery): Promise<string> =>
    plan(countSql(client.subAccountId, readListRequest(query).filter));

  it.each<RequestListQuery>([
    {},
    { start: '900' },
    { status: 'failed' },
    { status_not: 'sent' },
    { type: 'email' },
  ])('finds the page of %j without reading rows of other sub accounts', async (query) => {
    expect(await page(query)).not.toMatch(/requests_pkey on requests request_1|Seq Scan/);
  });

  it.each<RequestListQuery>([{}, { status: 'failed' }, { type: 'email', settings_id: '1' }])(
    'counts the matches of %j without reading rows of other sub accounts',
    async (query) => {
      expect(await count(query)).not.toContain('Seq Scan');
    },
  );

  it.each<[RequestListQuery, string]>([
    [{ recipient: 'p4@example.com' }, 'requests_recipient_idx'],
    [{ reference: 'r4' }, 'requests_reference_key'],
    [{ parent_id: '4' }, 'requests_parent_idx'],
  ])('finds %j in its index', async (query, index) => {
    expect(await page(query)).toContain(index);
    expect(await count(query)).toContain(index);
  });
});

const EVERY = ['step 3', 'step 2', 'step 1', 'root', 'skipped', 'sent', 'sms', 'percent', 'noa'];

describe('GET /invite/requests/get', () => {
  let client: Client;
  const ids: Record<string, number> = {};
  let settingsId: number;

  beforeAll(async () => {
    client = world.newClient();
    await client.profile({ name: 'First' });
    settingsId = await client.profile({ name: 'Second', followup: { enabled: true } });
    const add = async (key: string, body: object): Promise<void> => {
      ids[key] = (await client.added(body)).id;
    };
    await add('noa', { recipient: 'noa@example.com', name: 'Noa Bergman', reference: 'order-1', delay: 9 });
    await add('percent', { recipient: '100%_off@example.com', name: 'Zoë', delay: 8 });
    await add('sms', { recipient: '+33612345678', name: 'bergmann', delay: 7 });
    await add('sent', { recipient: 'sent@example.com', delay: 6 });
    await markSent(world, ids.sent as number, 60);
    await add('skipped', { recipient: 'NOA@example.com', delay: 5 });
    await add('root', { recipient: 'root@example.com', settings_id: settingsId, delay: 4 });
    await world
      .newClient()
      .added({ recipient: 'noa@example.com', name: 'Noa Bergman', reference: 'order-1' });
    await add('deleted', { recipient: 'deleted@example.com', name: 'Bergman' });
    await client.caller.delete('invitations', `/public/v1/invite/requests/delete/${ids.deleted}`);
  });

  const names = new Map<number, string>();
  const list = async (query: string): Promise<string[]> => {
    for (const [name, id] of Object.entries(ids)) names.set(id, name);
    const { status, body } = await client.get(`get?${query}`);
    expect({ query, status }).toEqual({ query, status: 200 });
    return (body.items as { id: number; step: number }[]).map(
      ({ id, step }) => names.get(id) ?? `step ${step}`,
    );
  };

  it.each([
    ['', ['step 3', 'step 2', 'step 1', 'root', 'skipped', 'sent', 'sms', 'percent', 'noa']],
    ['search=&type=&sort=&order=&start=&limit=&recipient=&parent_id=&settings_id=&reference=', EVERY],
    ['status=sent', ['sent']],
    ['status=sent,skipped', ['skipped', 'sent']],
    ['status=sent,%20skipped', ['skipped', 'sent']],
    ['status_not=pending,skipped', ['sent']],
    ['status_not=+pending+,+skipped', ['sent']],
    ['status=sent,skipped&status_not=sent', ['skipped']],
    ['status=sent&status_not=sent', []],
    ['search=BERGMAN', ['sms', 'noa']],
    ['search=%25', ['percent']],
    ['search=_', ['percent']],
    ['search=%5C', []],
    ['search=336123', ['sms']],
    ['recipient=Noa@Example.com', ['skipped', 'noa']],
    ['recipient=%2B33%206%2012%2034%2056%2078', ['sms']],
    ['recipient=+33612345678', ['sms']],
    ['recipient=noa', []],
    ['type=sms', ['sms']],
    ['reference=order-1', ['noa']],
    ['reference=order', []],
    ['parent_id=999999', []],
    ['settings_id=999999', []],
    ['limit=2&start=1&sort=asc', ['percent', 'sms']],
    ['start=9', []],
    ['order=schedule&sort=ASC&limit=3', ['root', 'skipped', 'sent']],
    ['order=sent_on&limit=2', ['sent', 'step 3']],
    ['order=sent_on&sort=ASC&limit=2', ['sent', 'noa']],
    ['order=name&sort=ASC&limit=3', ['noa', 'percent', 'sms']],
    ['order=recipient&sort=DESC&limit=1', ['sent']],
    ['order=status&sort=DESC&limit=1', ['skipped']],
    ['order=created_on&sort=ASC&limit=1', ['noa']],
  ])('returns the matching ones for %j', async (query, expected) => {
    const found = await list(query);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('returns them in order', async () => {
    expect(await list('')).toEqual([
      'step 3',
      'step 2',
      'step 1',
      'root',
      'skipped',
      'sent',
      'sms',
      'percent',
      'noa',
    ]);
    expect(await list('order=schedule&sort=ASC&limit=4')).toEqual(['root', 'skipped', 'sent', 'sms']);
    expect(await list('order=sent_on&sort=DESC&limit=2')).toEqual(['sent', 'step 3']);
    expect(await list(`parent_id=${ids.root}&sort=ASC`)).toEqual(['step 1', 'step 2', 'step 3']);
    expect(await list(`settings_id=${settingsId}&sort=ASC`)).toEqual(['root', 'step 1', 'step 2', 'step 3']);
  });

  it('counts all matches on every page', async () => {
    for (const query of ['limit=2', 'limit=2&start=8', 'limit=2&start=50', 'limit=100'])
      expect((await client.get(`get?${query}`)).body.count).toBe(9);
    expect((await client.get('get?status=pending&limit=1')).body.count).toBe(7);
  });

  it('shows each request as GET /invite/requests/get/{id} does', async () => {
    const { body } = await client.get(`get?reference=order-1`);
    expect(body.items[0]).toEqual((await client.get(`get/${ids.noa}`)).body);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['start=-1', 'start'],
    ['start=1000001', 'start'],
    ['order=email', 'order'],
    ['order=id;drop', 'order'],
    ['sort=up', 'sort'],
    ['status=queued', 'status'],
    ['status=sent,', 'status'],
    ['status=sent%20skipped', 'status'],
    ['status_not=opened', 'status_not'],
    ['type=fax', 'type'],
    ['parent_id=x', 'parent_id'],
    ['settings_id=1.5', 'settings_id'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['page=2', 'page'],
    ['limit=1&limit=2', 'limit'],
  ])('refuses %s', async (query, field) => {
    expect(await client.get(`get?${query}`)).toMatchObject({ status: 400, body: { field } });
  });
});
