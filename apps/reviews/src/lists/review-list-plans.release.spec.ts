import { createDataSource, Database } from '@plaudit/database';
import { startWorld, type World } from '@plaudit/testing';
import { readCountsRequest, type ReviewCountsQuery } from '../facets/review-facets.dto';
import { countsStatement } from '../facets/review-facets.sql';
import { reviewsService } from '../service';
import { readListRequest } from './review-filter';
import type { ReviewListQuery } from './review-lists.dto';
import { pageStatement, type Statement } from './review-list-page.sql';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

const REVIEWS = 300_000;
/** The tenant that has a fifth of the reviews; the others share the rest. */
const LARGEST = 1;

/** The index of the words in the tenant's partition. */
const WORDS = expect.stringMatching(/^review_words_\d+_words_idx$/) as unknown as string;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  /** Rows that an index scan had to look up in the table. */
  'Heap Fetches'?: number;
  Plans?: PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join()}}'`;
  return value instanceof Date ? `'${value.toISOString()}'` : `'${String(value).replaceAll("'", "''")}'`;
}

const FILL = `
  insert into reviews (account_id, sub_account_id, channel_id, source_id, external_id, platform, label, origin, status, text,
    from_name, from_image, rating_value, rating, star, posted_on, updated_on, language, media, tag_ids, fingerprint)
  select 1, tenant, case when n % 20 > 0 then tenant * 10 + n / 5 % 7 end, case when n % 20 = 0 then tenant end, n::text,
    'app_store', 'Apple App Store', 'channel', case when n % 10 < 6 then 1 when n % 10 < 9 then 0 else 2 end,
    (array['fresh bread', 'slow service', 'kind people', 'a long queue'])[1 + n / 7 % 4]
      || case when n % 5000 = 0 then ' and a unicorn' else ' once more' end,
    'Customer ' || n % 5000, case when n % 7 = 0 then 'https://example.com/a.jpg' end, stars, stars, stars,
    timestamptz '2024-01-01' + n % 86400 * interval '10 minutes' + tenant * interval '1 second',
    timestamptz '2024-01-01' + n * interval '5 minutes', (array['en', 'en-GB', 'de', null])[1 + n / 11 % 4],
    case when n % 50 = 0 then '[{"type":"image","url":"u","src":"u"}]'::jsonb else '[]' end,
    case when n % 8 = 0 then array[tenant * 10 + n / 8 % 9] else '{}' end, int4send(n)
  from (
    select n, case when n % 5 = 0 then ${LARGEST} else 2 + n % 397 end as tenant, (array[5, 5, 5, 4, 4, 3, 2, 1, null])[1 + n / 3 % 9] as stars
    from generate_series(1, ${REVIEWS}) n
  ) given`;

const COUNT = [
  `insert into review_counts (sub_account_id, status, star, rating, total, with_photos)
   select sub_account_id, status, coalesce(star, 0), coalesce(rating, 0), count(*), count(from_image)
   from reviews group by 1, 2, 3, 4`,
  `insert into review_tags (sub_account_id, tag_id, posted_on, review_id, status, star, rating)
   select sub_account_id, tag, posted_on, id, status, star, rating from reviews, unnest(tag_ids) tag`,
  `insert into review_words (sub_account_id, posted_on, review_id, version, status, star, rating, words)
   select sub_account_id, posted_on, id, version, status, star, rating, array_to_tsvector(
     (select array_agg(distinct concat(sub_account_id, ':', word)) from regexp_split_to_table(text, ' ') word)
     || (select array_agg(distinct concat(sub_account_id, '@', lower(word))) from regexp_split_to_table(from_name, ' ') word))
   from reviews`,
  'insert into tag_counts (sub_account_id, tag_id, total) select sub_account_id, tag_id, count(*) from review_tags group by 1, 2',
];

