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
    await this.businesses.saveAccount(tx, event);
    if (event.data.sub_account) await this.businesses.saveOne(tx, event, event.data.sub_account);
  }

  async delete(tx: Tx, event: DomainEvent<{ id: number }>): Promise<void> {
    await this.businesses.delete(tx, event);
  }

  /** Makes the copies equal to a page of the owner's sub accounts. Newer copies stay. */
  async applySnapshot(tx: Tx, { data }: DomainEvent<AccountSnapshotPayload>): Promise<void> {
    await this.businesses.applySnapshot(tx, data);
  }
}
