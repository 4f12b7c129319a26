import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { Language } from '../users/languages';

/** What the dashboard shows about a signed-in user, beside the session itself. */
export interface SessionInfo {
  name: string | null;
  language: Language | null;
  time_zone: string | null;
  company_name: string;
  api_enabled: boolean;
  /** The main sub account, or the oldest one that the user may enter. Null if the user may enter none. */
  first_sub_account_id: number | null;
  /** How many sub accounts the user may enter. */
  sub_accounts: number;
}

@Injectable()
export class SessionInfoReadModel {
  constructor(private readonly database: Database) {}

  /** Returns null if the user was deleted. */
  async find(userId: number): Promise<SessionInfo | null> {
    const [row] = await this.database.query<SessionInfo>(
      `select u.name, u.language, u.time_zone, a.company_name, a.api_enabled, mine.*
         from users u join accounts a on a.id = u.account_id
           cross join lateral (
             select coalesce(min(s.id) filter (where s.main), min(s.id)) as first_sub_account_id,
                    count(*)::int as sub_accounts
               from sub_accounts s
              where s.account_id = u.account_id and s.deleted_at is null
                and (u.sub_accounts = '{}' or s.id = any (u.sub_accounts))) as mine
        where u.id = $1`,
      [userId],
    );
    return row ?? null;
  }
}
