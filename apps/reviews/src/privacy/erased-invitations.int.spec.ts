import { inviteAnswered } from '@plaudit/contracts';
import {
  buildEvent,
  type Caller,
  eventually,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { InvitationsStub } from './invitations-stub.suite';

describe('POST /privacy/erase for a person with invitations', () => {
  let world: World;
  let client: Caller;
  let invitations: InvitationsStub;
  let subAccount = 100;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { ...REVIEWS_ALONE.settings, INVITATIONS_URL: invitations.url };
    world = await startWorld({ services: [{ ...REVIEWS_ALONE, settings }] });
  });
  beforeEach(() => {
    invitations.answer();
    client = world.as({ sub_account_id: ++subAccount, main: false });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });

  const erase = (body: object) => client.post('reviews', '/public/v1/privacy/erase', { body });
  const read = async (id: number) => (await client.get('reviews', `/public/v1/reviews/get/${id}`)).body;
  const row = async (id: number) =>
    (await world.admin.query('select * from reviews.reviews where id = $1', [id]))[0];
  async function add(n: number): Promise<number> {
    const body = {
      from_name: 'Noa Bergman',
      text: `Text ${n}.`,
      posted_on: '2026-01-31',
      from_email: 'noa@example.com',
    };
    return (await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number;
  }

  let invite = 5_000;
  const answered = (data: object = {}) =>
    buildEvent(inviteAnswered, { data: { id: ++invite, ...data }, subaccountid: subAccount });
  async function written(event: ReturnType<typeof answered>): Promise<number> {
    await world.publish(event);
    const [found] = await eventually(
      () =>
        world.admin.query<{ id: number }>('select id from reviews.reviews where invite_id = $1', [
          event.data.id,
        ]),
      (rows) => rows.length === 1,
      'the direct review',
    );
    return found!.id;
  }

  it('counts the invitations of each sub account, also of those without a review', async () => {
    await add(1);
    invitations.answer({
      sub_accounts: [
        { sub_account_id: subAccount, invitations: 2 },
        { sub_account_id: 999_999, invitations: 1 },
      ],
    });
    expect((await erase({ recipient: 'Noa@BÜCHER.example' })).body).toEqual({
      success: true,
      reviews: 0,
      invitations: 3,
      sub_accounts: [
        { sub_account_id: subAccount, reviews: 0, invitations: 2 },
        { sub_account_id: 999_999, reviews: 0, invitations: 1 },
      ],
    });
    expect(invitations.erased.at(-1)).toBe('noa@xn--bcher-kva.example');
  });

  it.each([503, 500, 404])(
    'changes nothing if invitations answers %i, and can be repeated',
    async (status) => {
      const id = await add(status);
      invitations.fail(status);
      expect(await erase({ from_email: 'noa@example.com' })).toMatchObject({
        status: 503,
        body: {
          success: false,
          code: 'upstream_unavailable',
          msg: 'The invitations to this person cannot be erased now; repeat the request in a minute.',
        },
      });
      expect((await read(id)).from_name).toBe('Noa Bergman');
      expect(
        await world.admin.query('select 1 from reviews.suppressions where sub_account_id = $1', [subAccount]),
      ).toEqual([]);
      invitations.answer();
      expect((await erase({ from_email: 'noa@example.com' })).body.reviews).toBe(1);
    },
  );

  it('anonymises the review that was written on the page of an invitation to a phone number', async () => {
    const event = answered({ from_email: null, text: 'Yours, Noa Bergman' });
    const id = await written(event);
    const other = await written(answered({ from_email: null, from_name: 'Ben' }));
    invitations.answer({ reviewed: [event.data.id] });
    expect(await erase({ recipient: '+33612345678' })).toMatchObject({ status: 200, body: { reviews: 1 } });
    expect(invitations.erased.at(-1)).toBe('+33612345678');
    expect(await read(id)).toMatchObject({
      from_name: 'Anonymous',
      text: 'Yours, […]',
      additional: null,
      verified: true,
    });
    expect((await read(other)).from_name).toBe('Ben');
    expect((await erase({ recipient: '+33612345678' })).body).toMatchObject({
      reviews: 0,
      sub_accounts: [],
    });
  });

  it('stores a review anonymously that arrives after the erasure of its author', async () => {
    const [byPhone, byMail] = [answered({ from_email: null }), answered()];
    invitations.answer({ reviewed: [byPhone.data.id] });
    await erase({ recipient: '+33612345678' });
    await erase({ recipient: 'noa@example.com' });
    for (const event of [byPhone, byMail]) {
      const id = await written(event);
      expect(await read(id)).toMatchObject({ from_name: 'Anonymous', additional: null });
      expect(JSON.stringify(await row(id))).not.toMatch(/noa|bergman/i);
      await world.publish({ ...event, id: `${event.id}again` });
    }
    await waitUntilConsumed(world.natsUrl, 'reviews__invite');
    const stored = await world.admin.query('select 1 from reviews.reviews where sub_account_id = $1', [
      subAccount,
    ]);
    expect(stored).toHaveLength(2);
  });
});
