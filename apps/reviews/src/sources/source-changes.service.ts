import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { Database, isUniqueViolation, type Tx } from '@plaudit/database';
import { ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import { RelabellingsRepository } from '../relabellings/relabellings.repository';
import { FollowUpService } from '../relabellings/follow-up.service';
import { unknownSource } from '../reviews/review-errors';
import { nameTaken } from './source-errors';
import { type Source, SourcesRepository } from './sources.repository';

/**
 * Renames, merges and deletes the custom sources of a sub account. Reviews follow in batches, the first ones at once. Nobody
 * adds a review while a source changes, so that no review is left in a source that is gone.
 */
@Injectable()
export class SourceChangesService {
  constructor(
    private readonly database: Database,
    private readonly sources: SourcesRepository,
    private readonly duplicates: ReviewDuplicatesRepository,
    private readonly relabellings: RelabellingsRepository,
    private readonly followUp: FollowUpService,
  ) {}

  /**
   * Throws 404 unless the sub account has the source, and 400 for another name of the default source or if another source has the
   * name.
   */
  async rename(tenant: Tenant, id: number, name: string): Promise<void> {
    try {
      await this.changing(tenant, async (tx) => {
        const known = await this.sources.among(tx, tenant.sub_account_id, [id]);
        if (known.get(id)?.name === name) return;
        await this.changeable(tx, tenant, id);
        await this.sources.rename(tx, id, name);
        const change = { noun: 'source', subject_id: id, into_id: null, is_rename: true } as const;
        await this.relabellings.add(tx, tenant, change);
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'sources_name_idx')) throw error;
      throw nameTaken(await this.database.transaction((tx) => this.sources.getByName(tx, tenant, name)));
    }
  }

  /**
   * Deletes a source and moves its reviews to another one, by default to "Manual". Returns the id of the other source. Throws 404
   * unless the sub account has the source, and 400 for the default source and for another source that it cannot move to.
   */
  async delete(tenant: Tenant, id: number, into: { id: number; field: string } | null): Promise<number> {
    return this.changing(tenant, async (tx) => {
      await this.changeable(tx, tenant, id);
      const target = into ? await this.target(tx, tenant, id, into) : await this.sources.default(tx, tenant);
      await this.sources.delete(tx, id);
      const change = { noun: 'source', subject_id: id, into_id: target.id, is_rename: false } as const;
      await this.relabellings.add(tx, tenant, change);
      return target.id;
    });
  }

  private async changing<T>(tenant: Tenant, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await this.database.transaction(async (tx) => {
      await this.duplicates.lockAll(tx, tenant);
      return work(tx);
    });
    await this.followUp.begin(tenant);
    return result;
  }

  private async changeable(tx: Tx, tenant: Tenant, id: number): Promise<Source> {
    const known = await this.sources.among(tx, tenant.sub_account_id, [id]);
    const source = known.get(id);
    if (!source) throw notFound('source', id);
    if (known.get(null)?.id !== id) return source;
    throw new ApiError(
      'default_source',
      `Source ${id}, "${source.name}", belongs to the reviews that are added without a source; it cannot be renamed, merged or deleted.`,
    );
  }

  private async target(
    tx: Tx,
    tenant: Tenant,
    id: number,
    into: { id: number; field: string },
  ): Promise<Source> {
    if (into.id === id) {
      throw new ApiError('invalid_value', `${into.field} must be another source.`, { field: into.field });
    }
    const source = (await this.sources.among(tx, tenant.sub_account_id, [into.id])).get(into.id);
    if (!source) throw unknownSource(into.id, into.field);
    return source;
  }
}
