import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { type Creation, Database, isUniqueViolation, type Tx } from '@plaudit/database';
import { RelabellingsRepository } from '../relabellings/relabellings.repository';
import { FollowUpService } from '../relabellings/follow-up.service';
import { type CountedTag, type NamedTag, TagsReadModel } from './tags.read-model';
import { TagsRepository } from './tags.repository';

/** Adds, renames, merges and deletes the tags of a sub account. Reviews follow in batches, the first ones at once. */
@Injectable()
export class TagsService {
  constructor(
    private readonly database: Database,
    private readonly tags: TagsRepository,
    private readonly records: TagsReadModel,
    private readonly relabellings: RelabellingsRepository,
    private readonly followUp: FollowUpService,
  ) {}

  /** Creates a tag. Throws 400 with the id of the existing tag if the name is taken, in any case. */
  async add<Body>(tenant: Tenant, name: string, creation: Creation<CountedTag, Body>): Promise<Body> {
    return this.naming(tenant, name, (tx) =>
      creation.once(tx, async () => ({ id: await this.tags.add(tx, tenant, name), name, count: 0 })),
    );
  }

  /** Renames a tag. Throws 404 unless the sub account has it, and 400 if another tag has the name. */
  async rename(tenant: Tenant, id: number, name: string): Promise<CountedTag> {
    await this.naming(tenant, name, async (tx) => {
      const [tag] = await this.tags.getForUpdate(tx, tenant.sub_account_id, [id]);
      if (tag?.name === name) return;
      await this.tags.rename(tx, id, name);
      await this.relabellings.add(tx, tenant, {
        noun: 'tag',
        subject_id: id,
        into_id: null,
        is_rename: true,
      });
    });
    await this.followUp.begin(tenant);
    return this.records.one(tenant.sub_account_id, id);
  }

  /** Gives the reviews of a tag another tag instead of it. Throws 404 unless the sub account has both. Returns the other tag. */
  async merge(tenant: Tenant, id: number, into: number): Promise<CountedTag> {
    if (id === into) {
      throw new ApiError('invalid_value', 'into must be another tag.', { field: 'into' });
    }
    await this.database.transaction(async (tx) => {
      await this.tags.getForUpdate(tx, tenant.sub_account_id, [id, into]);
      await this.relabellings.add(tx, tenant, {
        noun: 'tag',
        subject_id: id,
        into_id: into,
        is_rename: false,
      });
    });
    await this.followUp.begin(tenant);
    return this.records.one(tenant.sub_account_id, into);
  }

  /** Takes the tag from its reviews. Its name is free at once. Throws 404 unless the sub account has it. */
  async delete(tenant: Tenant, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.tags.getForUpdate(tx, tenant.sub_account_id, [id]);
      await this.tags.delete(tx, id);
      await this.relabellings.add(tx, tenant, {
        noun: 'tag',
        subject_id: id,
        into_id: null,
        is_rename: false,
      });
    });
    await this.followUp.begin(tenant);
  }

  /** Runs a transaction that gives a tag this name. Throws 400 if another tag has it. */
  private async naming<T>(tenant: Tenant, name: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      if (!isUniqueViolation(error, 'tags_name_idx')) throw error;
    }
    const taken = await this.records.named(tenant.sub_account_id, name);
    // A merge or a deletion has made the name free meanwhile.
    if (!taken) return this.naming(tenant, name, work);
    throw nameTaken(taken);
  }
}

function nameTaken({ id, into_id }: NamedTag): ApiError {
  const msg =
    into_id === null
      ? `name is already the name of tag ${id}; upper and lower case do not count. Choose another name, or merge the two tags.`
      : `name is still the name of tag ${id}, which is being merged into tag ${into_id}. It is free when the merge has ended; try again in a minute.`;
  return new ApiError('duplicate_tag', msg, { field: 'name', existing_id: into_id ?? id });
}
