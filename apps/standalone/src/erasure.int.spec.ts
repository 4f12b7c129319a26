import { ERASE_INVITATIONS_PATH, inviteAnswered } from '@plaudit/contracts';
import { invitationsService } from '@plaudit/invitations';
import { reviewsService } from '@plaudit/reviews';
import { buildEvent, type Caller, eventually, startWorld, type World } from '@plaudit/testing';

const ERASE = '/public/v1/privacy/erase';
const ACCOUNT = 1;

describe('POST /privacy/erase in reviews and invitations', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { WIDGETS_URL: 'http://127.0.0.1:1' } },
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } },
      ],
    });
    client = world.as({ account_id: ACCOUNT, sub_account_id: ACCOUNT, main: true });
  });
  afterAll(() => world.close());

  /** Stores requests to a person in two sub accounts, the first of which led to a review. Returns its id. */
  async function plant(type: 'email' | 'sms', recipient: string): Promise<number> {
    const [first] = await world.admin.query<{ id: number }>(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, name, recipient, recipient_key, schedule,
         reviewed_on)
       select ${ACCOUNT}, sub, 1, $1, 'sent', 'Noa Bergman', $2, sha256(lower($2)::bytea), now(), now()
       from generate_series(11, 12) sub returning id`,
      [type, recipient],
    );
    await world.admin.query(
      `insert into invitations.settings_profiles (account_id, sub_account_id, name)
       select ${ACCOUNT}, sub, 'Visit' from generate_series(11, 12) sub on conflict do nothing`,
    );
    return first!.id;
  }

  async function answer(id: number, from_email: string | null): Promise<number> {
    await world.publish(
      buildEvent(inviteAnswered, { accountid: ACCOUNT, subaccountid: 11, data: { id, from_email } }),
    );
    const [review] = await eventually(
      () => world.admin.query<{ id: number }>('select id from reviews.reviews where invite_id = $1', [id]),
      ({ length }) => length === 1,
      'the review',
    );
    return review!.id;
  }

  it.each<['email' | 'sms', string, string | null]>([
    ['email', 'Noa@BÜCHER.example', 'Noa@xn--bcher-kva.example'],
    ['sms', '+33612345678', null],
  ])('anonymises a recipient of the type %s in all sub accounts', async (type, recipient, from_email) => {
    const id = await plant(type, from_email ?? recipient);
    const review = await answer(id, from_email);
    expect((await client.post('reviews', ERASE, { body: { recipient } })).body).toEqual({
      success: true,
      reviews: 1,
      invitations: 2,
      sub_accounts: [
        { sub_account_id: 11, reviews: 1, invitations: 1 },
        { sub_account_id: 12, reviews: 0, invitations: 1 },
      ],
    });
    const [stored] = await world.admin.query('select * from reviews.reviews where id = $1', [review]);
    expect(stored).toMatchObject({ from_name: 'Anonymous', from_email: null, invite_id: id });
    const left = await world.admin.query(
      "select 1 from invitations.requests where name is not null or recipient <> ''",
    );
    expect(left).toEqual([]);
    expect((await client.post('reviews', ERASE, { body: { recipient } })).body).toMatchObject({
      reviews: 0,
      invitations: 0,
    });
  });

  it('anonymises the review in a repeat, if the first request ended between the two services', async () => {
    const recipient = '+33612345679';
    const review = await answer(await plant('sms', recipient), null);
    await client.post('invitations', ERASE_INVITATIONS_PATH, { body: { recipient } });
    const nameOf = async (): Promise<string | undefined> =>
      (
        await world.admin.query<{ from_name: string }>(
          'select from_name from reviews.reviews where id = $1',
          [review],
        )
      )[0]?.from_name;
    expect(await nameOf()).toBe('Noa Bergman');
    expect((await client.post('reviews', ERASE, { body: { recipient } })).body).toMatchObject({
      reviews: 1,
      invitations: 0,
    });
    expect(await nameOf()).toBe('Anonymous');
  });

  it('refuses a key of another role before it asks for anything', async () => {
    const editor = world.as({ account_id: ACCOUNT, sub_account_id: ACCOUNT, main: true, role: 'editor' });
    const body = { recipient: 'noa@example.com' };
    expect(await editor.post('reviews', ERASE, { body })).toMatchObject({
      status: 403,
      body: { required: 'admin' },
    });
  });
});
