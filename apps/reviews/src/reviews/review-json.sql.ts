import { ownValue, REVIEW_EVENT_FIELDS, REVIEW_FIELDS, type ReviewPayload } from '@plaudit/contracts';
import type { ReviewEntity } from './review.entity';

/** Returns SQL that writes a timestamptz column as `YYYY-MM-DD HH:MM:SS` in UTC. */
export function wireDateSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** True for a field of the payload that is the column of the same name, with the same type. */
type IsColumn<Name extends keyof ReviewPayload> = Name extends keyof ReviewEntity
  ? ReviewEntity[Name] extends ReviewPayload[Name]
    ? true
    : false
  : false;

/** The fields of the payload that need SQL of their own. A field with neither column nor SQL does not compile. */
type ComputedField = {
  [Name in keyof ReviewPayload]-?: IsColumn<Name> extends true ? never : Name;
}[keyof ReviewPayload];

/** SQL over the alias `review`. */
const COMPUTED: Readonly<Record<ComputedField, string>> = {
  type: 'review.platform',
  sentiment: `case when review.star >= 4 then 'positive' when review.star = 3 then 'neutral'
    when review.star <= 2 then 'negative' end`,
  rating_value: 'trim_scale(review.rating_value)',
  posted_on: wireDateSql('review.posted_on'),
  tags: `case when review.tag_ids = '{}' then '[]' else (
    select array_to_json(array(
      select named from (
        select tag.id, tag.name from tags tag where tag.id = any (review.tag_ids) order by lower(tag.name), tag.id
      ) named))) end`,
  status: "case review.status when 0 then 'inbox' when 1 then 'approved' else 'ignored' end",
  removed_on: wireDateSql('review.removed_on'),
  created_on: wireDateSql('review.created_on'),
  updated_on: wireDateSql('review.updated_on'),
  profile_name: '(select copy.name from channel_copies copy where copy.channel_id = review.channel_id)',
};

function jsonOf(fields: object): string {
  const computed: Readonly<Record<string, string>> = COMPUTED;
  const columns = Object.keys(fields).map(
    (name) => `${ownValue(computed, name) ?? `review.${name}`} as ${name}`,
  );
  return `(select row_to_json(item) from (select ${columns.join(', ')}) item)`;
}

/**
 * SQL that builds a review as the API shows it, over the alias `review`. Lists, single responses and events use it. Lists
 * pass the text on and never parse it in Node, which is worth about 40 % of their throughput. `row_to_json` writes no
 * blanks (a tenth of the bytes) and costs no more than the alternatives.
 */
export const REVIEW_JSON = jsonOf(REVIEW_FIELDS);

/** {@link REVIEW_JSON} with the fields that only events carry. */
export const REVIEW_EVENT_JSON = jsonOf({ ...REVIEW_FIELDS, ...REVIEW_EVENT_FIELDS });
