import { accountSubAccountDeleted, reviewCreated, type ReviewPayload, wireDate } from '@plaudit/contracts';
import { buildEvent, buildReview, eventually, waitUntilConsumed } from '@plaudit/testing';
import { LinksWorld, SUB_ACCOUNT } from '../links/links-world.suite';
import { authorKeyOf } from '../recipients/recipient';

const CHANNEL = 42;
let reviews = 7_000;
let people = 0;

describe('new reviews', () => {
  let links: LinksWorld;
  let settings: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    settings = await links.profile();
  });
  afterAll(() => links.close());

  /** Stores a message that was sent an hour ago to a person of this name. */
  const invite = (name: string, more: object = {}, profile = settings) =>
    links.message(profile, { name, author_key: authorKeyOf(name), ...more });

  /** Returns a name that no other test uses. */
  const newName = (): string => `Noa Bergman${(people += 1)}`;

  /** Publishes a review that was posted now, waits until it is handled, and returns its id. */
  async function review(data: Partial<ReviewPayload>, subaccountid = SUB_ACCOUNT): Promise<number> {
    const id = (reviews += 1);
    const event = buildEvent(reviewCreated, {
      subaccountid,
      data: buildReview({ id, channel_id: CHANNEL, posted_on: wireDate(new Date()), ...data }),
    });
    await links.world.publish(event);
    await links.world.publishAgain(event);
    await waitUntilConsumed(links.world.natsUrl, 'invitations__review');
    return id;
  }

  it('mark the one invitation of a person with the name of the author, and end its reminders', async () => {
    const name = 'Noa Bérgman-Lévy';
    const id = await invite(name, { recipient: 'levy@example.com' });
    const reminder = await links.reminder(settings, id, 'levy@example.com');
    const reviewId = await review({ from_name: 'NOA  BERGMAN LEVY' });
    expect(await links.row(id)).toMatchObject({ status: 'reviewed', review_id: reviewId });
    expect((await links.row(reminder)).status).toBe('cancelled');
    expect(await links.activity(id)).toEqual([
      {
        type: 'reviewed',
        source: 'review_match',
        status: 'ok',
        detail: { confidence: 'medium', review_id: reviewId },
      },
    ]);
  });

  it('are matched with a higher confidence after a click, also one on a reminder', async () => {
    const name = newName();
    const id = await invite(name, { recipient: 'after-click@example.com' });
    await links.message(settings, {
      parent_id: id,
      step: 1,
      recipient: 'after-click@example.com',
      clicked_on: new Date(Date.now() - 60_000),
    });
    const reviewId = await review({ from_name: name });
    expect(await links.activity(id)).toMatchObject([{ detail: { confidence: 'high', review_id: reviewId } }]);
  });

  it('mark nothing if two people have the name', async () => {
    const name = newName();
    const ids = [await invite(name), await invite(name)];
    await review({ from_name: name });
    for (const id of ids) expect((await links.row(id)).status).toBe('sent');
  });

  it.each([
    ['was sent after the review', { sent_on: new Date(Date.now() + 3_600_000) }],
    ['was sent more than 60 days ago', { sent_on: new Date(Date.now() - 61 * 86_400_000) }],
    ['was never sent', { sent_on: null, status: 'pending' }],
    ['was deleted', { deleted_on: new Date() }],
    ['has a review already', { reviewed_on: new Date() }],
    ['belongs to another sub account', { sub_account_id: SUB_ACCOUNT + 1 }],
    ['offered other channels', { channels: JSON.stringify([CHANNEL + 1]) }],
  ])('do not mark an invitation that %s', async (_what, more) => {
    const name = newName();
    const id = await invite(name, more);
    await review({ from_name: name });
    expect(await links.row(id)).toMatchObject({ review_id: null });
    expect(await links.activity(id)).toEqual([]);
  });

  it('do not mark an invitation whose settings offered other channels', async () => {
    const name = newName();
    const elsewhere = await links.profile({ channels: [CHANNEL + 1] });
    const id = await invite(name, {}, elsewhere);
    const offered = await invite(name, {}, await links.profile({ channels: [CHANNEL] }));
    await review({ from_name: name });
    expect((await links.row(id)).status).toBe('sent');
    expect((await links.row(offered)).status).toBe('reviewed');
  });

  it.each([
    ['has one name only', { from_name: 'Noa' }],
    ['has no channel', { channel_id: null }],
    ['was posted before', { posted_on: '2020-01-01 00:00:00' }],
  ])('do not mark anything if the review %s', async (_what, data) => {
    const name = newName();
    const id = await invite(name);
    await review({ from_name: name, ...data });
    expect((await links.row(id)).status).toBe('sent');
  });

  it('do not touch the invitation of another sub account that they name', async () => {
    const id = await invite(newName(), { reviewed_on: new Date(), status: 'reviewed' });
    await review({ origin: 'invitation', invite_id: id, channel_id: null }, SUB_ACCOUNT + 1);
    await review({ origin: 'invitation', invite_id: 999_999, channel_id: null });
    expect((await links.row(id)).review_id).toBeNull();
  });
});

describe('the deletion of a sub account', () => {
  let links: LinksWorld;
  let settings: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    settings = await links.profile();
  });
  afterAll(() => links.close());

  it('cancels every pending request of it, and no other one', async () => {
    const closed = SUB_ACCOUNT + 50;
    await links.world.admin.query(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, recipient, recipient_key,
         schedule, send_at, due_at)
       select 1, $1, $2, 'email', 'pending', 'p' || n || '@example.com', sha256(n::text::bytea), now(), now(), now()
       from generate_series(1, 12000) as n`,
      [closed, settings],
    );
    const sent = await links.message(settings, { sub_account_id: closed });
    const other = await links.message(settings, { status: 'pending', sent_on: null });
    const event = buildEvent(accountSubAccountDeleted, {
      subaccountid: closed,
      data: { id: closed },
    });
    await links.world.publish(event);
    await waitUntilConsumed(links.world.natsUrl, 'invitations__account');
    const states = await eventually(
      () =>
        links.world.admin.query<{ status: string; count: number }>(
          `select status, count(*)::int as count from invitations.requests
           where sub_account_id = $1 and due_at is null group by status order by status`,
          [closed],
        ),
      (rows) => rows.length === 2,
      'the requests to be cancelled',
    );
    expect(states).toEqual([
      { status: 'cancelled', count: 12_000 },
      { status: 'sent', count: 1 },
    ]);
    const [noted] = await links.world.admin.query<{ count: number }>(
      `select count(*)::int as count from invitations.activity join invitations.requests on requests.id = request_id
       where sub_account_id = $1 and activity.type = 'cancelled'`,
      [closed],
    );
    expect(noted?.count).toBe(12_000);
    expect((await links.row(sent)).status).toBe('sent');
    expect((await links.row(other)).status).toBe('pending');
    const [business] = await links.world.admin.query<{ deleted: boolean }>(
      'select deleted from invitations.businesses where sub_account_id = $1',
      [closed],
    );
    expect(business?.deleted).toBe(true);
  });
});
