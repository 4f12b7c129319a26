import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';

/** Tag ids by requested name. */
export type TagIds = ReadonlyMap<string, number>;

/** Returns the ids of these names, each once, in ascending order. */
export function idsOf(names: readonly string[], ids: TagIds): number[] {
  return [...new Set(names.map((name) => ids.get(name) as number))].sort((a, b) => a - b);
}

@Injectable()
export class TagsRepository {
  /** Returns the ids of the tags with these names, in any case. Missing tags are created with their first spelling. */
  async idsFor(tx: Tx, tenant: Tenant, names: readonly string[]): Promise<TagIds> {
    const wanted = [...new Set(names)];
    const known = await this.known(tx, tenant, wanted);
    const missing = wanted.filter((name) => !known.has(name));
    if (missing.length === 0) return known;
    await this.create(tx, tenant, missing);
    return new Map([...known, ...(await this.known(tx, tenant, missing))]);
  }

  /** Returns the ids of those of these names that are tags, in any case. */
  async known(tx: Tx, tenant: Tenant, names: readonly string[]): Promise<TagIds> {
    if (names.length === 0) return new Map();
    const rows = await queryRows<{ name: string; id: number }>(
      tx,
      `select wanted.name, tag.id from unnest($2::text[]) as wanted (name)
       join tags tag on tag.sub_account_id = $1 and lower(tag.name) = lower(wanted.name)`,
      [tenant.sub_account_id, names],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /** Inserts in a fixed order, so that two transactions that create the same tags wait for each other and do not deadlock. */
  private async create(tx: Tx, tenant: Tenant, names: readonly string[]): Promise<void> {
    await queryRows(
      tx,
      `insert into tags (account_id, sub_account_id, name)
       select $1, $2, name from (
         select distinct on (lower(name)) name from unnest($3::text[]) with ordinality as wanted (name, place)
         order by lower(name), place
       ) as missing order by lower(name)
       on conflict (sub_account_id, lower(name)) do nothing`,
      [tenant.account_id, tenant.sub_account_id, names],
    );
  }
}
