import { administer, type Caller, eventually, startWorld, type World } from '@plaudit/testing';
import { InvitationsStub } from './invitations-stub.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

const ERASE = '/public/v1/privacy/erase';
const review = (n: number | string, overrides: object = {}) => ({
  from_name: 'Noa Bergman',
  text: `Text ${n}.`,
  posted_on: '2026-01-31',
  from_email: 'noa@example.com',
  ...overrides,
});

describe('POST /privacy/erase with a key of the main sub account', () => {
  let world: World;
  let account = 700;
  let main: Caller;
  let branches: Caller[];

  let invitations: InvitationsStub;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { ...REVIEWS_ALONE.settings, INVITATIONS_URL: invitations.url };
    world = await startWorld({ nats: false, services: [{ ...REVIEWS_ALONE, settings }] });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });
  beforeEach(() => {
    account += 1;
    main = world.as({ account_id: account, sub_account_id: account, main: true });
    branches = [1, 2, 3].map((n) =>
      world.as({ account_id: account, sub_account_id: account * 10 + n, main: false }),
    );
  });
  async function addTo(caller: Caller, n: number | string, overrides: object = {}): Promise<number> {
    const { status, body } = await caller.post('reviews', '/public/v1/reviews/add', {
      body: review(n, overrides),
    });
    expect(status).toBe(200);
    return body.id as number;
  }
  const namesIn = () =>
    world.admin.query(
      `select sub_account_id as sub, from_name as name, count(*)::int from reviews.reviews where account_id = $1
       group by 1, 2 order by 1, 2`,
      [account],
    );
  const eraseBy = (caller: Caller) =>
    caller.post('reviews', ERASE, { body: { from_email: 'noa@example.com' } });

  it('erases the person in every sub account and counts the reviews of each', async () => {
    const [first, second, third] = branches as [Caller, Caller, Caller];
    for (const n of [1, 2]) await addTo(first, n);
    await addTo(second, 1);
    await addTo(third, 1, { from_email: 'ben@example.com', from_name: 'Ben' });
    const stranger = world.as({
      account_id: account + 100_000,
      sub_account_id: account + 100_000,
      main: false,
    });
    const foreign = await addTo(stranger, 1);
    expect((await eraseBy(main)).body).toEqual({
      success: true,
      reviews: 3,
      invitations: 0,
      sub_accounts: [
        { sub_account_id: account * 10 + 1, reviews: 2, invitations: 0 },
        { sub_account_id: account * 10 + 2, reviews: 1, invitations: 0 },
      ],
    });
    expect(await namesIn()).toEqual([
      { sub: account * 10 + 1, name: 'Anonymous', count: 2 },
      { sub: account * 10 + 2, name: 'Anonymous', count: 1 },
      { sub: account * 10 + 3, name: 'Ben', count: 1 },
    ]);
    const { body } = await stranger.get('reviews', `/public/v1/reviews/get/${foreign}`);
    expect(body.from_name).toBe('Noa Bergman');
    expect((await eraseBy(main)).body).toEqual({
      success: true,
      reviews: 0,
      invitations: 0,
      sub_accounts: [],
    });
  });

  it('stores later reviews of the person anonymously, also in a sub account without any before', async () => {
    await eraseBy(main);
    const id = await addTo(branches[0] as Caller, 1);
    const { body } = await (branches[0] as Caller).get('reviews', `/public/v1/reviews/get/${id}`);
    expect(body.from_name).toBe('Anonymous');
  });

  it('leaves no personal data when reviews are added to every sub account at the same time', async () => {
    const adding = branches.flatMap((branch, n) => [
      addTo(branch, n),
      branch.post('reviews', '/public/v1/reviews/add_bulk', {
        body: { reviews: [review(`${n}a`), review(`${n}b`)] },
      }),
    ]);
    const answers = await Promise.all([eraseBy(main), ...adding]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(new Set(((await namesIn()) as { name: string }[]).map(({ name }) => name))).toEqual(
      new Set(['Anonymous']),
    );
  });

  it('counts and changes each review once if it is repeated while the first request still runs', async () => {
    const id = await addTo(branches[0] as Caller, 1);
    const versionOf = async (): Promise<number> =>
      (
        await world.admin.query<{ version: number }>('select version from reviews.reviews where id = $1', [
          id,
        ])
      )[0]!.version;
    const before = await versionOf();
    const answers = await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(`begin; select from reviews where id = ${id} for update`);
      const both = Promise.all([eraseBy(main), eraseBy(main)]);
      await eventually(
        () =>
          world.admin.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
               and query like 'select * from reviews%'`,
          ),
        ({ length }) => length === 2,
        'both requests to wait for the review',
      );
      await holder.query('commit');
      return both;
    });
    expect(answers.map(({ body }) => body.reviews as number).sort((a, b) => a - b)).toEqual([0, 1]);
    expect(await versionOf()).toBe(before + 1);
  });

  it('is needed to erase the person elsewhere: other keys erase only in their own sub account', async () => {
    const [first, second] = branches as [Caller, Caller];
    await addTo(first, 1);
    await addTo(second, 1);
    expect((await eraseBy(first)).body).toMatchObject({
      reviews: 1,
      sub_accounts: [{ sub_account_id: account * 10 + 1, reviews: 1 }],
    });
    expect(await namesIn()).toMatchObject([{ name: 'Anonymous' }, { name: 'Noa Bergman' }]);
  });
});
