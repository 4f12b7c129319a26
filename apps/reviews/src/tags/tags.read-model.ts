import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

/** A tag as GET /tags returns it. */
export interface CountedTag {
  id: number;
  name: string;
  /** Number of the sub account's reviews with this tag. */
  count: number;
}

const COUNTED = `
  select tag.id, tag.name, coalesce(counted.total, 0) as count
  from tags tag left join tag_counts counted on counted.sub_account_id = $1 and counted.tag_id = tag.id
  where tag.sub_account_id = $1`;

/** Reads tags as the API shows them. */
@Injectable()
export class TagsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the sub account's tags by name. A tag that no review has any more counts 0. A tag that is being merged is left out. */
  async counted(subAccountId: number): Promise<CountedTag[]> {
    return this.database.query<CountedTag>(
      `${COUNTED} and not exists (
         select from relabellings merge
         where merge.sub_account_id = $1 and merge.noun = 'tag' and merge.subject_id = tag.id and merge.into_id is not null)
       order by lower(tag.name)`,
      [subAccountId],
    );
  }

  /** Returns a tag that the sub account is known to have. */
  async one(subAccountId: number, id: number): Promise<CountedTag> {
    const [tag] = await this.database.query<CountedTag>(`${COUNTED} and tag.id = $2`, [subAccountId, id]);
    return tag as CountedTag;
  }

  /** Returns the id of the tag with this name, in any case; null if there is none. */
  async idOf(subAccountId: number, name: string): Promise<number | null> {
    const [tag] = await this.database.query<{ id: number }>(
      'select id from tags where sub_account_id = $1 and lower(name) = lower($2)',
      [subAccountId, name],
    );
    return tag?.id ?? null;
  }
}
