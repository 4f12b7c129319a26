import { Controller } from '@nestjs/common';
import {
  accountChanged,
  type AccountChangedPayload,
  accountSnapshot,
  type AccountSnapshotPayload,
  type DomainEvent,
} from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { DayRecountsService } from '../days/day-recounts.service';
import { type AccountZone, SubAccountsService } from '../sub-accounts/sub-accounts.service';

/** Handles account.changed and account.snapshot, of which reports keep the time zone of the account. */
@Controller()
export class OnAccountZone {
  constructor(
    private readonly inbox: Inbox,
    private readonly subAccounts: SubAccountsService,
    private readonly days: DayRecountsService,
  ) {}

  @OnEvent(accountChanged, 'id')
  async changed(event: DomainEvent<Pick<AccountChangedPayload, 'id' | 'time_zone'>>): Promise<void> {
    const { accountid: account_id, aggregateversion: version, data } = event;
    await this.save(event, [{ account_id, version, timezone: data.time_zone ?? null }]);
  }

  @OnEvent(accountSnapshot, 'after', 'through', 'begun_on', 'records')
  async snapshot(event: DomainEvent<AccountSnapshotPayload>): Promise<void> {
    const zones = event.data.records.map(({ account_id, version, time_zone }) => ({
      account_id,
      version,
      timezone: time_zone ?? null,
    }));
    await this.save(event, zones);
  }

  private async save(event: DomainEvent, zones: readonly AccountZone[]): Promise<void> {
    const countable = await this.subAccounts.countableZones(zones);
    await this.inbox.once(event, 'OnAccountZone', async (tx) => {
      await this.subAccounts.saveAccountZones(tx, countable);
      this.days.recountAfter(tx);
    });
  }
}
