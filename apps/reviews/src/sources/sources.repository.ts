import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { Tenant } from '../tags/tags.repository';

/** A source as its reviews name it. */
export interface Source {
  id: number;
  name: string;
}

/** Sources by id; null is the default one, which is missing until its first use. */
export type KnownSources = ReadonlyMap<number | null, Source>;

/** Where reviews of the API belong when they name no source. */
const DEFAULT_SOURCE = 'Manual';

@Injectable()
export class SourcesRepository {
  /** Those of the sub account with these ids (null for the default one). */
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

  /** The sub account's "Manual" source, made at its first use. */
  async default(tx: Tx, tenant: Tenant): Promise<Source> {
    return (
      (await this.findByName(tx, tenant, DEFAULT_SOURCE)) ?? (await this.add(tx, tenant, DEFAULT_SOURCE))
    );
  }

  /** The source of this name, in any case; made unless it is there. `made` says which. */
  async add(tx: Tx, tenant: Tenant, name: string): Promise<Source & { made: boolean }> {
    const [made] = await queryRows<Source>(
      tx,
      `insert into sources (account_id, sub_account_id, name) values ($1, $2, $3)
       on conflict (sub_account_id, lower(name)) do nothing returning id, name`,
      [tenant.accountId, tenant.subAccountId, name],
    );
    if (made) return { ...made, made: true };
    return { ...((await this.findByName(tx, tenant, name)) as Source), made: false };
  }

  private async findByName(tx: Tx, tenant: Tenant, name: string): Promise<Source | null> {
    const [source] = await queryRows<Source>(
      tx,
      'select id, name from sources where sub_account_id = $1 and lower(name) = lower($2)',
      [tenant.subAccountId, name],
    );
    return source ?? null;
  }
}
