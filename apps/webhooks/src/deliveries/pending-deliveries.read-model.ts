import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { DeliveryState } from './delivery';

@Injectable()
export class PendingDeliveriesReadModel {
  constructor(private readonly database: Database) {}

  /** Returns how many deliveries of a webhook are not finished: waiting, held or in flight. */
  async count(webhookId: number): Promise<number> {
    const [row] = await this.database.query<{ pending: number }>(
      `select count(*) as pending from deliveries
       where webhook_id = $1 and state in (${DeliveryState.pending}, ${DeliveryState.leased})`,
      [webhookId],
    );
    return row?.pending ?? 0;
  }
}