describe(`the query plans of lists and counts with ${REVIEWS} reviews`, () => {
  let world: World;
  let database: Database;

  beforeAll(async () => {
    world = await startWorld({
      nats: false,
      services: [REVIEWS_ALONE],
    });
    const url = world.databaseUrl('reviews');
    const { entities } = reviewsService;
    database = new Database(
      createDataSource({ url, schema: 'reviews', entities, migrations: [], poolSize: 1 }),
      'reviews',
    );
    await database.dataSource.initialize();
    await fill();
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });

  /** Inserts the rows before the indexes exist, in a third of the time, and creates the same indexes again. */
  async function fill(): Promise<void> {
    const indexes = await database.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'reviews'::regclass and not indisprimary`,
    );
    // Filling takes longer than a request may when the machine is busy.
    await database.query('set statement_timeout = 0');
    for (const { name } of indexes) await database.query(`drop index ${name}`);
    await database.query(FILL);
    await database.query("set maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await database.query(definition);
    for (const statement of COUNT) await database.query(statement);
    for (const table of ['reviews', 'review_counts', 'review_tags', 'tag_counts', 'review_words']) {
      await database.query(`vacuum analyze ${table}`);
    }
  }

  /** Explains the statement as it runs: with the generic plan if it has a name, otherwise with the plan for these values. */
  async function plan(query: ReviewListQuery): Promise<{ nodes: PlanNode[]; isNamed: boolean }> {
    const end = query.sort === 'updated' ? new Date('2099-01-01') : null;
    const statement = pageStatement(LARGEST, readListRequest(query), end);
    return { nodes: await explained(statement), isNamed: statement.name !== undefined };
  }

  async function explained({ sql, parameters, name }: Statement): Promise<PlanNode[]> {
    await database.query(`set plan_cache_mode = ${name ? 'force_generic_plan' : 'force_custom_plan'}`);
    await database.query(`prepare statement as ${sql}`);
    const values = parameters.map(literal).join(', ');
    const [row] = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, timing off, format json) execute statement (${values})`,
    );
    await database.query('deallocate statement');
    return nodesOf(row?.['QUERY PLAN'][0]?.Plan as PlanNode);
  }

  function tablesWithoutIndex(nodes: readonly PlanNode[]): string[] {
    return nodes
      .filter((node) => node['Node Type'].endsWith('Seq Scan'))
      .map((node) => node['Relation Name'] ?? '')
      .filter((table) => table !== 'tags');
  }

  /** Returns the most rows that any node of the plan produced, over all its loops. */
  function mostRows(nodes: readonly PlanNode[]): number {
    return Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
  }

  const somewhere = { before_ts: '1720000000', before_id: '100000' };

  it.each<[string, ReviewListQuery]>([
    ['no filter', {}],
    ['a cursor', somewhere],
    ['a status', { status: 'approved' }],
    ['a status, a rating and a cursor', { status: 'inbox', rating: '5', ...somewhere }],
    ['two statuses and three ratings', { status: 'inbox,ignored', rating: '1,2,3' }],
    ['ratings', { rating: '4,5' }],
    ['rating bounds', { min_rating: '3.5', max_rating: '4.5' }],
    ['rating bounds that no review lies between', { min_rating: '3.2', max_rating: '3.9' }],
    ['a tag', { tags: '13' }],
    ['a tag and a cursor', { tags: '13', ...somewhere }],
    ['the oldest', { sort: 'oldest' }],
    [
      'the oldest of ratings and a cursor',
      { sort: 'oldest', rating: '4,5', cursor: 'oldest_1720000000_100000' },
    ],
    ['the best', { sort: 'rating' }],
    ['the best of a status', { sort: 'rating', status: 'approved' }],
    ['the best and a cursor', { sort: 'rating', cursor: 'rating_4_1720000000_100000' }],
    ['reviews without a rating', { sort: 'rating', cursor: 'rating_-1_1720000000_100000' }],
    ['the least recently changed', { sort: 'updated' }],
    [
      'the least recently changed and a cursor',
      { sort: 'updated', cursor: 'updated_1720000000000000_100000' },
    ],
    ['photos', { with_photos: '1' }],
    ['photos of a status and a rating', { with_photos: '1', status: 'approved', rating: '4,5' }],
  ])('read no more than a page for %s, count included', async (_asked, query) => {
    const { nodes, isNamed } = await plan(query);
    expect(isNamed).toBe(true);
    expect(tablesWithoutIndex(nodes)).toEqual([]);
    // At most eighteen values, with a page of 25 for each.
    expect(mostRows(nodes)).toBeLessThanOrEqual(18 * 25);
  });

  it.each<[string, ReviewListQuery, string]>([
    ['a channel', { channels: '13' }, 'reviews_channel_newest_idx'],
    ['a channel and a status', { channels: '13', status: 'approved' }, 'reviews_channel_newest_idx'],
    ['channels or a source', { channels: '13,14', sources: '1' }, 'reviews_source_newest_idx'],
    ['tags', { tags: '13,14' }, 'review_tags_pkey'],
    ['a tag and a status', { tags: '13', status: 'approved' }, 'review_tags_pkey'],
    ['kept reviews', { kept: '1' }, 'reviews_kept_newest_idx'],
    ['changes', { updated_since: '2024-03-01', sort: 'updated', status: 'ignored' }, 'reviews_updated_idx'],
    ['media', { media_only: '1' }, 'reviews_media_newest_idx'],
    ['photos of a month', { with_photos: '1', since: '2024-03-01' }, 'reviews_photo_newest_idx'],
    ['a month', { since: '2024-03-01', until: '2024-03-31' }, 'reviews_newest_idx'],
    [
      'a month of a status',
      { since: '2024-03-01', until: '2024-03-31', status: 'approved' },
      'reviews_status_newest_idx',
    ],
    ['a rare word', { q: 'unicorn' }, WORDS],
    ['a rare word in the text', { keyword: 'UNICORN', status: 'approved' }, WORDS],
    ['a rare word and a tag', { keyword: 'unicorn', tags: '13' }, WORDS],
    ['an author', { q: 'customer 4711' }, WORDS],
    ['a frequent word', { q: 'bread' }, WORDS],
  ])('use the right index for %s', async (_asked, query, index) => {
    const { nodes } = await plan(query);
    expect(tablesWithoutIndex(nodes)).toEqual([]);
    expect(nodes.map((node) => node['Index Name'])).toContainEqual(index);
    const sorted = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap((node) => node.Plans ?? []);
    // Only a page is sorted, or the few reviews with a rare word, but never all reviews of the tenant.
    expect(mostRows([...sorted, { 'Node Type': '', 'Actual Rows': 0, 'Actual Loops': 0 }])).toBeLessThan(400);
  });

  it.each<[string, ReviewCountsQuery]>([
    ['the menus of a status', { facets: 'rating,language,channel,platform', facet_status: 'approved' }],
    ['the menus of all reviews', { facets: 'language,channel,platform' }],
    [
      'the menus of ratings of a status',
      { facets: 'language,channel,platform', facet_status: 'approved', rating: '1,2' },
    ],
    ['a language', { languages: 'de' }],
    ['a platform and its ratings', { platforms: 'app_store', facets: 'rating' }],
    ['a language and two channels', { languages: 'en', channels: '13,14', facets: 'language,platform' }],
  ])('count the reviews of %s in an index, without their rows', async (_asked, query) => {
    const nodes = await explained(countsStatement(LARGEST, readCountsRequest(query)));
    expect(tablesWithoutIndex(nodes)).toEqual([]);
    const scans = nodes.filter((node) => node['Relation Name'] === 'reviews');
    expect(scans.map((node) => node['Node Type'])).toEqual(scans.map(() => 'Index Only Scan'));
    expect(scans.map((node) => node['Index Name'])).toContain('reviews_facet_idx');
    expect(mostRows(scans)).toBeGreaterThan(REVIEWS / 100);
    expect(Math.max(...scans.map((node) => node['Heap Fetches'] ?? REVIEWS))).toBeLessThan(REVIEWS / 1_000);
  });

  it('use indexes that begin with the sub account', async () => {
    const indexes = await database.query<{ name: string; first: string }>(
      `select index.relname as name, attribute.attname as first from pg_index
       join pg_class index on index.oid = indexrelid
       join pg_attribute attribute on attribute.attrelid = indrelid and attribute.attnum = indkey[0]
       where indrelid in ('reviews'::regclass, 'review_tags'::regclass, 'review_counts'::regclass, 'tag_counts'::regclass)`,
    );
    const others = indexes.filter(({ first }) => first !== 'sub_account_id').map(({ name }) => name);
    // Ids are global, and external ids are looked up by channel or source.
    expect(others.sort()).toEqual([
      'reviews_channel_external_idx',
      expect.stringMatching(/^PK_|reviews_pkey$/),
      'reviews_source_external_idx',
    ]);
  });
});
