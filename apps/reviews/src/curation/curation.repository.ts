import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { allConditions, simplified } from '../lists/review-conditions.sql';
import type { ReviewFilter } from '../lists/review-filter';
import { type Scope, scopeOf } from '../lists/scope.sql';
import { MAX_TAGS } from '../reviews/fields/input-fields';
import type { ReviewEntity } from '../reviews/review.entity';

/** The columns of a review that curation changes. */
export type CuratedReview = Pick<ReviewEntity, 'id' | 'rating_scale' | 'status' | 'tag_ids'>;

/** What a bulk update sets, by the ids of tags. */
export interface WantedState {
  /** Null if the status stays. */
  status: number | null;
  /** Null if a tag does not exist yet, so that no review has it. */
  add: readonly number[] | null;
  remove: readonly number[];
}

const CURATED = 'review.id, review.rating_scale, review.status, review.tag_ids';

/** Chooses and locks the reviews of a bulk update. It locks in the order of the ids, as every writer does. */
@Injectable()
export class CurationRepository {
  /** Locks those of these reviews that the sub account has, and returns them by id. */
  async lock(tx: Tx, subAccountId: number, ids: readonly number[]): Promise<CuratedReview[]> {
    return queryRows<CuratedReview>(
      tx,
      `select ${CURATED} from reviews review
       where review.sub_account_id = $1 and review.id = any ($2::bigint[]) order by review.id for update`,
      [subAccountId, ids],
    );
  }

  /** Locks at most `limit` reviews that match the filter and are not in the wanted state, and returns them by id. */
  async lockMatching(
    tx: Tx,
    subAccountId: number,
    filter: ReviewFilter,
    { wanted, limit }: { wanted: WantedState; limit: number },
  ): Promise<CuratedReview[]> {
    const choice = scopeOf(subAccountId);
    const fits = `cardinality(review.tag_ids) + ${wanted.add?.length ?? 0} <= ${MAX_TAGS}`;
    // Reviews that may have no room for the tags come last, so that they do not keep the others from their turn.
    const chosen = await queryRows<{ id: number }>(
      tx,
      `select review.id from reviews review where ${lacking(choice, filter, wanted)}
       order by ${fits} desc, review.id limit ${limit}`,
      choice.parameters.values,
    );
    const scope = scopeOf(subAccountId);
    const ids = scope.parameters.add(
      chosen.map(({ id }) => id),
      'bigint[]',
    );
    // The conditions are checked again, because others may have changed a review before it was locked.
    return queryRows<CuratedReview>(
      tx,
      `select ${CURATED} from reviews review
       where review.id = any (${ids}) and ${lacking(scope, filter, wanted)} order by review.id for update`,
      scope.parameters.values,
    );
  }

  /** Returns how many reviews match the filter and are not in the wanted state. */
  async countMatching(
    tx: Tx,
    subAccountId: number,
    filter: ReviewFilter,
    wanted: WantedState,
  ): Promise<number> {
    const scope = scopeOf(subAccountId);
    const [row] = await queryRows<{ count: number }>(
      tx,
      `select count(*) from reviews review where ${lacking(scope, filter, wanted)}`,
      scope.parameters.values,
    );
    return (row as { count: number }).count;
  }
}

/** Returns the conditions that a review matches the filter and is not in the wanted state. */
function lacking(scope: Scope, filter: ReviewFilter, { status, add, remove }: WantedState): string {
  const { parameters } = scope;
  const differences = [
    ...(status === null ? [] : [`review.status <> ${parameters.add(status, 'smallint')}`]),
    ...(add === null ? ['true'] : []),
    ...(add && add.length > 0 ? [`not review.tag_ids @> ${parameters.add(add, 'bigint[]')}`] : []),
    ...(remove.length > 0 ? [`review.tag_ids && ${parameters.add(remove, 'bigint[]')}`] : []),
    'false',
  ];
  return [...allConditions(scope, simplified(filter)), `(${differences.join(' or ')})`].join(' and ');
}
