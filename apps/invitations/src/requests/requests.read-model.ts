import { Injectable } from '@nestjs/common';
import { notFound } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { RequestRow } from './request-rows';

/** Reads single requests. */
@Injectable()
export class RequestsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns a request. Throws 404 unless the sub account has it. */
  async one(subAccountId: number, id: number): Promise<RequestRow> {
    const [row] = await this.database.query<RequestRow>(
      'select * from requests where sub_account_id = $1 and id = $2 and deleted_on is null',
      [subAccountId, id],
    );
    if (!row) throw notFound('invitation request', id);
    return row;
  }
}
