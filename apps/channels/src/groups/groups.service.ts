import { Injectable } from '@nestjs/common';
import { notFound, type Tenant } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { GroupChangesRepository } from './group-changes.repository';
import { GroupChangesService } from './group-changes.service';
import { groupNameTaken, MAX_GROUPS, tooManyGroups } from './group-name';
import { type CountedGroup, GroupsReadModel } from './groups.read-model';
import { GroupsRepository } from './groups.repository';

/** Adds, renames and deletes the properties of a sub account. Their channels follow in batches, the first ones at once. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly database: Database,
    private readonly groups: GroupsRepository,
    private readonly records: GroupsReadModel,
    private readonly changes: GroupChangesRepository,
    private readonly following: GroupChangesService,
  ) {}

  /** Throws 400 if the name is taken, or if the sub account has the maximum of properties. */
  async add<Body>(tenant: Tenant, name: string, creation: Creation<CountedGroup, Body>): Promise<Body> {
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        await this.groups.lockNames(tx, tenant);
        const existing = await this.groups.findNamed(tx, tenant, name);
        if (existing !== null) throw groupNameTaken(existing);
        if ((await this.groups.count(tx, tenant)) >= MAX_GROUPS) throw tooManyGroups();
        return { id: await this.groups.insert(tx, tenant, name), name, profile_count: 0 };
      }),
    );
  }

  /** Throws 404 unless the sub account has the property, and 400 if the name is taken. */
  async rename(tenant: Tenant, id: number, name: string): Promise<CountedGroup> {
    const changed = await this.database.transaction(async (tx) => {
      await this.groups.lockNames(tx, tenant);
      const before = await this.groups.findName(tx, tenant, id);
      if (before === null) throw notFound('property', id);
      const existing = await this.groups.findNamed(tx, tenant, name);
      if (existing !== null && existing !== id) throw groupNameTaken(existing);
      if (before === name) return false;
      await this.changes.add(tx, tenant, id);
      if (!(await this.groups.rename(tx, id, name))) throw notFound('property', id);
      return true;
    });
    if (changed) await this.following.begin(id);
    const group = await this.records.find(tenant, id);
    if (!group) throw notFound('property', id);
    return group;
  }

  /** Deletes the property. Its channels have no property any more. Throws 404 unless the sub account has it. */
  async delete(tenant: Tenant, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      if ((await this.groups.findName(tx, tenant, id)) === null) throw notFound('property', id);
      await this.changes.add(tx, tenant, id);
      if (!(await this.groups.delete(tx, id))) throw notFound('property', id);
    });
    await this.following.begin(id);
  }
}
