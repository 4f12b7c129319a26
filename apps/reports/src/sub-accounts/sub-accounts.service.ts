import { Injectable, Logger } from '@nestjs/common';
import { ApiError, MAX_IDS, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { EnvError, UnknownIdsClient } from '@plaudit/runtime';
import { DayCountsService } from '../days/day-counts.service';
import { type AccountZone, type ReportSettings, SubAccountsRepository } from './sub-accounts.repository';
import { canonicalTimezone } from './timezone';

export type { AccountZone };

/** What a sub account chose for its reports, and whether it still exists. */
@Injectable()
export class SubAccountsService {
  /** Zones that Postgres knows. To find one of them it reads the files of all. */
  private readonly known = new Set<string>();
  private readonly logger = new Logger(SubAccountsService.name);

  constructor(
    private readonly database: Database,
    private readonly subAccounts: SubAccountsRepository,
    private readonly days: DayCountsService,
    private readonly unknownIds: UnknownIdsClient,
  ) {}

  /** Throws EnvError if Postgres does not know REPORT_TIMEZONE: every event of a review would fail. */
  async onModuleInit(): Promise<void> {
    const { defaultTimezone } = this.subAccounts;
    if (await this.subAccounts.knowsTimezone(defaultTimezone)) return;
    throw new EnvError('reports', [
      `REPORT_TIMEZONE must be a time zone that Postgres knows, such as Europe/Berlin or UTC; it does not know "${defaultTimezone}"`,
    ]);
  }

  async settings(tenant: Tenant): Promise<ReportSettings> {
    return this.subAccounts.timezones(tenant);
  }

  /** Sets the zone of the sub account, null for that of its account, and counts its days again. The days and the zone change together. */
  async changeTimezone(tenant: Tenant, timezone: string | null): Promise<ReportSettings> {
    const wanted = timezone === null ? null : await this.knownTimezone(timezone);
    await this.database.transaction(async (tx) => {
      await this.subAccounts.lock(tx, [tenant]);
      const zones = await this.subAccounts.setTimezone(tx, tenant, wanted);
      if (zones.counted_timezone !== (zones.timezone ?? this.subAccounts.defaultTimezone)) {
        await this.days.recount(tx, zones);
      }
    });
    return this.subAccounts.timezones(tenant);
  }

  /**
   * Closes those of these sub accounts, or of all of the account for null, that were deleted before reports could hear of it. Asks the
   * gateway once about each sub account that only a snapshot told of. Throws 503 `upstream_unavailable`.
   */
  async confirm(accountId: number, ids: readonly number[] | null): Promise<void> {
    let asked: number[];
    do {
      asked = await this.subAccounts.unconfirmed(accountId, ids);
      if (asked.length === 0) return;
      const unknown = await this.unknownIds.subAccounts(asked);
      await this.subAccounts.confirm(accountId, asked, unknown);
    } while (asked.length === MAX_IDS);
  }

  /** Takes the figures of a deleted sub account out of the reports of its account. */
  async close(tx: Tx, tenant: Tenant): Promise<void> {
    await this.subAccounts.lock(tx, [tenant]);
    await this.subAccounts.close(tx, tenant);
  }

  /**
   * Returns the zones of accounts with null for each that Postgres does not know, because it would fail every event of a review. Call it
   * before the transaction: it reads on a connection of its own.
   */
  async countableZones(zones: readonly AccountZone[]): Promise<AccountZone[]> {
    const countable: AccountZone[] = [];
    for (const zone of zones) countable.push({ ...zone, timezone: await this.countableZone(zone.timezone) });
    return countable;
  }

  /** Stores the zones of accounts, which {@link countableZones} returned. A worker counts the days of their sub accounts again. */
  async saveAccountZones(tx: Tx, zones: readonly AccountZone[]): Promise<void> {
    for (const zone of zones) await this.subAccounts.saveAccountZone(tx, zone);
  }

  private async countableZone(name: string | null): Promise<string | null> {
    if (name === null) return null;
    const timezone = canonicalTimezone(name);
    if (this.known.has(timezone)) return timezone;
    if (await this.subAccounts.knowsTimezone(timezone)) {
      this.known.add(timezone);
      return timezone;
    }
    const message = 'Ignored the time zone of an account because Postgres does not know it';
    this.logger.warn({ message, timezone });
    return null;
  }

  private async knownTimezone(name: string): Promise<string> {
    const timezone = canonicalTimezone(name);
    if (await this.subAccounts.knowsTimezone(timezone)) return timezone;
    const message = `timezone must be one that the database knows, such as Europe/Berlin or UTC; it does not know "${name}".`;
    throw new ApiError('invalid_value', message, { field: 'timezone' });
  }
}
