import { inviteAnswered, type InviteAnsweredPayload, reviewCreated } from '@plaudit/contracts';
import {
  buildEvent,
  type Caller,
  type EventRecorder,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

describe('the reviews that recipients of invitations write', () => {
  let world: World;
  let client: Caller;
  let events: EventRecorder;
  let subAccount = 100;
  let invite = 900;

  beforeAll(async () => {
    world = await startWorld({ services: [REVIEWS_ALONE] });
    events = await world.recorder('review.>');
  });
  afterAll(() => world.close());
  beforeEach(() => {
    subAccount += 1;
    invite += 10;
    client = world.as({ sub_account_id: subAccount, main: false });
  });

  const answer = (data: Partial<InviteAnsweredPayload> = {}) =>
    buildEvent(inviteAnswered, { subaccountid: subAccount, data: { id: invite, ...data } });
  async function consume(...answers: ReturnType<typeof answer>[]): Promise<void> {
    await Promise.all(answers.map((event) => world.publish(event)));
    await waitUntilConsumed(world.natsUrl, 'reviews__invite');
  }
  const list = async () => (await client.get('reviews', '/public/v1/reviews/get')).body.items;

  it('are stored in the inbox as verified ones of the source Direct, with the consent of the author', async () => {
    await consume(answer());
    const [review] = await list();
    expect(review).toMatchObject({
      type: 'custom',
      platform: 'custom',
      label: 'Direct',
      from_name: 'Noa Bergman',
      text: 'The sourdough is worth the queue.',
      rating_value: 5,
      rating_scale: 5,
      language: 'en',
      posted_on: '2026-09-20 10:00:04',
      status: 'inbox',
      verified: true,
      channel_id: null,
      additional: {
        consent_text: 'I agree that my review is published with my name.',
        consented_on: '2026-09-20 10:00:04',
      },
    });
    expect(review).not.toHaveProperty('invite_id');
    const [row] = await world.admin.query(
      'select origin, external_id, from_email, invite_id from reviews.reviews where id = $1',
      [review.id],
    );
    expect(row).toEqual({
      origin: 'invitation',
      external_id: `invite-${invite}`,
      from_email: 'noa@example.com',
      invite_id: invite,
    });
    const created = await events.waitForOne(reviewCreated, review.id);
    expect(created.data).toMatchObject({ origin: 'invitation', invite_id: invite, backfill: false });
    expect(JSON.stringify(created)).not.toContain('noa@example.com');
  });

  it('are stored once for each invitation, also if another event tells of it', async () => {
    const event = answer();
    await consume(event);
    await world.publishAgain(event);
    await consume(answer({ text: 'Changed my mind.' }), answer({ id: invite + 1 }));
    expect(await list()).toMatchObject([
      { text: 'The sourdough is worth the queue.' },
      { text: 'The sourdough is worth the queue.' },
    ]);
    const sources = (await client.get('reviews', '/public/v1/sources')).body.items;
    expect(sources.filter(({ name }: { name: string }) => name === 'Direct')).toHaveLength(1);
  });

  it('are stored once if both events arrive at the same time', async () => {
    await consume(...[1, 2, 3, 4].map((n) => answer({ text: `Text ${n}.` })));
    expect(await list()).toHaveLength(1);
  });

  it('do not end in the dead letters if a client has used their external id in the source', async () => {
    const source = (await client.post('reviews', '/public/v1/sources', { body: { name: 'direct' } })).body.id;
    const body = {
      from_name: 'Ben',
      text: 'Imported.',
      posted_on: '2026-01-31',
      source_id: source,
      external_id: `invite-${invite}`,
    };
    expect((await client.post('reviews', '/public/v1/reviews/add', { body })).status).toBe(200);
    await consume(answer());
    expect(await list()).toMatchObject([{ from_name: 'Ben' }]);
  });

  it('fit into the table, whatever a newer producer sends', async () => {
    await consume(
      answer({
        from_name: ` \u200b${'x'.repeat(300)}`,
        from_email: '',
        text: `Fine\u0000${'y'.repeat(30_000)}`,
        rating_value: 9,
        language: 'no language',
        happened_on: '2026-13-45 10:00:00',
      }),
    );
    const [review] = await list();
    expect(review).toMatchObject({ rating_value: null, language: null });
    expect(review.from_name).toHaveLength(191);
    expect(review.text.length).toBeLessThanOrEqual(20_000);
    const [row] = await world.admin.query('select from_email from reviews.reviews where id = $1', [
      review.id,
    ]);
    expect(row).toEqual({ from_email: null });
  });
});
