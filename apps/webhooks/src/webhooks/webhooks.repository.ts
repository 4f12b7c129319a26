import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { type FindOptionsWhere, IsNull } from 'typeorm';
import { HealthEntity } from './health.entity';
import { WebhookEntity } from './webhook.entity';
import type { WebhookScope } from './webhook-scope';

@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  list(scope: WebhookScope): Promise<WebhookEntity[]> {
    return this.database.dataSource.manager.find(WebhookEntity, {
      where: visible(scope),
      order: { id: 'ASC' },
    });
  }

  find(scope: WebhookScope, id: number): Promise<WebhookEntity | null> {
    return this.database.dataSource.manager.findOneBy(WebhookEntity, { ...visible(scope), id });
  }

  /** Locked until the transaction ends. */
  findForUpdate(tx: Tx, scope: WebhookScope, id: number): Promise<WebhookEntity | null> {
    return tx.findOne(WebhookEntity, {
      where: { ...visible(scope), id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** All of an account, oldest first, locked until the transaction ends. */
  findAllForUpdate(tx: Tx, accountId: number): Promise<WebhookEntity[]> {
    return tx.find(WebhookEntity, {
      where: { accountId, deletedOn: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Those of an account that subscribe to an event, paused ones too; nobody hears of a sub account that was deleted.
   */
  subscribers(tx: Tx, accountId: number, subAccountId: number, event: string): Promise<WebhookEntity[]> {
    return tx
      .createQueryBuilder(WebhookEntity, 'webhook')
      .where('webhook.accountId = :accountId and webhook.deletedOn is null', { accountId })
      .andWhere('webhook.events @> array[:event]::text[]', { event })
      .andWhere('not exists (select from closed_sub_accounts where sub_account_id = :subAccountId)', {
        subAccountId,
      })
      .orderBy('webhook.id')
      .getMany();
  }

  async healthOf(ids: readonly number[]): Promise<Map<number, HealthEntity>> {
    const rows = await this.database.dataSource
      .createQueryBuilder(HealthEntity, 'health')
      .where('health.webhookId = any(:ids)', { ids })
      .getMany();
    return new Map(rows.map((row) => [row.webhookId, row]));
  }

  /** Adds of one account wait for each other, so that neither limit nor uniqueness can be raced. */
  async lockAccount(tx: Tx, accountId: number): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('webhooks:' || $1, 0))", [
      String(accountId),
    ]);
  }

  /** Those that count against the plan. */
  async count(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(
      tx,
      `select count(*) as used from webhooks where account_id = $1 and deleted_on is null
         and not exists (select from closed_sub_accounts where sub_account_id = owner_sub_account_id)`,
      [accountId],
    );
    return row?.used ?? 0;
  }

  async closeSubAccount(tx: Tx, subAccountId: number): Promise<void> {
    await tx.query('insert into closed_sub_accounts (sub_account_id) values ($1) on conflict do nothing', [
      subAccountId,
    ]);
  }

  /** Another live webhook of the same owner with this url. */
  async findDuplicate(tx: Tx, webhook: WebhookEntity): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `select id from webhooks
       where account_id = $1 and coalesce(owner_sub_account_id, 0) = coalesce($2, 0) and url = $3
         and deleted_on is null and id is distinct from $4`,
      [webhook.accountId, webhook.ownerSubAccountId, webhook.url, webhook.id ?? null],
    );
    return row?.id ?? null;
  }

  save(tx: Tx, webhook: WebhookEntity): Promise<WebhookEntity> {
    return tx.save(WebhookEntity, webhook);
  }

  /** Counts one test call; false when there were ten within the last minute. */
  async admitTest(id: number, perMinute: number): Promise<boolean> {
    const admitted = await this.database.query(
      `update webhooks set
         test_calls = case when tested_since > clock_timestamp() - interval '1 minute' then test_calls + 1 else 1 end,
         tested_since = case when tested_since > clock_timestamp() - interval '1 minute' then tested_since
           else clock_timestamp() end
       where id = $1 and (tested_since is null or tested_since <= clock_timestamp() - interval '1 minute'
         or test_calls < $2)
       returning id`,
      [id, perMinute],
    );
    return admitted.length > 0;
  }
}

function visible(scope: WebhookScope): FindOptionsWhere<WebhookEntity> {
  const account = { accountId: scope.accountId, deletedOn: IsNull() };
  if (scope.ownerSubAccountId === null) return account;
  return { ...account, ownerSubAccountId: scope.ownerSubAccountId };
}
