import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { Group } from './groups.repository';

/** A property as GET /groups returns it. */
export interface CountedGroup extends Group {
  /** Number of channels in the property. */
  profile_count: number;
}

const COUNTED = `
  select id, name,
    (select count(*)::int from channels where channels.group_id = channel_groups.id) as profile_count
  from channel_groups where account_id = $1 and sub_account_id = $2`;

/** Reads properties as the API shows them. */
@Injectable()
export class GroupsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns all properties of the sub account, sorted by name. */
  list({ account_id, sub_account_id }: Tenant): Promise<CountedGroup[]> {
    return this.database.queryWithin<CountedGroup>('request', `${COUNTED} order by lower(name)`, [
      account_id,
      sub_account_id,
    ]);
  }

  /** Returns the property, or null if the sub account does not have it. */
  async find({ account_id, sub_account_id }: Tenant, id: number): Promise<CountedGroup | null> {
    const [group] = await this.database.query<CountedGroup>(`${COUNTED} and id = $3`, [
      account_id,
      sub_account_id,
      id,
    ]);
    return group ?? null;
  }
}
