import { type EventRecorder, eventually } from '@plaudit/testing';
import { type Client, markSent, type RequestsWorld, startRequestsWorld } from './requests-world.suite';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const secondsOf = (date: unknown): number => Date.parse(`${String(date).replace(' ', 'T')}Z`) / 1_000;
interface Item extends Record<string, unknown> {
  id: number;
  step: number;
}

describe('an invitation request', () => {
  let world: RequestsWorld;
  let events: EventRecorder;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
    events = await world.recorder('invite.>');
  });
  beforeEach(() => {
    client = world.newClient();
  });
  afterAll(() => world.close());

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
