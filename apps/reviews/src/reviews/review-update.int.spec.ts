import { reviewCreated } from '@plaudit/contracts';
import { createDataSource } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { NameVideoPages1765450000000 } from '../migrations/1765450000000-name-video-pages';
import { type ReviewsWorld, startReviewsWorld } from './reviews-world.suite';

describe('PUT /reviews/update/{id}', () => {
  let world: ReviewsWorld;

  beforeAll(async () => {
    world = await startReviewsWorld();
  });
  afterAll(() => world.close());

  it('approves by word, number and numeric text, and lists the changed fields in the event', async () => {
    const id = await world.add({ text: 'Curate me.' });
    for (const [given, shown] of [
      ['approved', 'approved'],
      [2, 'ignored'],
      ['0', 'inbox'],
      [1, 'approved'],
    ] as const) {
      const updated = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
        body: { status: given },
      });
      expect(updated).toMatchObject({
        status: 200,
        body: { success: true, review: { id, status: shown } },
      });
    }
    const last = await eventually(
      () => world.events.received.filter(({ event }) => event.subject === String(id)).at(-1)?.event,
      (event) => event?.aggregateversion === 5,
      'the fifth version of the review',
    );
    expect(last).toMatchObject({
      type: 'review.updated',
      data: { changed: ['status'], previous_status: 'inbox' },
    });
  });

  it('changes every editable field and keeps the others', async () => {
    const id = await world.add({ text: 'Before.', rating_value: 90, rating_scale: 100 });
    const { body } = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: {
        text: 'After &amp; later',
        from_name: ' Noa  B. ',
        posted_on: '13.02.2026 10:30',
        rating_value: 2,
        from_image: 'https://cdn.example.com/noa.jpg',
        post_url: 'https://example.com/reviews/77',
        video_url: 'https://video.example.com/watch?v=1',
        tags: ['One', 'two'],
      },
    });
    expect(body.review).toMatchObject({
      text: 'After & later',
      from_name: 'Noa B.',
      posted_on: '2026-02-13 10:30:00',
      rating_value: 2,
      rating_scale: 5,
      sentiment: 'negative',
      from_image: 'https://cdn.example.com/noa.jpg',
      post_url: 'https://example.com/reviews/77',
      media: [{ type: 'video', url: 'https://video.example.com/watch?v=1' }],
      tags: [{ name: 'One' }, { name: 'two' }],
      status: 'inbox',
    });
    const untagged = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { tags: [], video_url: null },
    });
    expect(untagged.body.review).toMatchObject({ tags: [], media: [], text: 'After & later' });
  });

  it('treats the same rating value on another scale as a change', async () => {
    const id = await world.add({ from_name: 'Rescaled', rating_value: 4, rating_scale: 10 });
    const { body } = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { rating_value: 4 },
    });
    expect(body.review).toMatchObject({ rating_value: 4, rating_scale: 5, sentiment: 'positive' });
    const stored = await world.admin.query('select rating, star from reviews.reviews where id = $1', [id]);
    expect(stored).toEqual([{ rating: 4, star: 4 }]);
  });

  it('refuses a source that already has the external_id', async () => {
    const [other] = await world.admin.query<{ id: number }>(
      `insert into reviews.sources (account_id, sub_account_id, name)
       select account_id, sub_account_id, 'Paper' from reviews.sources limit 1 returning id`,
    );
    const source_id = Number(other?.id);
    const first = await world.add({ from_name: 'Paper one', external_id: 'p-1', source_id });
    const second = await world.add({ from_name: 'Paper two', external_id: 'p-1' });
    const moved = await world.client.put('reviews', `/public/v1/reviews/update/${second}`, {
      body: { source_id },
    });
    expect(moved).toMatchObject({
      status: 400,
      body: { code: 'duplicate_review', field: 'source_id', existing_id: first },
    });
  });

  it.each([
    [null, 'source_id must be a positive integer.'],
    ['7', 'source_id must be a positive integer.'],
    [1e20, 'source_id must be a positive integer.'],
    [0, 'source_id must be a positive integer.'],
  ])('explains why it refuses the source_id %p', async (source_id, msg) => {
    const id = await world.add({ text: `To a source of ${source_id}.` });
    const refused = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { source_id },
    });
    expect(refused).toMatchObject({ status: 400, body: { field: 'source_id', msg } });
  });

  it('neither publishes an event nor bumps the version when nothing changes', async () => {
    const id = await world.add({ text: 'Still.' });
    await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { status: 'inbox', text: 'Still.', unknown: 1 },
    });
    const [row] = await world.admin.query<{ version: number }>(
      'select version from reviews.reviews where id = $1',
      [id],
    );
    expect(row?.version).toBe(1);
    // Events are published in the order in which they were stored: with the later one, all earlier ones have arrived.
    await world.events.waitForOne(reviewCreated, await world.add({ text: 'Later.' }));
    const published = world.events.received.filter(({ event }) => event.subject === String(id));
    expect(published.map(({ event }) => event.type)).toEqual(['review.created']);
  });

  it.each([
    [
      'a page, which becomes the post_url',
      {},
      'https://video.example.com/7',
      null,
      'https://video.example.com/7',
    ],
    ['a file', {}, 'https://cdn.example.com/7.mp4?x=1', 'https://cdn.example.com/7.mp4?x=1', null],
    [
      'a page beside a post_url',
      { post_url: 'https://a.example/' },
      'https://b.example/',
      null,
      'https://a.example/',
    ],
  ])('gives a video src and post_url for %s', async (_name, fields, video_url, src, post_url) => {
    const shown = { media: [{ type: 'video', url: video_url, src }], post_url };
    const added = await world.add({ text: `Added ${video_url}`, ...fields, video_url });
    const one = (id: number) => world.client.get('reviews', `/public/v1/reviews/get/${id}`);
    expect((await one(added)).body).toMatchObject(shown);
    const updated = await world.add({ text: `Updated ${video_url}`, ...fields });
    await world.client.put('reviews', `/public/v1/reviews/update/${updated}`, { body: { video_url } });
    expect((await one(updated)).body).toMatchObject(shown);
  });
});

