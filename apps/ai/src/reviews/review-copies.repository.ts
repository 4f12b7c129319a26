import { Injectable } from '@nestjs/common';
import { parseWireDate, type SnapshotRange } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReviewCopy } from './review-copy';

const FIELDS = [
  'id',
  'account_id',
  'sub_account_id',
  'channel_id',
  'rating_value',
  'rating_scale',
  'star',
  'text',
  'readable',
  'language',
  'posted_on',
  'version',
  'deleted',
] as const satisfies readonly (keyof ReviewCopy)[];

const NAMES = FIELDS.join(', ');
const FORMER = FIELDS.map((name) => `former.${name}`).join(', ');
const GIVEN = FIELDS.map((name) => `given.${name}`).join(', ');
const GIVEN_ROWS = `
  given as (select * from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint,
    channel_id bigint, rating_value numeric, rating_scale integer, star smallint, text text, readable boolean, language text,
    posted_on timestamptz, version bigint, deleted boolean))`;

/** A review as it was before a change of its text, rating or channel, or before it was deleted. */
export interface FormerReview {
  id: number;
  account_id: number;
  channel_id: number;
  text: string;
  /** True if its copy has another text now, or none. */
  is_text_gone: boolean;
}

/** A text that a review has no more. */
export type GoneText = Pick<FormerReview, 'account_id' | 'text'>;

const FORMER_REVIEWS = `
  select former.id, former.account_id, former.channel_id, former.text, former.text <> changed.text as is_text_gone
  from former join changed using (id)
  where (former.text, former.star, former.channel_id, former.deleted)
    is distinct from (changed.text, changed.star, changed.channel_id, changed.deleted)`;

/**
 * The copies of reviews. Every write locks rows in the order of their ids. A statement that follows in the same transaction sees
 * what others stored before they released these rows.
 */
@Injectable()
export class ReviewCopiesRepository {
  /** Stores the reviews that have no copy, and returns their ids. */
  async add(tx: Tx, copies: readonly ReviewCopy[]): Promise<number[]> {
    const rows = await queryRows<{ id: number }>(
      tx,
      `with ${GIVEN_ROWS}
       insert into reviews (${NAMES}) select ${NAMES} from given order by id on conflict do nothing returning id`,
      [JSON.stringify(copies)],
    );
    return rows.map(({ id }) => id);
  }

  /** Stores states that are newer than those of the copies. Returns what they changed. */
  async replace(tx: Tx, copies: readonly ReviewCopy[]): Promise<FormerReview[]> {
    return queryRows<FormerReview>(
      tx,
      `with ${GIVEN_ROWS}, former as materialized (
         select * from reviews where id = any ($2::bigint[]) order by id for no key update
       ), changed as (
         update reviews set (${NAMES}) = row (${GIVEN}), applied_on = now()
         from given join former using (id)
         where reviews.id = former.id and former.version < given.version
         returning reviews.*
       ) ${FORMER_REVIEWS}`,
      [JSON.stringify(copies), copies.map(({ id }) => id)],
    );
  }

  /** Returns the texts of states that are older than the copies, where those have another text. They were never stored. */
  async outdatedTexts(tx: Tx, copies: readonly ReviewCopy[]): Promise<GoneText[]> {
    return queryRows<GoneText>(
      tx,
      `with ${GIVEN_ROWS}
       select given.account_id, given.text from given join reviews using (id)
       where reviews.version > given.version and reviews.text <> given.text`,
      [JSON.stringify(copies)],
    );
  }

  /**
   * Makes the existing copies in the page's range equal to the page, except for those with a newer version. Marks a review as deleted
   * that the page does not list and that no event has changed since the snapshot began. Returns what it changed.
   */
  async replaceRange(
    tx: Tx,
    { after, through, begun_on }: SnapshotRange,
    copies: readonly ReviewCopy[],
  ): Promise<FormerReview[]> {
    return queryRows<FormerReview>(
      tx,
      `with ${GIVEN_ROWS}, former as materialized (
         select * from reviews where id > $2 and ($3::bigint is null or id <= $3) order by id for no key update
       ), kept as (
         update reviews set (${NAMES}) = row (${GIVEN}), applied_on = now()
         from given join former using (id)
         where reviews.id = former.id and (former.version < given.version
           or former.version = given.version and (${FORMER}) is distinct from (${GIVEN}))
         returning reviews.*
       ), gone as (
         update reviews set deleted = true, text = '', readable = false, language = null, applied_on = now()
         from former
         where reviews.id = former.id and not former.deleted and former.applied_on < $4
           and not exists (select from given where given.id = former.id)
         returning reviews.*
       ), changed as (select * from kept union all select * from gone) ${FORMER_REVIEWS}`,
      [JSON.stringify(copies), after, through, parseWireDate(begun_on)],
    );
  }
}
