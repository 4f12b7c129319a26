import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { type KnownSources, type Source, SourcesRepository } from '../sources/sources.repository';
import { type TagIds, TagsRepository, type Tenant } from '../tags/tags.repository';
import { sourceNotAllowed, unknownSource } from './review-refusals';
import type { ReviewEntity } from './review.entity';

/** Resolves what a payload names, sources and tags, to what the sub account has. */
@Injectable()
export class ReviewLinks {
  constructor(
    private readonly sourcesOf: SourcesRepository,
    private readonly tags: TagsRepository,
  ) {}

  /** The sub account's sources of these ids, and the default one under null, if it has been used. */
  async sources(tx: Tx, subAccountId: number, ids: readonly (number | null)[]): Promise<KnownSources> {
    return this.sourcesOf.among(tx, subAccountId, ids);
  }

  /** "Manual", made at its first use. */
  async defaultSource(tx: Tx, tenant: Tenant): Promise<Source> {
    return this.sourcesOf.default(tx, tenant);
  }

  /**
   * The source an update moves a review to; 400 `source_not_allowed` when the review comes from a channel,
   * `unknown_source` for one that is not the sub account's.
   */
  async newSource(tx: Tx, review: ReviewEntity, id: number): Promise<Source> {
    if (review.channel_id !== null) throw sourceNotAllowed();
    const source = (await this.sourcesOf.among(tx, review.sub_account_id, [id])).get(id);
    if (!source) throw unknownSource(id);
    return source;
  }

  /** Ids of the tags of these names; unknown ones are made. */
  async tagIds(tx: Tx, tenant: Tenant, names: readonly string[]): Promise<TagIds> {
    return this.tags.idsFor(tx, tenant, names);
  }
}
