import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { type Session, sessionState } from '../sessions/session';
import { hasWorkingKey } from '../sessions/working-key';

/** A session, and the sub account in which its user wants to hear events. */
export interface WantedAccess {
  /** As hexadecimal text. */
  sessionHash: string;
  subAccountId: number;
}

/** That the session is valid and its user may enter the sub account. */
export interface GrantedAccess {
  /** True for a user of the whole account. */
  whole: boolean;
}

type Row = GrantedAccess & Pick<Session, 'last_seen_on' | 'expires_on' | 'remembered'> & { place: number };

/** Answers who may hear events now. */
@Injectable()
export class OpenSessionsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns for each wanted access what is granted, or null if the session has ended or the user may not enter. */
  async granted(wanted: readonly WantedAccess[], now: Date): Promise<(GrantedAccess | null)[]> {
    const rows = await this.database.query<Row>(
      `select wanted.place::int as place, cardinality(u.sub_accounts) = 0 as whole, s.last_seen_on, s.expires_on,
              s.remembered
         from unnest($1::text[], $2::bigint[]) with ordinality as wanted (hash, sub_account_id, place)
         join sessions s on s.hash = decode(wanted.hash, 'hex')
         join users u on u.id = s.user_id
         join accounts a on a.id = u.account_id
         join sub_accounts sub on sub.id = wanted.sub_account_id and sub.account_id = u.account_id
        where sub.deleted_at is null
          and (cardinality(u.sub_accounts) = 0 or sub.id = any (u.sub_accounts))
          and not (a.require_two_factor and u.role = 'admin' and u.two_factor_on is null)
          and ${hasWorkingKey('s.key_id')}`,
      [wanted.map(({ sessionHash }) => sessionHash), wanted.map(({ subAccountId }) => subAccountId)],
    );
    const valid = rows.filter((row) => sessionState(row, now) !== 'expired');
    const granted = new Map(valid.map(({ place, whole }) => [place, { whole }]));
    return wanted.map((_one, at) => granted.get(at + 1) ?? null);
  }
}
