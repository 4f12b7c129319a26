import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { NewReview } from '../reviews/review-rows';

/** What makes reviews the same, or those of one person; the fingerprint in hex. */
export type ReviewIdentity = Pick<NewReview, 'fingerprint' | 'external_id' | 'from_email'>;

/** An identity and where it is to be: external ids are unique within a source. */
export interface SourcedIdentity extends ReviewIdentity {
  /** Null for a source that is yet to be made. */
  source_id: number | null;
}

/** Ids of stored reviews by what makes two the same. */
export interface KnownReviews {
  byFingerprint: ReadonlyMap<string, number>;
  byExternalId: ReadonlyMap<string, number>;
}

/** Key of {@link KnownReviews.byExternalId}. */
export function externalKey(sourceId: number | null, externalId: string): string {
  return `${sourceId ?? 'new'}:${externalId}`;
}

/**
 * Looked up one by one, which leaves the planner one way, the index of what is asked for: as a list it would read all
 * reviews of a sub account whose import is newer than the statistics.
 */
const AMONG = `
  select 'text' as kind, encode(given.fingerprint, 'hex') as key, found.id
  from unnest($2::bytea[]) as given (fingerprint), lateral (
    select min(review.id + 0) as id from reviews review
    where review.sub_account_id = $1 and review.fingerprint = given.fingerprint
  ) found where found.id is not null
  union all
  select 'external', given.source_id || ':' || given.external_id, found.id
  from unnest($3::bigint[], $4::text[]) as given (source_id, external_id), lateral (
    select min(review.id + 0) as id from reviews review
    where review.source_id = given.source_id and review.external_id = given.external_id
  ) found where found.id is not null`;

/**
 * Finds reviews that are there already. What it finds stays true only under one of its locks, which come before any other
 * lock of the transaction and end with it: then nobody adds between the look and the insert, and no two wait for each
 * other.
 */
@Injectable()
export class ReviewDuplicatesRepository {
  /** For adding one: holds off who adds the same, and who adds many. */
  async lockOne(tx: Tx, subAccountId: number, review: ReviewIdentity): Promise<void> {
    const { fingerprint, external_id, from_email } = review;
    const identities = [
      `review-text:${subAccountId}:${fingerprint}`,
      ...(external_id === null ? [] : [`review-external-id:${subAccountId}:${external_id}`]),
      ...(from_email === null ? [] : [`review-author:${subAccountId}:${from_email}`]),
    ];
    await queryRows(
      tx,
      `select pg_advisory_xact_lock_shared(hashtextextended($1, 0))
       union all
       select pg_advisory_xact_lock(hashtextextended(identity, 0)) from unnest($2::text[]) as identity`,
      [additionsOf(subAccountId), identities.sort()],
    );
  }

  /**
   * For all else: nobody adds to the sub account meanwhile. One lock, because a lock for each of 500 reviews would let a
   * few bulks at once fill the lock table of the whole server, which has 6,400 places by default.
   */
  async lockAll(tx: Tx, subAccountId: number): Promise<void> {
    await queryRows(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [additionsOf(subAccountId)]);
  }

  /** Which of these the sub account has: same author and text, or same external id in the same source. */
  async among(tx: Tx, subAccountId: number, reviews: readonly SourcedIdentity[]): Promise<KnownReviews> {
    const external = reviews.filter(
      ({ source_id, external_id }) => source_id !== null && external_id !== null,
    );
    const rows = await queryRows<{ kind: 'text' | 'external'; key: string; id: number }>(tx, AMONG, [
      subAccountId,
      reviews.map(({ fingerprint }) => `\\x${fingerprint}`),
      external.map(({ source_id }) => source_id),
      external.map(({ external_id }) => external_id),
    ]);
    const keyed = (kind: string): ReadonlyMap<string, number> =>
      new Map(rows.filter((row) => row.kind === kind).map(({ key, id }) => [key, id]));
    return { byFingerprint: keyed('text'), byExternalId: keyed('external') };
  }
}

function additionsOf(subAccountId: number): string {
  return `review-additions:${subAccountId}`;
}
