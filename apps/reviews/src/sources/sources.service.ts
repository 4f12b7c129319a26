import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { nameTaken } from './source-errors';
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
  async add<Body>(tenant: Tenant, name: string, creation: Creation<SourceRecord, Body>): Promise<Body> {
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const source = await this.sources.add(tx, tenant, name);
        if (!source.created) throw nameTaken(source);
        return this.records.one(tenant.sub_account_id, source.id, tx);
      }),
    );
  }
}
