import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { AccountApps } from '../../apps/apps.repository';
import type { Session } from '../../sessions/session';

/** A sub account in which a user can connect an app. */
export interface ConnectableSubAccount {
  id: number;
  name: string;
  main: boolean;
}

/** What the page of a consent shows about the signed-in user and the account. */
export interface ConsentFacts extends AccountApps {
  company_name: string;
  user_name: string | null;
  /** When the key of the user's sign-in link expires. Null if it does not, or without a link. */
  end: Date | null;
  /** At most 1,000, the main one first. A user of single sub accounts cannot act for the whole account, so not in the main one. */
  sub_accounts: ConnectableSubAccount[];
}

const MAX_SUB_ACCOUNTS = 1_000;

@Injectable()
export class ConsentOffersReadModel {
  constructor(private readonly database: Database) {}

  /** Returns null if the user was deleted. */
  async find({ user_id, key_id }: Session): Promise<ConsentFacts | null> {
    const [row] = await this.database.query<ConsentFacts>(
      `select a.company_name, a.oauth_policy as policy, a.oauth_allowed_apps as allowed_apps, u.name as user_name,
              (select k.expires_on from keys k where k.id = $2) as "end",
              coalesce((select json_agg(json_build_object('id', mine.id, 'name', mine.name, 'main', mine.main)) from (
                select s.id, s.name, s.main from sub_accounts s
                 where s.account_id = a.id and s.deleted_at is null
                   and (u.sub_accounts = '{}' or (not s.main and s.id = any (u.sub_accounts)))
                 order by s.main desc, s.id limit ${MAX_SUB_ACCOUNTS}) as mine), '[]') as sub_accounts
         from users u join accounts a on a.id = u.account_id where u.id = $1`,
      [user_id, key_id],
    );
    return row ?? null;
  }
}
