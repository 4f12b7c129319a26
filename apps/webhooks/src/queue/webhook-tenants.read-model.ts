import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

export interface WebhookTenant {
  id: number;
  account_id: number;
  /** 0 if the webhook belongs to the whole account. */
  sub_account_id: number;
}

@Injectable()
export class WebhookTenantsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns to whom these webhooks belong. */
  of(ids: readonly number[]): Promise<WebhookTenant[]> {
    return this.database.queryWithin<WebhookTenant>(
      'background',
      'select id, account_id, coalesce(owner_sub_account_id, 0) as sub_account_id from webhooks where id = any($1)',
      [ids],
    );
  }
}
