import { Injectable } from '@nestjs/common';
import { Database, queryRows } from '@plaudit/database';
import { FanOutRepository, type StoredEvent } from '../fan-out/fan-out.repository';
import { attemptParameters, insertAttempts, type LoggedAttempt } from './attempts.sql';

/** Counts test calls and keeps them in the log. */
@Injectable()
export class WebhookTestsRepository {
  constructor(
    private readonly database: Database,
    private readonly events: FanOutRepository,
  ) {}

  /** Counts one test call. Returns false if there were `perMinute` calls within the last minute. */
  async admit(webhookId: number, perMinute: number): Promise<boolean> {
    const admitted = await this.database.query(
      `update webhooks set
         test_calls = case when tested_since > clock_timestamp() - interval '1 minute' then test_calls + 1 else 1 end,
         tested_since = case when tested_since > clock_timestamp() - interval '1 minute' then tested_since
           else clock_timestamp() end
       where id = $1 and (tested_since is null or tested_since <= clock_timestamp() - interval '1 minute'
         or test_calls < $2)
       returning id`,
      [webhookId, perMinute],
    );
    return admitted.length > 0;
  }

  /** Stores the sample event and its only attempt, so that the log can show what was sent. */
  async log(sample: StoredEvent, body: Buffer, attempt: LoggedAttempt): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.events.storeEvent(tx, sample, body);
      await queryRows(tx, insertAttempts(1), attemptParameters([attempt]));
    });
  }
}