describe('the migration NameVideoPages', () => {
  it('takes the page of a stored video out of its src and keeps files and the changes of others', async () => {
    const world = await startReviewsWorld();
    const url = 'https://video.example.com/7?a=.mp4';
    const file = {
      type: 'video',
      url: 'https://cdn.example.com/7.MP4#t=1',
      src: 'https://cdn.example.com/7.MP4#t=1',
    };
    const image = { type: 'image', url: 'https://cdn.example.com/7', src: 'https://cdn.example.com/7' };
    const ids = [await world.add(), await world.add({ text: 'Changed meanwhile.' })];
    const stored = [image, { type: 'video', url, src: url }, file];
    await world.admin.query('update reviews.reviews set media = $2 where id = any ($1)', [
      ids,
      JSON.stringify(stored),
    ]);
    const source = createDataSource({
      url: world.databaseUrl('reviews'),
      schema: 'reviews',
      entities: [],
      migrations: [],
    });
    await source.initialize();
    const other = source.createQueryRunner();
    await other.startTransaction();
    await other.query("update reviews set media = '[]' where id = $1", [ids[1]]);
    const migrated = new NameVideoPages1765450000000().up(source.createQueryRunner());
    await eventually(
      () =>
        world.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      (waiting) => waiting.length > 0,
      'the migration to wait for the other session',
    );
    await other.commitTransaction();
    await other.release();
    await migrated;
    await source.destroy();
    const read = async (id: number) =>
      (await world.client.get('reviews', `/public/v1/reviews/get/${id}`)).body as object;
    expect(await read(ids[0]!)).toMatchObject({
      post_url: url,
      media: [image, { type: 'video', url, src: null }, file],
    });
    expect(await read(ids[1]!)).toMatchObject({ post_url: null, media: [] });
    await world.close();
  });
});
