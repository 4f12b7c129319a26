import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

/** A tag as GET /tags returns it. */
export interface CountedTag {
  id: number;
  name: string;
  /** Number of the sub account's reviews with this tag. */
  count: number;
}

@Injectable()
export class TagsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the sub account's tags by name. A tag that no review has any more counts 0. */
  async counted(subAccountId: number): Promise<CountedTag[]> {
    return this.database.query<CountedTag>(
      `select tag.id, tag.name, coalesce(counted.total, 0) as count
       from tags tag left join tag_counts counted on counted.sub_account_id = $1 and counted.tag_id = tag.id
       where tag.sub_account_id = $1 order by lower(tag.name)`,
      [subAccountId],
    );
  }
}
