import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { DeliveryState } from './delivery';

/** How many deliveries of a webhook wait, held ones and ones in flight included. */
@Injectable()
export class PendingReadModel {
  constructor(private readonly database: Database) {}

  async count(webhookId: number): Promise<number> {
    const [row] = await this.database.query<{ pending: number }>(
      `select count(*) as pending from deliveries
       where webhook_id = $1 and state in (${DeliveryState.pending}, ${DeliveryState.leased})`,
      [webhookId],
    );
    return row?.pending ?? 0;
  }
}
