/** A timestamptz column as `YYYY-MM-DD HH:MM:SS` in UTC. */
export function wireDateSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** The fields of the API's Review, in their order, over the alias `review`. */
const FIELDS = `
  review.id,
  review.platform as type,
  review.label,
  review.platform,
  review.text,
  case when review.star >= 4 then 'positive' when review.star = 3 then 'neutral' when review.star <= 2 then 'negative' end as sentiment,
  review.from_name,
  review.from_image,
  review.from_url,
  review.post_url,
  trim_scale(review.rating_value) as rating_value,
  review.rating_scale,
  ${wireDateSql('review.posted_on')} as posted_on,
  case when review.tag_ids = '{}' then '[]' else (
    select array_to_json(array(
      select named from (
        select tag.id, tag.name from tags tag where tag.id = any (review.tag_ids) order by lower(tag.name), tag.id
      ) named))) end as tags,
  review.additional,
  review.media,
  case review.status when 0 then 'inbox' when 1 then 'approved' else 'ignored' end as status,
  review.channel_id,
  review.source_id,
  review.language,
  review.reply,
  review.verified,
  ${wireDateSql('review.removed_on')} as removed_on,
  ${wireDateSql('review.created_on')} as created_on,
  ${wireDateSql('review.updated_on')} as updated_on`;

/**
 * The Review of the API as Postgres builds it, over the alias `review`: the one definition of the wire shape, for
 * lists, single answers and events alike. Lists are passed on as text and never parsed in Node, which is worth about
 * 40 % of their throughput. `row_to_json` writes no blanks (a tenth of the bytes) and costs no more than the others.
 */
export const REVIEW_JSON = `(select row_to_json(item) from (select ${FIELDS}) item)`;

/** {@link REVIEW_JSON} and what only events carry: the channel's name, origin, backfill. */
export const REVIEW_EVENT_JSON = `(select row_to_json(item) from (select ${FIELDS},
  (select copy.name from channel_copies copy where copy.channel_id = review.channel_id) as profile_name,
  review.origin,
  review.backfill
) item)`;
