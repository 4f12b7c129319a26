import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';

interface NamedTag extends Tenant {
  id: number;
  name: string;
  /** ISO 8601 time of the event that has the name. */
  named_on: string;
}

/** The names of tags, as the events of reviews spell them. */
@Injectable()
export class TagsRepository {
  /** Stores names that are newer than the stored ones. The caller holds the rows of the sub accounts. */
  async name(tx: Tx, tags: readonly NamedTag[]): Promise<void> {
    if (tags.length === 0) return;
    await queryRows(
      tx,
      `insert into tags (id, account_id, sub_account_id, name, named_on)
       select distinct on (id) id, account_id, sub_account_id, name, named_on
       from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint, name text, named_on timestamptz)
       order by id, named_on desc
       on conflict (id) do update set name = excluded.name, named_on = excluded.named_on
       where tags.named_on < excluded.named_on`,
      [JSON.stringify(tags)],
    );
  }
}
