import { reviewsService } from '@plaudit/reviews';
import { type Caller, startWorld, type World } from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';

interface Shown {
  name: string;
  shows?: string;
  why?: string | null;
  shown?: number;
}

describe('GET /widgets/showing/{review_id}', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    world = await startWorld({
      nats: false,
      services: [
        { definition: reviewsService, settings: { INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: widgetsService },
      ],
    });
    client = world.as({ scopes: ['widgets:read', 'widgets:write', 'reviews:read', 'reviews:write'] });
    for (const [name, type, settings, active] of [
      ['Everything', 'list', {}, true],
      ['Best', 'grid', { source: { min_rating: 4 } }, true],
      ['Two newest', 'carousel', { source: { limit: 2 } }, true],
      ['Stars', 'badge', {}, true],
      ['Off', 'list', {}, false],
      ['No such source', 'list', { source: { sources: [999_999] } }, true],
    ]) {
      const body = { name, type, settings, active };
      expect((await client.post('widgets', '/public/v1/widgets/add', { body })).status).toBe(201);
    }
  });
  afterAll(() => world.close());

  async function add(day: number, rating_value: number, status: string): Promise<number> {
    const body = {
      from_name: `Ida ${day}`,
      text: 'Good',
      posted_on: `2026-01-0${day}`,
      rating_value,
      status,
    };
    return (await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number;
  }
  const ask = (id: number | string, caller = client) =>
    caller.get('widgets', `/public/v1/widgets/showing/${id}`);
  const askFor = (ids: unknown, caller = client) =>
    caller.post('widgets', '/public/v1/widgets/showing', { body: { ids } });
  const shortened = (widgets: Shown[]) => widgets.map(({ name, shows, why }) => [name, shows, why]);

  it('says of each active widget whether it shows the review, and why it never does', async () => {
    const [old, waiting] = [await add(1, 5, 'approved'), await add(2, 3, 'inbox')];
    expect(shortened((await ask(old)).body.widgets)).toEqual([
      ['Everything', 'now', null],
      ['Best', 'now', null],
      ['Two newest', 'now', null],
      ['Stars', 'never', 'rating_only'],
      ['No such source', 'never', 'filtered'],
    ]);
    expect(shortened((await ask(waiting)).body.widgets)).toEqual([
      ['Everything', 'if_approved', null],
      ['Best', 'never', 'filtered'],
      ['Two newest', 'if_approved', null],
      ['Stars', 'never', 'rating_only'],
      ['No such source', 'never', 'filtered'],
    ]);
    for (const day of [3, 4]) await add(day, 4, 'approved');
    expect(shortened((await ask(old)).body.widgets)[2]).toEqual(['Two newest', 'never', 'limit']);
  });

  it('counts for POST /widgets/showing how many of the reviews each widget would show', async () => {
    const ids = [await add(5, 5, 'inbox'), await add(6, 1, 'inbox'), await add(7, 5, 'ignored')];
    const { body } = await askFor([...ids, ids[0], 999_999]);
    expect(body.widgets.map(({ name, shown }: Shown) => [name, shown])).toEqual([
      ['Everything', 3],
      ['Best', 2],
      ['Two newest', 2],
      ['Stars', 0],
      ['No such source', 0],
    ]);
  });

  it('is refused for a review of another sub account and without the right to read widgets', async () => {
    const id = await add(8, 5, 'inbox');
    const foreign = world.as({ sub_account_id: 2 });
    expect((await ask(id, foreign)).status).toBe(404);
    expect((await askFor([id], foreign)).body).toEqual({ widgets: [] });
    const reader = world.as({ scopes: ['reviews:read'] });
    expect([(await ask(id, reader)).status, (await askFor([id], reader)).status]).toEqual([403, 403]);
    expect((await ask(id, world.as({ scopes: ['widgets:read'] }))).status).toBe(200);
  });

  it.each<[string, unknown]>([
    ['no list', undefined],
    ['an empty list', []],
    ['a list of 101 reviews', Array.from({ length: 101 }, (_, n) => n + 1)],
    ['an id that is none', ['one']],
  ])('refuses %s of reviews and names the field', async (_what, ids) => {
    const { status, body } = await askFor(ids);
    expect({ status, field: body.field }).toEqual({ status: 400, field: expect.stringMatching(/^ids/) });
  });
});
