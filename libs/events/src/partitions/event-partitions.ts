import { Logger } from '@nestjs/common';
import { type Database, queryRows } from '@plaudit/database';
import { DailyPartitions, type PartitionAccess } from './daily-partitions';
import { INBOX, OUTBOX_SENT } from './partitioned-table';

/** Maintains the partitions of `outbox_sent` and `inbox` of one service. Call it often; mostly it has nothing to do. */
export class EventPartitions {
  private readonly logger = new Logger(EventPartitions.name);
  private readonly tables: readonly DailyPartitions[];
  private hadProblems = false;

  constructor(database: Database) {
    const access: PartitionAccess = {
      query: (sql, parameters) => database.query(sql, parameters),
      inTransaction: (work) =>
        database.transaction((tx) => work((sql, parameters) => queryRows(tx, sql, parameters)), 'background'),
    };
    this.tables = [OUTBOX_SENT, INBOX].map((table) => new DailyPartitions(table, access));
  }

  /**
   * Creates the partitions of the next days and drops the expired ones. Never waits long for a lock. Returns the
   * problems, which the next call tries to solve. Logs the first of them until a call has none.
   */
  async maintain(): Promise<string[]> {
    const problems: string[] = [];
    for (const table of this.tables) problems.push(...(await table.maintain()));
    if (problems.length > 0 && !this.hadProblems) {
      this.logger.warn({ message: 'Could not maintain all partitions; trying again later', problems });
    }
    this.hadProblems = problems.length > 0;
    return problems;
  }
}
