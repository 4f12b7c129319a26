import {
  type Client,
  markSent,
  type RequestsWorld,
  startRequestsWorld,
  suppress,
} from './requests-world.suite';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const secondsOf = (date: unknown): number => Date.parse(`${String(date).replace(' ', 'T')}Z`) / 1_000;
const inSeconds = (seconds: number): string =>
  new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

interface Item extends Record<string, unknown> {
  id: number;
  step: number;
}

describe('an invitation request', () => {
  let world: RequestsWorld;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
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
