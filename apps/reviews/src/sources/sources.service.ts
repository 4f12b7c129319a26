import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { plainLine } from '@plaudit/runtime';
import { type SourceRecord, SourcesReadModel } from './sources.read-model';
import { SourcesRepository } from './sources.repository';

/** Lists and adds the custom sources of a sub account. */
@Injectable()
export class SourcesService {
  constructor(
    private readonly database: Database,
    private readonly sources: SourcesRepository,
    private readonly records: SourcesReadModel,
  ) {}

  /** Returns all sources of the sub account. "Manual" is created here, so that lists can filter by it before its first use. */
  async list(tenant: Tenant): Promise<SourceRecord[]> {
    await this.database.transaction((tx) => this.sources.default(tx, tenant));
    return this.records.all(tenant.sub_account_id);
  }

  /** Creates a source. Throws 400 with the id of the existing source if the name is taken, in any case. */
  async add<Body>(tenant: Tenant, given: string, creation: Creation<SourceRecord, Body>): Promise<Body> {
    const name = plainLine(given);
    if (name === '') throw new ApiError('validation_failed', 'name must not be blank.', { field: 'name' });
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const { id, created } = await this.sources.add(tx, tenant, name);
        if (created) return this.records.one(tx, tenant.sub_account_id, id);
        throw new ApiError(
          'invalid_value',
          `name is already the name of source ${id}; upper and lower case do not count. Use that source or choose another name.`,
          { field: 'name', existing_id: id },
        );
      }),
    );
  }
}
