import { ApiError, type Maker } from '@plaudit/contracts';
import { arrayLiteral } from './array-literal';
import { queryRows, type Tx } from './transaction';

/** Longer than a request that was admitted before the maker was removed can take. */
const REMEMBERED = '15 minutes';

/** A key or user that was removed or lost sub accounts, as `account.access_reduced` announces it. */
export interface ReducedMaker extends Pick<Maker, 'type' | 'id'> {
  removed: boolean;
  /** Empty means the whole account, unless it was removed. */
  subAccounts: readonly number[];
}

/**
 * Notes that a maker was removed or lost sub accounts. Call it before you pause what it made. A change that it makes at the same
 * time is either committed by then, or refused by {@link assertMakerStands}.
 */
export async function noteReducedMaker(
  tx: Tx,
  { type, id, removed, subAccounts }: ReducedMaker,
): Promise<void> {
  await lock(tx, 'pg_advisory_xact_lock', { type, id });
  await queryRows(
    tx,
    `delete from reduced_makers where noted_on < clock_timestamp() - interval '${REMEMBERED}'`,
  );
  await queryRows(
    tx,
    `insert into reduced_makers (maker_type, maker_id, sub_accounts, noted_on)
     values ($1, $2, $3::bigint[], clock_timestamp())
     on conflict (maker_type, maker_id) do update
       set sub_accounts = case when reduced_makers.sub_accounts is not null then excluded.sub_accounts end,
         noted_on = excluded.noted_on`,
    [type, id, removed ? null : arrayLiteral(subAccounts)],
  );
}

/**
 * Call it in the transaction that makes or redirects something that sends data elsewhere. Throws 403 if the maker was removed while
 * its request was under way, or lost the sub account. `subAccountId` is null for what reaches the whole account.
 */
export async function assertMakerStands(
  tx: Tx,
  { type, id }: Pick<Maker, 'type' | 'id'>,
  subAccountId: number | null,
): Promise<void> {
  await lock(tx, 'pg_advisory_xact_lock_shared', { type, id });
  const fallen = await queryRows(
    tx,
    `select 1 as one from reduced_makers
     where maker_type = $1 and maker_id = $2 and noted_on >= clock_timestamp() - interval '${REMEMBERED}'
       and (sub_accounts is null or (sub_accounts <> '{}' and not coalesce($3::bigint = any (sub_accounts), false)))`,
    [type, id, subAccountId],
  );
  if (fallen.length === 0) return;
  const msg = `This ${type} was removed, or lost access, within the last ${REMEMBERED}, so it sets up nothing that sends data elsewhere.`;
  throw new ApiError('forbidden', msg);
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
