import { SqlParameters } from '@plaudit/database';
import { COLUMNS_WITHOUT_RENDERED } from '../requests.repository';
import type { RequestFilter, RequestListRequest } from './request-filter';

interface Statement {
  sql: string;
  parameters: unknown[];
}

/**
 * Returns a `select` of the rows of one page. It passes over entries of an index, and reads the rows of the page alone.
 */
export function pageSql(
  subAccountId: number,
  { filter, order, sort, start, limit }: RequestListRequest,
): Statement {
  const parameters = new SqlParameters();
  const inIdOrder = order === 'id' && isWide(filter);
  const conditions = [
    inIdOrder ? withinOwner(subAccountId, parameters) : ofOwner(subAccountId, parameters),
    ...conditionsOf(filter, parameters),
  ];
  const by = inIdOrder ? `request.sub_account_id ${sort}, request.id ${sort}` : orderBy(order, sort);
  return {
    sql: `select ${COLUMNS_WITHOUT_RENDERED} from (
        select id from requests request where ${conditions.join(' and ')} order by ${by}
        limit ${parameters.add(limit)} offset ${parameters.add(start)}
      ) as page join requests request on request.id = page.id
      order by ${orderBy(order, sort)}`,
    parameters: parameters.values,
  };
}

function orderBy(order: RequestListRequest['order'], sort: RequestListRequest['sort']): string {
  return order === 'id' ? `request.id ${sort}` : `request.${order} ${sort} nulls last, request.id ${sort}`;
}

/** Returns true if no index finds the few requests that match. */
function isWide({ recipient, reference, parentId }: RequestFilter): boolean {
  return !recipient && reference === undefined && parentId === undefined;
}

function ofOwner(subAccountId: number, parameters: SqlParameters): string {
  return `sub_account_id = ${parameters.add(subAccountId)}`;
}

/**
 * With an equality, Postgres may walk all requests of everybody in the order of their ids: it takes those of the sub account for
 * spread evenly, but they may all be old.
 */
function withinOwner(subAccountId: number, parameters: SqlParameters): string {
  const owner = parameters.add(subAccountId);
  return `sub_account_id between ${owner} and ${owner}`;
}

/** Returns a `select` of the number of requests that match. */
export function countSql(subAccountId: number, filter: RequestFilter): Statement {
  const parameters = new SqlParameters();
  const conditions = [ofOwner(subAccountId, parameters), ...conditionsOf(filter, parameters)];
  return {
    sql: `select count(*) as count from requests where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  };
}

function conditionsOf(filter: RequestFilter, parameters: SqlParameters): string[] {
  const { statuses, search, recipient, parentId, type, settingsId, reference } = filter;
  const add = (value: unknown, of?: string): string => parameters.add(value, of);
  const conditions = ['deleted_on is null'];
  if (statuses) conditions.push(`status = any (${add(statuses, 'text[]')})`);
  if (recipient) {
    conditions.push(
      `type = ${add(recipient.type)} and recipient_key = ${add(recipient.key)} and recipient <> ''`,
    );
  }
  if (type) conditions.push(`type = ${add(type)}`);
  if (parentId !== undefined) conditions.push(`parent_id = ${add(parentId)}`);
  if (settingsId !== undefined) conditions.push(`settings_id = ${add(settingsId)}`);
  if (reference !== undefined) conditions.push(`reference = ${add(reference)}`);
  if (search !== undefined) {
    const pattern = parameters.addContaining(search);
    conditions.push(`(name ilike ${pattern} or recipient ilike ${pattern})`);
  }
  return conditions;
}
