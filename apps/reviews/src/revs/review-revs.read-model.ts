import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

@Injectable()
export class ReviewRevsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the rev of each of these sub accounts, in their order; 0 before the first review. */
  async of(subAccountIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ sub_account_id: number; rev: number }>(
      'select sub_account_id, rev from review_revs where sub_account_id = any ($1)',
      [subAccountIds],
    );
    const revs = new Map(rows.map(({ sub_account_id, rev }) => [sub_account_id, rev]));
    return subAccountIds.map((id) => revs.get(id) ?? 0);
  }
}
