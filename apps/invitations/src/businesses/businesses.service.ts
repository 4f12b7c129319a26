import { Injectable } from '@nestjs/common';
import type { AccountSnapshotPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { AccountEvent } from './business';
import { BusinessesRepository } from './businesses.repository';

/** Keeps the copies of accounts and sub accounts up to date with the events of the gateway. */
@Injectable()
export class BusinessesService {
  constructor(private readonly businesses: BusinessesRepository) {}

  /** Stores the state of the account, and that of the sub account if the event is about one. Older events change nothing. */
  async save(tx: Tx, event: AccountEvent): Promise<void> {
    const { accountid, data } = event;
    await this.businesses.lock(tx, [accountid]);
    if (data.sub_account) await this.businesses.saveOne(tx, event, data.sub_account);
    await this.businesses.saveShared(tx, event);
    // A sub account whose event arrives late gets what newer events said about the account.
    if (data.sub_account) await this.businesses.align(tx, [accountid]);
  }

  async delete(tx: Tx, event: DomainEvent<{ id: number }>): Promise<void> {
    await this.businesses.lock(tx, [event.accountid]);
    await this.businesses.delete(tx, event);
  }

  /** Makes the copies equal to a page of the owner's sub accounts. Newer copies stay. */
  async applySnapshot(tx: Tx, { data }: DomainEvent<AccountSnapshotPayload>): Promise<void> {
    const accountIds = data.records.map(({ account_id }) => account_id);
    await this.businesses.lock(tx, accountIds);
    await this.businesses.applySnapshot(tx, data);
    await this.businesses.align(tx, accountIds);
  }
}
