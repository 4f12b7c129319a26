import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal } from '@plaudit/contracts';
import { Clock, UnknownIdsClient } from '@plaudit/runtime';
import { ReportsEnv } from '../reports.env';
import { SubAccountsService } from '../sub-accounts/sub-accounts.service';
import { localDate } from './local-date';
import type { ReportQuery } from './report-query.dto';
import type { AskedScope, ReportScope } from './report-scope';
import { ReportScopesReadModel } from './report-scopes.read-model';

/** What the answer to a question depends on, beside the question. */
export interface ScopeState extends Pick<ReportScope, 'today' | 'timezone'> {
  /** Changes with everything that a report of the scope may show. */
  rev: string;
}

/** Reads which records a question is about, and refuses those that its caller may not see. */
@Injectable()
export class ReportScopesService {
  constructor(
    private readonly records: ReportScopesReadModel,
    private readonly unknownIds: UnknownIdsClient,
    private readonly subAccounts: SubAccountsService,
    private readonly env: ReportsEnv,
    private readonly clock: Clock,
  ) {}

  async state(asked: AskedScope): Promise<ScopeState> {
    const { rev, timezone } = await this.records.state(asked);
    const zone = timezone ?? this.env.REPORT_TIMEZONE;
    return { rev, timezone: zone, today: localDate(this.clock.now(), zone) };
  }

  /**
   * Throws 404 for a sub account or channel that does not exist or that the caller may not see, and 400 for an unknown platform.
   * Asks the owner of a record that no event has told of, because it may have been added a moment ago.
   */
  async check(asked: AskedScope): Promise<void> {
    await this.checkSubAccounts(asked);
    await this.checkChannels(asked);
    await this.checkType(asked);
  }

  private async checkSubAccounts({ account_id, sub_account_id, sub_account_ids }: AskedScope): Promise<void> {
    const others = (sub_account_ids ?? []).filter((id) => id !== sub_account_id);
    if (sub_account_ids !== null && others.length === 0) return;
    await this.subAccounts.confirm(account_id, sub_account_ids === null ? null : others);
    const { refused, uncopied } = await this.records.subAccounts(account_id, others);
    const [unknown] = refused.length > 0 ? refused : await this.unknownIds.subAccounts(uncopied);
    if (unknown !== undefined) throw notFound('sub account', unknown, { main: true });
  }

  private async checkChannels(asked: AskedScope): Promise<void> {
    const { channel_ids, sub_account_id, sub_account_ids } = asked;
    if (channel_ids === null) return;
    const { refused, uncopied } = await this.records.channels(asked, channel_ids);
    const [only, ...more] = sub_account_ids ?? [];
    const owner = only === undefined || more.length > 0 ? null : only;
    const [unknown] = refused.length > 0 ? refused : await this.unknownIds.channels(uncopied, owner);
    if (unknown !== undefined) throw notFound('channel', unknown, { main: owner !== sub_account_id });
  }

  private async checkType({ account_id, type_id }: AskedScope): Promise<void> {
    if (type_id === null || (await this.records.knowsType(account_id, type_id))) return;
    const unknown = await this.unknownIds.channelTypes([type_id]);
    if (unknown.length === 0) return;
    const msg = `type ${type_id} is not the id of a platform; GET /channels/types lists them.`;
    throw new ApiError('invalid_value', msg, { field: 'type' });
  }
}

const MAIN_KEY = 'a key of the main sub account with account_management';

/**
 * Returns the scope that a question asks for. Its ids were not looked up. Throws 403 or 404 if a key that does not manage the whole
 * account names other sub accounts.
 */
export function readScope(principal: Principal, query: ReportQuery): AskedScope {
  const { account_id, sub_account_id } = principal;
  return {
    account_id,
    sub_account_id,
    sub_account_ids: readSubAccounts(principal, query.sub_accounts),
    channel_ids: readIds(query.channels),
    group_ids: readIds(query.groups),
    type_id: query.type ? Number(query.type) : null,
  };
}

function readSubAccounts(
  { main, sub_account_id: own }: Principal,
  text: string | undefined,
): readonly number[] | null {
  if (text === 'all') {
    if (main) return null;
    const msg = `A key of sub account ${own} sees that sub account only; leave sub_accounts out, or use ${MAIN_KEY}.`;
    throw new ApiError('forbidden', msg, { field: 'sub_accounts', required: 'main_sub_account' });
  }
  const ids = readIds(text) ?? [own];
  const other = main ? undefined : ids.find((id) => id !== own);
  if (other === undefined) return ids;
  throw new ApiError(
    'not_found',
    `A key of sub account ${own} sees no sub account with id ${other}; use ${MAIN_KEY}.`,
    { field: 'sub_accounts' },
  );
}

function readIds(text: string | undefined): number[] | null {
  return text ? [...new Set(text.split(',').map(Number))].sort((a, b) => a - b) : null;
}
