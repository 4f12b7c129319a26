import { Injectable } from '@nestjs/common';
import { notFound, type Tenant, tenantOf } from '@plaudit/contracts';
import { insertedId, queryRows, type Tx } from '@plaudit/database';
import { TagEntity } from './tag.entity';

/** Id and name of a tag. */
export interface Tag {
  id: number;
  name: string;
}

/** Tag ids by requested name. */
export type TagIds = ReadonlyMap<string, number>;

/** Returns the ids of these names, each once, in ascending order. */
export function idsOf(names: readonly string[], ids: TagIds): number[] {
  return [...new Set(names.map((name) => ids.get(name) as number))].sort((a, b) => a - b);
}

@Injectable()
export class TagsRepository {
  /**
   * Returns the ids of the tags with these names, in any case. Missing tags are created with their first spelling. Nobody
   * deletes the tags before the transaction ends. Call it after locking reviews: every writer locks in this order.
   */
  async idsFor(tx: Tx, tenant: Tenant, names: readonly string[]): Promise<TagIds> {
    const wanted = [...new Set(names)];
    const known = await this.known(tx, tenant, wanted, 'for key share of tag');
    const missing = wanted.filter((name) => !known.has(name));
    if (missing.length === 0) return known;
    await this.create(tx, tenant, missing);
    return new Map([...known, ...(await this.known(tx, tenant, missing, 'for key share of tag'))]);
  }

  /** Returns the ids of those of these names that are tags, in any case. */
  async known(tx: Tx, tenant: Tenant, names: readonly string[], lock = ''): Promise<TagIds> {
    if (names.length === 0) return new Map();
    const rows = await queryRows<{ name: string; id: number }>(
      tx,
      `select wanted.name, tag.id from unnest($2::text[]) as wanted (name)
       join tags tag on tag.sub_account_id = $1 and lower(tag.name) = lower(wanted.name) order by tag.id ${lock}`,
      [tenant.sub_account_id, names],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /** Creates a tag and returns its id. Breaks tags_name_idx if the name is taken. */
  async add(tx: Tx, tenant: Tenant, name: string): Promise<number> {
    return insertedId(await tx.insert(TagEntity, { ...tenantOf(tenant), name }));
  }

  /**
   * Locks these tags until the transaction ends and returns them by id: no review can get them meanwhile. Throws 404 unless the
   * sub account has all of them and none is being merged.
   */
  async getForUpdate(tx: Tx, subAccountId: number, ids: readonly number[]): Promise<Tag[]> {
    const tags = await queryRows<Tag>(
      tx,
      'select id, name from tags where sub_account_id = $1 and id = any ($2::bigint[]) order by id for update',
      [subAccountId, ids],
    );
    const merging = await queryRows<{ id: number }>(
      tx,
      `select subject_id as id from relabellings
       where sub_account_id = $1 and noun = 'tag' and into_id is not null and subject_id = any ($2::bigint[])`,
      [subAccountId, ids],
    );
    const gone = new Set(merging.map(({ id }) => id));
    const found = tags.filter(({ id }) => !gone.has(id));
    const missing = ids.find((id) => !found.some((tag) => tag.id === id));
    if (missing !== undefined) throw notFound('tag', missing);
    return found;
  }

  /** Breaks tags_name_idx if the name is taken. The caller holds the lock of the tag. */
  async rename(tx: Tx, id: number, name: string): Promise<void> {
    await tx.update(TagEntity, { id }, { name });
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.delete(TagEntity, { id });
  }

  /** Deletes a tag that no review has any more. Returns false if a review has it. */
  async deleteUnused(tx: Tx, id: number): Promise<boolean> {
    // Waits for those who give the tag to a review. The next statement sees their reviews.
    await queryRows(tx, 'select from tags where id = $1 for update', [id]);
    await queryRows(
      tx,
      `delete from tags where id = $1 and not exists (
         select from review_tags where review_tags.sub_account_id = tags.sub_account_id and tag_id = $1)`,
      [id],
    );
    return !(await tx.existsBy(TagEntity, { id }));
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
