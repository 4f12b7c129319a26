import type { SqlParameters } from '@plaudit/database';
import type { ReportScope } from './report-scope';

/** The tables that reports count. */
type ScopedTable = 'review_days' | 'tag_days' | 'rating_days' | 'channels' | 'reviews' | 'invitation_days';

/**
 * Returns the SQL condition that a row of a table, under this alias, belongs to the scope. Adds what it needs to the parameters of
 * the statement.
 */
export function inScope(
  scope: ReportScope,
  table: ScopedTable,
  alias: string,
  parameters: SqlParameters,
): string {
  const account = parameters.add(scope.account_id, 'bigint');
  const channel = `${alias}.${table === 'channels' ? 'id' : 'channel_id'}`;
  const conditions = [
    `${alias}.account_id = ${account}`,
    scope.sub_account_ids === null
      ? `${alias}.sub_account_id in (select sub_account_id from sub_accounts where account_id = ${account} and closed_on is null)`
      : isAny(`${alias}.sub_account_id`, scope.sub_account_ids, parameters),
    ...(scope.channel_ids === null ? [] : [isAny(channel, scope.channel_ids, parameters)]),
    ...(scope.group_ids === null
      ? []
      : [
          `${channel} in (select id from channels where account_id = ${account} and ${isAny('group_id', scope.group_ids, parameters)})`,
        ]),
    ...(scope.type_id === null
      ? []
      : [ofType(table, alias, channel, account, parameters.add(scope.type_id))]),
  ];
  return conditions.join(' and ');
}

/** Reviews that outlived their channel still name its platform. */
function ofType(table: ScopedTable, alias: string, channel: string, account: string, typeId: string): string {
  if (table === 'channels') return `${alias}.type_id = ${typeId}`;
  const copies = `from channels where account_id = ${account} and type_id = ${typeId}`;
  return table === 'rating_days'
    ? `${channel} in (select id ${copies})`
    : `${alias}.type in (select type ${copies})`;
}

function isAny(column: string, ids: readonly number[], parameters: SqlParameters): string {
  return ids.length === 1
    ? `${column} = ${parameters.add(ids[0], 'bigint')}`
    : `${column} = any(${parameters.add(ids, 'bigint[]')})`;
}
