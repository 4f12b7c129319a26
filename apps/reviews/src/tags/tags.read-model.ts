import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

/** A tag as GET /tags returns it. */
export interface CountedTag {
  id: number;
  name: string;
  /** Number of the sub account's reviews with this tag. */
  count: number;
}

export interface NamedTag {
  id: number;
  /** The tag that its reviews get; null unless it is being merged. */
  into_id: number | null;
}

const COUNTED = `
  select tag.id, tag.name, coalesce(counted.total, 0) as count
  from tags tag left join tag_counts counted on counted.sub_account_id = $1 and counted.tag_id = tag.id
  where tag.sub_account_id = $1`;

const NOT_MERGING = `not exists (
  select from relabellings merge
  where merge.sub_account_id = $1 and merge.noun = 'tag' and merge.subject_id = tag.id and merge.into_id is not null)`;

/** Reads tags as the API shows them. */
@Injectable()
export class TagsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the sub account's tags by name. A tag that no review has any more counts 0. A tag that is being merged is left out. */
  async counted(subAccountId: number): Promise<CountedTag[]> {
    return this.database.query<CountedTag>(`${COUNTED} and ${NOT_MERGING} order by lower(tag.name)`, [
      subAccountId,
    ]);
  }

  /** Returns at most `count` tags, the most used ones first. A tag that is being merged is left out. */
  async mostUsed(subAccountId: number, count: number): Promise<CountedTag[]> {
    return this.database.query<CountedTag>(
      `${COUNTED} and ${NOT_MERGING} order by count desc, tag.id limit $2`,
      [subAccountId, count],
    );
  }

  /** Returns a tag that the sub account is known to have. */
  async one(subAccountId: number, id: number): Promise<CountedTag> {
    const [tag] = await this.database.query<CountedTag>(`${COUNTED} and tag.id = $2`, [subAccountId, id]);
    return tag as CountedTag;
  }

  /** Returns the tag with this name, in any case, and the tag that it is being merged into; null if there is none. */
  async named(subAccountId: number, name: string): Promise<NamedTag | null> {
    const [tag] = await this.database.query<NamedTag>(
      `select tag.id, merge.into_id from tags tag
       left join relabellings merge on merge.sub_account_id = $1 and merge.noun = 'tag'
         and merge.subject_id = tag.id and merge.into_id is not null
       where tag.sub_account_id = $1 and lower(tag.name) = lower($2)`,
      [subAccountId, name],
    );
    return tag ?? null;
  }
}
