import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { AttemptFilter, AttemptRow } from './attempt-log';
import { attemptPage, ONE_ATTEMPT } from './attempt-log.sql';
import type { AttemptWithBody } from './attempt-response';

/** Reads the log of attempts, each with the current state of its delivery. */
@Injectable()
export class AttemptsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the newest attempts that the filter admits, newest first. */
  page(filter: AttemptFilter): Promise<AttemptRow[]> {
    const { sql, parameters } = attemptPage(filter);
    return this.database.query<AttemptRow>(sql, parameters);
  }

  async find(id: number): Promise<AttemptWithBody | null> {
    const [row] = await this.database.query<AttemptWithBody>(ONE_ATTEMPT, [id]);
    return row ?? null;
  }
}
