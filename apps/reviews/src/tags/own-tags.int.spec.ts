import { MAX_OWN_TAGS, OWN_TAGS_PATH } from '@plaudit/contracts';
import { buildPublicPrincipal, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

describe('GET /internal/tags', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ services: [REVIEWS_ALONE], nats: false });
    // 205 tags of sub account 1: tag-1 is used once, tag-2 twice, and so on; the others are not used.
    await world.admin.query(
      `insert into reviews.tags (account_id, sub_account_id, name)
       select 1, 1, 'tag-' || n from generate_series(1, 205) as n`,
    );
    await world.admin.query(
      `insert into reviews.tag_counts (sub_account_id, tag_id, total)
       select 1, id, substr(name, 5)::int from reviews.tags where substr(name, 5)::int <= 4`,
    );
    await world.admin.query(
      `insert into reviews.tags (account_id, sub_account_id, name) values (1, 2, 'branch')`,
    );
  });
  afterAll(() => world.close());

  const named = async (principal: object): Promise<string[]> => {
    const { status, body } = await world.as(principal).get('reviews', OWN_TAGS_PATH);
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 200, fields: ['tags'] });
    return body.tags.map(({ name }: { name: string }) => name);
  };

  it('returns 200 of 205 tags with id and name, the most used ones first', async () => {
    const names = await named({});
    expect(names).toHaveLength(MAX_OWN_TAGS);
    expect(names.slice(0, 6)).toEqual(['tag-4', 'tag-3', 'tag-2', 'tag-1', 'tag-5', 'tag-6']);
    const [first] = (await world.as().get('reviews', OWN_TAGS_PATH)).body.tags;
    expect(first).toEqual({ id: expect.any(Number), name: 'tag-4' });
  });

  it('returns only tags of the sub account of the caller', async () => {
    expect(await named({ sub_account_id: 2, main: false })).toEqual(['branch']);
    expect(await named({ account_id: 2, sub_account_id: 20 })).toEqual([]);
    expect(await named(buildPublicPrincipal())).toEqual([]);
  });

  it('leaves out a tag that is being merged', async () => {
    await world.admin.query(
      `insert into reviews.relabellings (account_id, sub_account_id, noun, subject_id, into_id, is_rename)
       select 1, 1, 'tag', from_tag.id, into_tag.id, false from reviews.tags from_tag, reviews.tags into_tag
       where from_tag.name = 'tag-4' and into_tag.name = 'tag-3'`,
    );
    expect((await named({})).slice(0, 2)).toEqual(['tag-3', 'tag-2']);
  });

  it('refuses a request without a principal', async () => {
    expect((await world.anonymous().get('reviews', OWN_TAGS_PATH)).status).toBe(401);
  });
});
