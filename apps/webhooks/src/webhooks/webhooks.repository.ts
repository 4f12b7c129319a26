import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { type FindOptionsWhere, IsNull } from 'typeorm';
import { HealthEntity } from './health.entity';
import { ownerOf, type WebhookCaller } from './webhook-rules';
import { WebhookEntity } from './webhook.entity';

@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  /** Returns the webhooks that the caller sees, oldest first. */
  list(caller: WebhookCaller): Promise<WebhookEntity[]> {
    return this.database.read((manager) =>
      manager.find(WebhookEntity, { where: visibleTo(caller), order: { id: 'ASC' } }),
    );
  }

  find(caller: WebhookCaller, id: number): Promise<WebhookEntity | null> {
    return this.database.read((manager) => manager.findOneBy(WebhookEntity, { ...visibleTo(caller), id }));
  }

  /** Locks the webhook until the transaction ends. */
  findForUpdate(tx: Tx, caller: WebhookCaller, id: number): Promise<WebhookEntity | null> {
    return tx.findOne(WebhookEntity, {
      where: { ...visibleTo(caller), id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns all webhooks of an account, oldest first, and locks them until the transaction ends. */
  findAllForUpdate(tx: Tx, accountId: number): Promise<WebhookEntity[]> {
    return tx.find(WebhookEntity, {
      where: { account_id: accountId, deleted_on: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Returns the webhooks of the tenant's account that subscribe to the event, paused ones included. Returns none if the
   * tenant's sub account was deleted.
   */
  subscribers(tx: Tx, { account_id, sub_account_id }: Tenant, event: string): Promise<WebhookEntity[]> {
    return tx
      .createQueryBuilder(WebhookEntity, 'webhook')
      .where('webhook.account_id = :account_id and webhook.deleted_on is null', { account_id })
      .andWhere('webhook.events @> array[:event]::text[]', { event })
      .andWhere('not exists (select from closed_sub_accounts where sub_account_id = :sub_account_id)', {
        sub_account_id,
      })
      .orderBy('webhook.id')
      .getMany();
  }

  /** Returns the health of these webhooks by id. A webhook that has never been sent anything has no entry. */
  async healthOf(ids: readonly number[]): Promise<Map<number, HealthEntity>> {
    const rows = await this.database.read((manager) =>
      manager
        .createQueryBuilder(HealthEntity, 'health')
        .where('health.webhook_id = any(:ids)', { ids })
        .getMany(),
    );
    return new Map(rows.map((row) => [row.webhook_id, row]));
  }

  /**
   * Serialises changes to the webhooks of one account, so that concurrent requests cannot pass the limit or add a URL
   * twice.
   */
  async lockAccount(tx: Tx, accountId: number): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('webhooks:' || $1, 0))", [
      String(accountId),
    ]);
  }

  /** Returns how many webhooks count towards the plan. */
  async count(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(
      tx,
      `select count(*) as used from webhooks where account_id = $1 and deleted_on is null
         and not exists (select from closed_sub_accounts where sub_account_id = owner_sub_account_id)`,
      [accountId],
    );
    return row?.used ?? 0;
  }

  /** Records that the sub account was deleted. */
  async closeSubAccount(tx: Tx, subAccountId: number): Promise<void> {
    await tx.query('insert into closed_sub_accounts (sub_account_id) values ($1) on conflict do nothing', [
      subAccountId,
    ]);
  }

  /** Returns the id of another webhook of the same owner with the same URL, or null. */
  async findDuplicate(tx: Tx, webhook: WebhookEntity): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `select id from webhooks
       where account_id = $1 and coalesce(owner_sub_account_id, 0) = coalesce($2, 0) and url = $3
         and deleted_on is null and id is distinct from $4`,
      [webhook.account_id, webhook.owner_sub_account_id, webhook.url, webhook.id ?? null],
    );
    return row?.id ?? null;
  }

  save(tx: Tx, webhook: WebhookEntity): Promise<WebhookEntity> {
    return tx.save(WebhookEntity, webhook);
  }
}

function visibleTo(caller: WebhookCaller): FindOptionsWhere<WebhookEntity> {
  const account = { account_id: caller.account_id, deleted_on: IsNull() };
  const owner = ownerOf(caller);
  return owner === null ? account : { ...account, owner_sub_account_id: owner };
}
