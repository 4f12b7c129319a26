import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';

/** The columns by which two reviews are the same, or by the same person. The fingerprint is in hex. */
export interface ReviewIdentity {
  fingerprint: string;
  external_id: string | null;
  from_email: string | null;
}

/** An identity and its source: external ids are unique within a source. */
export interface SourcedIdentity extends ReviewIdentity {
  /** Null if the source does not exist yet. */
  source_id: number | null;
}

/** Ids of stored reviews by fingerprint and by external id. */
export interface KnownReviews {
  byFingerprint: ReadonlyMap<string, number>;
  byExternalId: ReadonlyMap<string, number>;
}

/** Returns the key of {@link KnownReviews.byExternalId}. */
export function externalKey(sourceId: number | null, externalId: string): string {
  return `${sourceId ?? 'new'}:${externalId}`;
}

/**
 * Looks each value up by itself, so that the planner has to use the index. With a list of values it would read all
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
 * Finds reviews that are stored already. The result stays true only while one of its locks is held: nobody can add reviews
 * between the look-up and the insert then. Take the lock before any other lock of the transaction, so that two
 * transactions cannot deadlock.
 */
@Injectable()
export class ReviewDuplicatesRepository {
  /** Locks for adding one review: requests that add the same one, or many, wait. */
  async lockOne(tx: Tx, tenant: Tenant, review: ReviewIdentity): Promise<void> {
    const subAccountId = tenant.sub_account_id;
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
       select pg_advisory_xact_lock(hashtextextended(identity, 0)) from unnest($2::text[]) as identity
       union all
       select pg_advisory_xact_lock_shared(hashtextextended($3, 0))`,
      [additionsLock(subAccountId), identities.sort(), erasuresLock(tenant.account_id)],
    );
  }

  /**
   * Locks for everything else: nobody adds to the sub account meanwhile. It is a single lock, because with one for each of
   * 500 reviews a few bulk requests could fill the lock table of the whole server, which has 6,400 entries by default.
   */
  async lockAll(tx: Tx, tenant: Tenant): Promise<void> {
    await queryRows(
      tx,
      `select pg_advisory_xact_lock(hashtextextended($1, 0))
       union all
       select pg_advisory_xact_lock_shared(hashtextextended($2, 0))`,
      [additionsLock(tenant.sub_account_id), erasuresLock(tenant.account_id)],
    );
  }

  /** Locks for erasing a person in all sub accounts: nobody adds to any of them meanwhile. It needs no other lock of this class. */
  async lockAccount(tx: Tx, accountId: number): Promise<void> {
    await queryRows(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [erasuresLock(accountId)]);
  }

  /** Returns the sub account's reviews with the same author and text, or the same external id in the same source. */
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

function additionsLock(subAccountId: number): string {
  return `review-additions:${subAccountId}`;
}

function erasuresLock(accountId: number): string {
  return `review-erasures:${accountId}`;
}
