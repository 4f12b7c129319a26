import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { wireDateSql } from '../reviews/review-json.sql';

/** A source as the API shows it. */
export interface SourceRecord {
  id: number;
  name: string;
  created_on: string;
}

const RECORD = `select id, name, ${wireDateSql('created_on')} as created_on from sources where sub_account_id = $1`;

/** Reads sources as the API shows them. */
@Injectable()
export class SourcesReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the sub account's sources by name. */
  async all(subAccountId: number): Promise<SourceRecord[]> {
    return this.database.query<SourceRecord>(`${RECORD} order by lower(name)`, [subAccountId]);
  }

  /** Returns a source that the sub account is known to have. */
  async one(subAccountId: number, id: number, tx: Tx | null = null): Promise<SourceRecord> {
    const one = `${RECORD} and id = $2`;
    const values = [subAccountId, id];
    const [source] = tx
      ? await queryRows<SourceRecord>(tx, one, values)
      : await this.database.query<SourceRecord>(one, values);
    return source as SourceRecord;
  }
}
