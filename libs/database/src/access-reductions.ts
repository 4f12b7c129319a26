import { ApiError, type Maker } from '@plaudit/contracts';
import { arrayLiteral } from './array-literal';
import { queryRows, type Tx } from './transaction';

/** The gateway caches a key for 30 s, and the token that it signs is accepted for 60 s. */
const LATE_REQUESTS = '5 minutes';
const KEPT = '1 hour';

/** A key or user that was removed or lost sub accounts, as `account.access_reduced` announces it. */
export interface AccessReduction extends Pick<Maker, 'type' | 'id'> {
  removed: boolean;
  /** The sub accounts that are left. Empty means the whole account, unless it was removed. */
  subAccounts: readonly number[];
}

/**
 * Notes that a key or user was removed or lost sub accounts. Call it before you pause what it made: a change that it makes at the
 * same time is either committed by then, or refused by {@link assertMakerStands}.
 */
export async function noteAccessReduction(
  tx: Tx,
  { type, id, removed, subAccounts }: AccessReduction,
): Promise<void> {
  await lock(tx, 'pg_advisory_xact_lock', { type, id });
  await queryRows(
    tx,
    `delete from access_reductions where noted_on < clock_timestamp() - interval '${KEPT}'`,
  );
  await queryRows(
    tx,
    `insert into access_reductions (maker_type, maker_id, sub_accounts, noted_on)
     values ($1, $2, $3::bigint[], clock_timestamp())
     on conflict (maker_type, maker_id) do update
       set sub_accounts = case when access_reductions.sub_accounts is not null then excluded.sub_accounts end,
         noted_on = excluded.noted_on`,
    [type, id, removed ? null : arrayLiteral(subAccounts)],
  );
}

/**
 * Call it first in a transaction that sets up something which sends data elsewhere. `subAccountId` is null for what reaches the whole
 * account. Throws 401 if the caller was removed, or lost the sub account, after the gateway had passed the request on.
 */
export async function assertMakerStands(
  tx: Tx,
  { type, id }: Pick<Maker, 'type' | 'id'>,
  subAccountId: number | null,
): Promise<void> {
  await lock(tx, 'pg_advisory_xact_lock_shared', { type, id });
  const lost = await queryRows(
    tx,
    `select 1 as one from access_reductions
     where maker_type = $1 and maker_id = $2 and noted_on > clock_timestamp() - interval '${LATE_REQUESTS}'
       and (sub_accounts is null or (sub_accounts <> '{}' and not coalesce($3::bigint = any (sub_accounts), false)))`,
    [type, id, subAccountId],
  );
  if (lost.length === 0) return;
  if (type === 'key')
    throw new ApiError('invalid_key', 'This API key was deleted or has expired a short time ago.');
  throw new ApiError('session_ended', 'Your rights changed a short time ago; sign in again in five minutes.');
}

/** Makes the removal of a maker wait for its changes, and its changes wait for its removal, until the transaction ends. */
async function lock(
  tx: Tx,
  how: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
  { type, id }: Pick<Maker, 'type' | 'id'>,
): Promise<void> {
  await queryRows(tx, `select ${how}(hashtextextended('maker ' || $1::text || ' ' || $2::text, 0))`, [
    type,
    id,
  ]);
}
