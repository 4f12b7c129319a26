import { startWorld, type World } from '@plaudit/testing';
import fc from 'fast-check';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { after, list, pick, type Query, SECONDS } from '../reviews/planted-reviews.suite';

describe('GET /reviews/get while reviews are added and deleted', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
  });
  afterAll(() => world.close());

  it('neither skips nor repeats a review that stays', async () => {
    const caller = world.as({ sub_account_id: 3 });
    let number = 0;
    const write = async (posted_on: string): Promise<void> => {
      const body = {
        from_name: 'Ann',
        text: `Review ${++number}`,
        posted_on,
        rating_value: 1 + (number % 5),
      };
      expect((await caller.post('reviews', '/public/v1/reviews/add', { body })).status).toBe(200);
    };
    for (let n = 0; n < 30; n += 1) await write(pick(SECONDS, n));
    const steps = fc.array(fc.record({ add: fc.constantFrom(...SECONDS), remove: fc.nat(40) }), {
      minLength: 8,
      maxLength: 8,
    });
    const property = fc.asyncProperty(
      steps,
      fc.constantFrom<Query>({}, { rating: '1,2,3,4,5' }),
      async (all, query) => {
        const before = (await list(caller, { ...query, limit: '100' })).items.map(({ id }) => id);
        const gone = new Set<number>();
        const seen: number[] = [];
        let cursor: Query = {};
        for (const { add: second, remove } of all) {
          const { items, ...answer } = await list(caller, { ...query, ...cursor, limit: '4' });
          seen.push(...items.map(({ id }) => id));
          if (items.length === 0) break;
          cursor = after(answer);
          const victim = pick(before, remove);
          if (!gone.has(victim)) await caller.delete('reviews', `/public/v1/reviews/delete/${victim}`);
          gone.add(victim);
          await write(second);
        }
        const reached = before.indexOf(seen.filter((id) => before.includes(id)).at(-1) as number);
        const stayed = before.slice(0, reached + 1).filter((id) => !gone.has(id));
        expect(seen.filter((id) => stayed.includes(id))).toEqual(stayed);
        expect(new Set(seen).size).toBe(seen.length);
      },
    );
    await fc.assert(property, { numRuns: 5 });
  });
});
