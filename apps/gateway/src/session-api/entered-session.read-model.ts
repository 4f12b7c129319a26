import { Injectable } from '@nestjs/common';
import type { PlanLimits } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { PlanName } from '../plans/plans';
import type { Session } from '../sessions/session';
import { SESSION_BY_HASH, SESSION_COLUMNS, SESSION_TABLES } from '../sessions/session.sql';

/** A session, and the sub account that one of its requests acts for. */
export interface EnteredSession extends Session {
  plan: PlanName;
  limits: Partial<PlanLimits> | null;
  company_name: string;
  /** When the key expires that requested the link of the session. Null without such a key, or if it never does. */
  key_expires_on: Date | null;
  /** True if that key may be used from some addresses only. */
  key_ip_bound: boolean;
  /** Null if the user may not enter the sub account, or if it does not exist. */
  entered: EnteredSubAccount | null;
}

export interface EnteredSubAccount {
  id: number;
  name: string;
  main: boolean;
  properties: number | null;
}

/** Reads what a request below /app/api needs to know about its session. All rows are found by their primary keys. */
@Injectable()
export class EnteredSessionReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the session even if it has expired, or null if there is none. */
  async find(hash: Buffer, subAccountId: number | null): Promise<EnteredSession | null> {
    const [row] = await this.database.query<EnteredSession>(
      `select ${SESSION_COLUMNS}, a.plan, a.limits, a.company_name,
           (select link_key.expires_on from keys link_key where link_key.id = s.key_id) as key_expires_on,
           exists (select from keys link_key where link_key.id = s.key_id and link_key.allowed_ips <> '{}') as key_ip_bound,
           case when sub.id is not null then json_build_object(
             'id', sub.id, 'name', sub.name, 'main', sub.main, 'properties', sub.properties) end as entered
         from ${SESSION_TABLES}
           left join sub_accounts sub on sub.id = $2::bigint and sub.account_id = u.account_id
             and sub.deleted_at is null and (u.sub_accounts = '{}' or sub.id = any (u.sub_accounts))
        where ${SESSION_BY_HASH}`,
      [hash, subAccountId],
    );
    return row ?? null;
  }
}
