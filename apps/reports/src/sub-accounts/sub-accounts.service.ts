import { Injectable } from '@nestjs/common';
import { ApiError, MAX_IDS, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { EnvError, UnknownIdsClient } from '@plaudit/runtime';
import { DayCountsService } from '../days/day-counts.service';
import { SubAccountsRepository } from './sub-accounts.repository';
import { canonicalTimezone } from './timezone';

export interface ReportSettings {
  /** Null if the sub account chose none. */
  timezone: string | null;
  default_timezone: string;
}

/** What a sub account chose for its reports, and whether it still exists. */
@Injectable()
export class SubAccountsService {
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
    return this.withDefault(await this.subAccounts.timezone(tenant));
  }

  /** Sets the zone of the sub account, null for the default one, and counts its days again. The days and the zone change together. */
  async changeTimezone(tenant: Tenant, timezone: string | null): Promise<ReportSettings> {
    const wanted = timezone === null ? null : await this.knownTimezone(timezone);
    await this.database.transaction(async (tx) => {
      await this.subAccounts.lock(tx, [tenant]);
      const zones = await this.subAccounts.setTimezone(tx, tenant, wanted);
      if (zones.counted_timezone !== (wanted ?? this.subAccounts.defaultTimezone)) {
        await this.days.recount(tx, zones);
      }
    });
    return this.withDefault(wanted);
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

  private async knownTimezone(name: string): Promise<string> {
    const timezone = canonicalTimezone(name);
    if (await this.subAccounts.knowsTimezone(timezone)) return timezone;
    const message = `timezone must be one that the database knows, such as Europe/Berlin or UTC; it does not know "${name}".`;
    throw new ApiError('invalid_value', message, { field: 'timezone' });
  }

  private withDefault(timezone: string | null): ReportSettings {
    return { timezone, default_timezone: this.subAccounts.defaultTimezone };
  }
}
