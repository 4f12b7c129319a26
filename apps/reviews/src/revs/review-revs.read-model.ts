import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

interface RevRow {
  sub_account_id: number;
  rev: number;
}

@Injectable()
export class ReviewRevsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the rev of each of these sub accounts in their order, and 0 for one without reviews. */
  async list(subAccountIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<RevRow>(
      'select sub_account_id, rev from review_revs where sub_account_id = any ($1)',
      [subAccountIds],
      'list-review-revs',
    );
    const revs = new Map(rows.map(({ sub_account_id, rev }) => [sub_account_id, rev]));
    return subAccountIds.map((id) => revs.get(id) ?? 0);
  }
}
