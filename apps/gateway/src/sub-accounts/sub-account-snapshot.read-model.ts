import { Injectable } from '@nestjs/common';
import type { SubAccountRecord } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { SnapshotReader } from '@plaudit/events';
import type { AccountEntity } from '../accounts/account.entity';
import { limitsOf } from '../plans/plan-limits';

type Row = Omit<SubAccountRecord, 'limits'> & Pick<AccountEntity, 'plan' | 'limits'>;

/** Reads all sub accounts that are not deleted page by page, each with the settings of its account. */
@Injectable()
export class SubAccountSnapshotReadModel implements SnapshotReader {
  constructor(private readonly database: Database) {}

  async page(after: number, limit: number): Promise<SubAccountRecord[]> {
    const rows = await this.database.queryWithin<Row>(
      'background',
      `select s.id, s.account_id, s.id as sub_account_id, a.version, s.name, s.main, a.company_name, a.website,
         d.host as domain, a.invite, a.time_zone, a.plan, a.limits
       from sub_accounts s
         join accounts a on a.id = s.account_id
         left join vanity_domains d on d.account_id = a.id and d.verified_on is not null
       where s.id > $1 and s.deleted_at is null order by s.id limit $2`,
      [after, limit],
    );
    return rows.map(({ plan, limits, ...record }) => ({ ...record, limits: limitsOf(plan, limits, null) }));
  }
}
