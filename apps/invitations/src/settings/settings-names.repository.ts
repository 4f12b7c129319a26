import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

/** The names of settings profiles, for events. */
@Injectable()
export class SettingsNamesRepository {
  /** Returns the names of these profiles by id, also of deleted ones. */
  async namesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await queryRows<{ id: number; name: string }>(
      tx,
      'select id, name from settings_profiles where id = any ($1::bigint[])',
      [[...new Set(ids)]],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
