import { Injectable } from '@nestjs/common';
import type { Maker } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { ProviderSettingsEntity } from './provider-settings.entity';

/** The columns that the endpoints change. */
export type ProviderColumns = Omit<ProviderSettingsEntity, 'account_id' | 'updated_on'>;

const COLUMNS = [
  'ai_provider',
  'ai_base_url',
  'ai_model',
  'ai_key_enc',
  'ai_maker',
  'ai_paused_on',
  'translate_provider',
  'translate_base_url',
  'translate_region',
  'translate_key_enc',
  'translate_maker',
  'translate_paused_on',
  'translate_monthly_chars',
] as const satisfies readonly (keyof ProviderColumns)[];

const NAMES = COLUMNS.join(', ');

@Injectable()
export class ProviderSettingsRepository {
  constructor(private readonly database: Database) {}

  /** Returns null if the account chose nothing. */
  async find(accountId: number): Promise<ProviderColumns | null> {
    const [row] = await this.database.query<ProviderColumns>(
      `select ${NAMES} from provider_settings where account_id = $1`,
      [accountId],
    );
    return row ?? null;
  }

  /**
   * Returns what the account chose, and locks it until the transaction ends. An account that chose nothing gets a row of nulls, which
   * the caller saves or deletes, so that two first changes wait for each other.
   */
  async lock(tx: Tx, accountId: number): Promise<ProviderColumns> {
    const [row] = await queryRows<ProviderColumns>(
      tx,
      `insert into provider_settings as stored (account_id) values ($1)
       on conflict (account_id) do update set updated_on = stored.updated_on returning ${NAMES}`,
      [accountId],
    );
    return row as ProviderColumns;
  }

  /** Replaces the row that {@link lock} has locked. */
  async save(tx: Tx, accountId: number, columns: ProviderColumns): Promise<void> {
    await queryRows(
      tx,
      `update provider_settings
       set (${NAMES}, updated_on) = row (${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}, now())
       where account_id = $1`,
      [accountId, ...COLUMNS.map((name) => columns[name])],
    );
  }

  /** Removes the row of an account that uses the settings of the service again. */
  async delete(tx: Tx, accountId: number): Promise<void> {
    await tx.delete(ProviderSettingsEntity, { account_id: accountId });
  }

  /** Pauses the parts that this key or user chose. Returns null if it chose none that is not paused. */
  async pauseMadeBy(
    tx: Tx,
    accountId: number,
    maker: Pick<Maker, 'type' | 'id'>,
  ): Promise<PausedParts | null> {
    const [row] = await queryRows<ProviderColumns>(
      tx,
      `select ${NAMES} from provider_settings where account_id = $1 for update`,
      [accountId],
    );
    if (!row) return null;
    const isMaker = (made: Maker | null): boolean => made?.type === maker.type && made.id === maker.id;
    const ai = isMaker(row.ai_maker) && row.ai_paused_on === null;
    const translation = isMaker(row.translate_maker) && row.translate_paused_on === null;
    if (!ai && !translation) return null;
    const [paused] = await queryRows<{ now: Date }>(
      tx,
      `update provider_settings
       set ai_paused_on = case when $2 then clock_timestamp() else ai_paused_on end,
         translate_paused_on = case when $3 then clock_timestamp() else translate_paused_on end
       where account_id = $1 returning clock_timestamp() as now`,
      [accountId, ai, translation],
    );
    return { row, ai, translation, pausedOn: paused!.now };
  }
}

/** Which parts of the settings of an account were paused. */
export interface PausedParts {
  row: ProviderColumns;
  ai: boolean;
  translation: boolean;
  pausedOn: Date;
}
