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
  async one(tx: Tx, subAccountId: number, id: number): Promise<SourceRecord> {
    const [source] = await queryRows<SourceRecord>(tx, `${RECORD} and id = $2`, [subAccountId, id]);
    return source as SourceRecord;
  }
}
