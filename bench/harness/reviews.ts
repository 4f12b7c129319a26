import { Client } from 'pg';
import { sized } from './sizes';

/** Reviews per sub account. The table has {@link SUB_ACCOUNTS} times as many. */
const REVIEWS = sized(1_000, 100);
const SUB_ACCOUNTS = 50;

/** Runs SQL as administrator and returns its rows. */
export async function administer<Row>(
  adminUrl: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrl });
  // The query rejects. Without this handler a stopped server would also end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Inserts 50,000 reviews with a tag each, 1,000 of them in the gateway's first sub account. Returns that account's id. */
export async function seedReviews(adminUrl: string): Promise<number> {
  const [first] = await administer<{ id: number }>(
    adminUrl,
    'select min(id)::int4 as id from gateway.sub_accounts',
  );
  const subAccount = first?.id ?? 1;
  await administer(
    adminUrl,
    `with tag as (
       insert into reviews.tags (account_id, sub_account_id, name) values (1, $1, 'bread') returning id
     )
     insert into reviews.reviews (account_id, sub_account_id, channel_id, external_id, platform, label, origin, status,
       text, from_name, from_url, rating_value, rating, star, posted_on, language, additional, tag_ids, fingerprint)
     select 1, $1 + n % $2, 42, n, 'app_store', 'Apple App Store', 'channel', n % 3,
       'Review ' || n || ': ' || repeat('they bake their own bread, and it shows. ', 1 + n % 9), 'Customer ' || n,
       'https://itunes.apple.com/gb/reviews/id' || n, 1 + n % 5, 1 + n % 5, 1 + n % 5,
       timestamptz '2026-01-01' + n * interval '7 minutes', 'en', '{"version":"1.8.0"}', array[tag.id],
       decode(md5(n::text), 'hex')
     from generate_series(1, $3) as n, tag`,
    [subAccount, SUB_ACCOUNTS, SUB_ACCOUNTS * REVIEWS],
  );
  await administer(adminUrl, wordsOf('true'));
  await countReviews(adminUrl);
  await administer(adminUrl, 'vacuum analyze');
  return subAccount;
}

/**
 * Returns SQL that stores the words of reviews that were inserted directly, as the service stores those of ASCII texts. The
 * condition chooses the reviews.
 */
export function wordsOf(condition: string): string {
  const words = (prefix: string, column: string): string =>
    `select sub_account_id || '${prefix}' || word from regexp_split_to_table(lower(${column}), '[^a-z0-9]+') word where word <> ''`;
  return `insert into reviews.review_words
      (sub_account_id, posted_on, review_id, version, status, star, rating, words)
    select sub_account_id, posted_on, id, version, status, star, rating,
      array_to_tsvector(array(${words(':', 'text')} union ${words('@', 'from_name')}))
    from reviews.reviews where ${condition} order by id`;
}

/** Fills the counters and tags that the service maintains with every write, for reviews inserted directly. */
export async function countReviews(adminUrl: string): Promise<void> {
  const statements = [
    'truncate reviews.review_counts, reviews.review_tags, reviews.tag_counts, reviews.review_revs',
    'insert into reviews.review_revs (sub_account_id, rev) select distinct sub_account_id, 1 from reviews.reviews',
    `insert into reviews.review_counts (sub_account_id, status, star, rating, total, with_photos)
     select sub_account_id, status, coalesce(star, 0), coalesce(rating, 0), count(*), count(from_image)
     from reviews.reviews group by 1, 2, 3, 4`,
    `insert into reviews.review_tags (sub_account_id, tag_id, posted_on, review_id, status, star, rating)
     select distinct sub_account_id, tag_id, posted_on, id, status, star, rating
     from reviews.reviews, unnest(tag_ids) as tag_id`,
    `insert into reviews.tag_counts (sub_account_id, tag_id, total)
     select sub_account_id, tag_id, count(*) from reviews.review_tags group by 1, 2`,
  ];
  for (const statement of statements) await administer(adminUrl, statement);
}
