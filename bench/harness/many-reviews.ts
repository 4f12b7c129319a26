import { fillWithoutIndexes, inShares } from './bulk-load';
import { administer, countReviews, wordsOf } from './reviews';

/** The sub account with a tenth of the reviews. The others have about a thousand each. */
export const TENANT = 1;
/** One of the tenant's ten channels. */
export const TENANT_CHANNEL = 100;
/** A tag on every tenth review of the tenant. */
export const TENANT_TAG = 1;
/** A word in every hundredth review. */
export const RARE_WORD = 'marmalade';
/** A word in every fourth review. */
export const COMMON_WORD = 'breakfast';
/** The same word as someone else may type it. */
export const ACCENTED_WORD = encodeURIComponent('BRÉAKFAST');
/** Other words of every fourth review. */
export const OTHER_COMMON_WORDS = ['bread', 'rolls', 'cake', 'coffee', 'shows', 'week', 'queue', 'costs'];
/** The date of the newest review. The oldest is ten years older. */
export const NEWEST = '2026-01-01';

const TENANT_SHARE = 10;
const PER_NEIGHBOUR = 1_000;

/**
 * Fills an empty reviews service with `reviews` reviews in the order of ten years of use: those of all tenants mixed,
 * oldest first.
 */
export async function fillReviews(adminUrl: string, reviews: number): Promise<void> {
  await fillWithoutIndexes(adminUrl, ['reviews.reviews', 'reviews.review_words'], async () => {
    await administer(
      adminUrl,
      `insert into reviews.tags (account_id, sub_account_id, name) values (1, ${TENANT}, 'bread'), (1, ${TENANT}, 'late')`,
    );
    await inShares(adminUrl, reviews, (from, to) => insertOf(reviews, from, to));
    await inShares(adminUrl, reviews, (from, to) => wordsOf(`id between ${from} and ${to}`));
  });
  await countReviews(adminUrl);
  await administer(adminUrl, 'vacuum analyze');
}

/** Inserts the reviews number `from` to `to` of `reviews`. The hash `h` makes each one different and reproducible. */
function insertOf(reviews: number, from: number, to: number): string {
  const neighbours = Math.max(1, Math.round(reviews / PER_NEIGHBOUR));
  return `
    insert into reviews.reviews (account_id, sub_account_id, channel_id, external_id, platform, label, origin, status,
      text, from_name, from_image, rating_value, rating, star, posted_on, language, additional, media, tag_ids,
      fingerprint)
    select 1, sub_account, sub_account * 100 + h / 1000 % 10, n, 'app_store', 'Apple App Store', 'channel',
      (array[1, 1, 1, 1, 1, 1, 0, 0, 0, 2])[1 + h / 7 % 10],
      text, 'Customer ' || n, case when h / 3 % 5 = 0 then 'https://images.example/' || n end,
      star, star, star, posted_on, 'en', '{"version":"1.8.0"}',
      case when h / 11 % 20 = 0 then '[{"type":"image","url":"https://a.example/1","src":"https://a.example/1"}]'
        else '[]' end::jsonb,
      case when sub_account <> ${TENANT} then '{}' when h / 13 % 100 = 0 then '{${TENANT_TAG},2}'
        when h / 13 % 10 = 0 then '{${TENANT_TAG}}' else '{}' end::bigint[],
      decode(md5(n::text), 'hex')
    from generate_series(${from}, ${to}) as n,
      lateral (select abs(hashint8(n)::bigint) as h) as hash,
      lateral (select
        case when n % ${TENANT_SHARE} = 0 then ${TENANT} else 2 + h % ${neighbours} end as sub_account,
        (array[5, 5, 5, 5, 5, 4, 4, 4, 3, 1])[1 + h % 10] as star,
        timestamptz '${NEWEST}' - (${reviews} - n) * interval '10 years' / ${reviews}
          - h % 86400 * interval '1 second' as posted_on,
        concat_ws(' ',
          (array['They bake', 'We love', 'Nobody makes', 'The children ask for', 'My mother praises'])[1 + h / 17 % 5],
          (array['their own bread', 'the warm rolls', 'such fine cake', 'that dark coffee'])[1 + h / 19 % 4],
          (array['and it shows', 'every single week', 'although the queue is long', 'whatever it costs'])[1 + h / 23 % 4],
          case when h / 29 % 4 = 0 then 'at ${COMMON_WORD}' else 'after work' end,
          case when h / 31 % 100 = 0 then 'with ${RARE_WORD}' else 'with butter' end,
          'order', n, md5(h::text)) as text
      ) as what`;
}
