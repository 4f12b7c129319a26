import { UNLIMITED } from '@plaudit/contracts';
import { knowBusiness } from '../businesses/business.suite';
import {
  type Client,
  markSent,
  type RequestsWorld,
  startRequestsWorld,
  suppress,
} from '../requests/requests-world.suite';

const DAY = 86_400;
const OPEN = { send_window: { enabled: false } };
const secondsOf = (date: unknown): number => Date.parse(`${String(date).replace(' ', 'T')}Z`) / 1_000;

describe('POST /invite/requests/add', () => {
  let world: RequestsWorld;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
  });
  beforeEach(() => {
    client = world.newClient();
  });
  afterAll(() => world.close());

  describe('to a person who was invited before', () => {
    const profileWith = (days: number) => client.profile({ name: 'Cool', cooldown: { days }, ...OPEN });

    it.each([
      [30 * DAY, 'pending'],
      [30 * DAY - 60, 'skipped'],
    ])('is, %i seconds after a cooldown of 30 days began, %s', async (secondsAgo, status) => {
      const settings_id = await profileWith(30);
      const first = await client.added({ recipient: 'Noa@example.com', settings_id });
      await markSent(world, first.id, secondsAgo);
      const second = await client.added({ recipient: 'noa@EXAMPLE.com', settings_id, delay: 0 });
      expect(second).toMatchObject({ status, skip_reason: status === 'skipped' ? 'cooldown' : null });
    });

    it('is skipped with its reason in the activity while another one waits', async () => {
      await client.added({ recipient: 'noa@example.com' });
      const second = await client.added({ recipient: 'noa@example.com' });
      expect(second).toMatchObject({ status: 'skipped', skip_reason: 'cooldown', send_at: null });
      const { body } = await client.get(`activity/${second.id}`);
      expect(body.activity).toMatchObject([
        { type: 'queued', source: 'api', status: 'ok', detail: null },
        { type: 'skipped', source: 'system', detail: { reason: 'cooldown' } },
      ]);
    });

    it('waits with ignore_cooldown, without a cooldown, and in another sub account', async () => {
      const settings_id = await profileWith(0);
      await client.added({ recipient: 'noa@example.com' });
      const others = [
        await client.added({ recipient: 'noa@example.com', ignore_cooldown: true }),
        await client.added({ recipient: 'noa@example.com', settings_id }),
        await world.newClient().added({ recipient: 'noa@example.com' }),
      ];
      expect(others.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    });

    it('is at least twelve hours after the last message', async () => {
      const settings_id = await profileWith(0);
      const first = await client.added({ recipient: 'noa@example.com', settings_id });
      await markSent(world, first.id, 3_600);
      const second = await client.added({ recipient: 'noa@example.com', settings_id, delay: 0 });
      const wait = secondsOf(second.send_at) - secondsOf(second.created_on);
      expect(Math.abs(wait - 11 * 3_600)).toBeLessThan(10);
    });

    it('waits once when requests arrive at the same time', async () => {
      const requests = Array.from({ length: 6 }, (_, n) =>
        n % 2
          ? client.add({ recipient: 'noa@example.com' })
          : client.bulk([{ recipient: 'NOA@example.com' }, { recipient: `other${n}@example.com` }]),
      );
      expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(6).fill(200));
      const { body } = await client.get('get?recipient=noa@example.com');
      const statuses = (body.items as { status: string }[]).map(({ status }) => status).sort();
      expect(statuses).toEqual(['pending', ...Array<string>(5).fill('skipped')]);
    });
  });

  it.each([
    ['unsubscribed', 'suppressed_unsubscribed'],
    ['bounce', 'suppressed_bounce'],
    ['complaint', 'suppressed_complaint'],
    ['manual', 'suppressed_manual'],
  ])(
    'skips a person on the suppression list because of %s, also with ignore_cooldown',
    async (reason, skip) => {
      await suppress(world, client.subAccountId, 'noa@example.com', reason);
      const added = await client.added({ recipient: 'NOA@example.com', name: 'Noa', ignore_cooldown: true });
      expect(added).toMatchObject({ status: 'skipped', skip_reason: skip, recipient: 'NOA@example.com' });
    },
  );

  it('stores nothing about a person who was erased', async () => {
    await suppress(world, client.subAccountId, 'noa@example.com', 'erased');
    const added = await client.added({ recipient: 'noa@example.com', name: 'Noa B', data: { order: '1' } });
    expect(added).toMatchObject({ status: 'skipped', recipient: '', name: null, data: {} });
  });

  describe('with a limited plan', () => {
    const limited = (limit: number, account: number): Client =>
      world.newClient({ account_id: account, limits: { ...UNLIMITED, invites_month: limit } });

    it('counts sent and pending first messages of the whole account', async () => {
      const [one, two] = [limited(3, 51), limited(3, 51)] as const;
      const settings_id = await one.profile({ name: 'S', followup: { enabled: true } });
      await one.added({ recipient: 'a@example.com', settings_id });
      await world.admin.query(
        "insert into invitations.month_sends values (51, date_trunc('month', now() at time zone 'UTC'), 1)",
      );
      await two.added({ recipient: 'b@example.com' });
      expect(await two.add({ recipient: 'c@example.com' })).toMatchObject({
        status: 402,
        body: { code: 'invite_credits_exhausted', limit: 3, used: 3 },
      });
      const skipped = await two.added({ recipient: 'b@example.com' });
      expect(skipped.status).toBe('skipped');
    });

    it('never exceeds it when requests arrive at the same time', async () => {
      const clients = [limited(5, 52), limited(5, 52)] as const;
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          const recipient = `n${n}@example.com`;
          return (clients[n % 2] as Client).add({ recipient });
        }),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      expect(statuses.filter((status) => status === 402)).toHaveLength(7);
    });

    it('refuses the items of a bulk from the first one that is too much', async () => {
      const one = limited(2, 53);
      await suppress(world, one.subAccountId, 'b@example.com');
      const { body } = await one.bulk(
        ['a', 'b', 'c', 'd', 'e'].map((n) => ({ recipient: `${n}@example.com` })),
      );
      expect(body).toMatchObject({
        valid: 3,
        inserted: 3,
        ids: [...Array(3).fill(expect.any(Number)), null, null],
      });
      expect(body.errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
        [3, 'invite_credits_exhausted'],
        [4, 'invite_credits_exhausted'],
      ]);
    });
  });

  it('refuses a sub account whose plan has no invitations', async () => {
    await knowBusiness(world, { subAccountId: client.subAccountId, name: 'Shop', main: true, invite: false });
    expect(await client.add({ recipient: 'noa@example.com' })).toMatchObject({
      status: 402,
      body: { code: 'plan_feature_missing' },
    });
  });
});
