import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { ProviderSettingsEntity } from './provider-settings.entity';

/** The columns that the endpoints change. */
export type ProviderColumns = Omit<ProviderSettingsEntity, 'account_id' | 'updated_on'>;

const COLUMNS = [
  'ai_provider',
  'ai_base_url',
  'ai_model',
  'ai_key_enc',
  'translate_provider',
  'translate_base_url',
  'translate_region',
  'translate_key_enc',
  'translate_monthly_chars',
] as const satisfies readonly (keyof ProviderColumns)[];

const NAMES = COLUMNS.join(', ');
const SELECT = `select ${NAMES} from provider_settings where account_id = $1`;

@Injectable()
export class ProviderSettingsRepository {
  constructor(private readonly database: Database) {}

  /** Returns null if the account chose nothing. */
  async find(accountId: number): Promise<ProviderColumns | null> {
    const [row] = await this.database.query<ProviderColumns>(SELECT, [accountId]);
    return row ?? null;
  }

  /** The same, and locks the row until the transaction ends. */
  async lock(tx: Tx, accountId: number): Promise<ProviderColumns | null> {
    const [row] = await queryRows<ProviderColumns>(tx, `${SELECT} for update`, [accountId]);
    return row ?? null;
  }

  async save(tx: Tx, accountId: number, columns: ProviderColumns): Promise<void> {
    await queryRows(
      tx,
      `insert into provider_settings (account_id, ${NAMES}, updated_on)
       values ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}, now())
       on conflict (account_id) do update
         set (${NAMES}, updated_on) = row (${COLUMNS.map((name) => `excluded.${name}`).join(', ')}, now())`,
      [accountId, ...COLUMNS.map((name) => columns[name])],
    );
  }

  /** Removes the row of an account that uses the settings of the service again. */
  async delete(tx: Tx, accountId: number): Promise<void> {
    await queryRows(tx, 'delete from provider_settings where account_id = $1', [accountId]);
  }
}
