import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { SourceEntity } from './source.entity';

/** Id and name of a source. */
export interface Source {
  id: number;
  name: string;
}

/** Sources by id. The default source is under null, and missing until its first use. */
export type KnownSources = ReadonlyMap<number | null, Source>;

/** The source of added reviews that name none. */
const DEFAULT_SOURCE = 'Manual';

@Injectable()
export class SourcesRepository {
  /** Returns the sub account's sources with these ids, and its default source. */
  async among(tx: Tx, subAccountId: number, ids: readonly (number | null)[]): Promise<KnownSources> {
    const sources = await queryRows<Source & { standard: boolean }>(
      tx,
      `select id, name, lower(name) = lower($3) as standard from sources
       where sub_account_id = $1 and (id = any ($2::bigint[]) or lower(name) = lower($3))`,
      [subAccountId, [...new Set(ids)].filter((id) => id !== null), DEFAULT_SOURCE],
    );
    return new Map(
      sources.flatMap(({ id, name, standard }) => {
        const source = { id, name };
        return [[id, source] as const, ...(standard ? [[null, source] as const] : [])];
      }),
    );
  }

  /** Returns the sub account's "Manual" source, and creates it on first use. */
  async default(tx: Tx, tenant: Tenant): Promise<Source> {
    return this.named(tx, tenant, DEFAULT_SOURCE);
  }

  /** Returns the source with this name, in any case, and creates it on first use. */
  async named(tx: Tx, tenant: Tenant, name: string): Promise<Source> {
    return (await this.findByName(tx, tenant, name)) ?? (await this.add(tx, tenant, name));
  }

  /** Returns the source with this name, in any case, and creates it if it is missing. `created` is true if it was. */
  async add(tx: Tx, tenant: Tenant, name: string): Promise<Source & { created: boolean }> {
    const [created] = await queryRows<Source>(
      tx,
      `insert into sources (account_id, sub_account_id, name) values ($1, $2, $3)
       on conflict (sub_account_id, lower(name)) do nothing returning id, name`,
      [tenant.account_id, tenant.sub_account_id, name],
    );
    if (created) return { ...created, created: true };
    return { ...(await this.getByName(tx, tenant, name)), created: false };
  }

  /** Breaks sources_name_idx if another source has the name. */
  async rename(tx: Tx, id: number, name: string): Promise<void> {
    await tx.update(SourceEntity, { id }, { name });
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.delete(SourceEntity, { id });
  }

  /** Returns the source with this name, in any case, which the sub account is known to have. */
  async getByName(tx: Tx, tenant: Tenant, name: string): Promise<Source> {
    return (await this.findByName(tx, tenant, name)) as Source;
  }

  private async findByName(tx: Tx, tenant: Tenant, name: string): Promise<Source | null> {
    const [source] = await queryRows<Source>(
      tx,
      'select id, name from sources where sub_account_id = $1 and lower(name) = lower($2)',
      [tenant.sub_account_id, name],
    );
    return source ?? null;
  }
}
