import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Owner } from '../widgets/widget';

const BUMP = `insert into rev (account_id, sub_account_id, rev) values ($1, $2, 1)
  on conflict (account_id, sub_account_id) do update set rev = rev.rev + 1 returning rev`;

/** One counter per sub account: what a cached page was made from is current as long as it stands still. */
@Injectable()
export class ContentRevsRepository {
  constructor(private readonly database: Database) {}

  async bump(owner: Owner): Promise<number> {
    const [row] = await this.database.query<{ rev: number }>(BUMP, [owner.account_id, owner.sub_account_id]);
    return row?.rev ?? 0;
  }

  /** {@link bump} together with the change that it announces. */
  async bumpWithin(tx: Tx, owner: Owner): Promise<void> {
    await queryRows(tx, BUMP, [owner.account_id, owner.sub_account_id]);
  }
}
