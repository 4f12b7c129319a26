import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { plainLine } from '@plaudit/runtime';
import { Database } from '@plaudit/database';
import type { Tenant } from '../tags/tags.repository';
import { type SourceRecord, SourcesReadModel } from './sources.read-model';
import { SourcesRepository } from './sources.repository';

/** Where reviews without a channel come from; a sub account has as many as it names. */
@Injectable()
export class SourcesService {
  constructor(
    private readonly database: Database,
    private readonly sources: SourcesRepository,
    private readonly records: SourcesReadModel,
  ) {}

  /** All of the sub account; "Manual" is there before its first use, so that its id can be filtered by. */
  async list(principal: Principal): Promise<SourceRecord[]> {
    await this.database.transaction((tx) => this.sources.default(tx, tenantOf(principal)));
    return this.records.all(principal.sub_account_id);
  }

  /** 400 for a name that the sub account has already, in any case; a caller that wants that one finds its id there. */
  async add(principal: Principal, given: string): Promise<SourceRecord> {
    const name = plainLine(given);
    if (name === '') throw new ApiError('validation_failed', 'name must not be blank.', { field: 'name' });
    const { id, made } = await this.database.transaction((tx) =>
      this.sources.add(tx, tenantOf(principal), name),
    );
    if (made) return this.records.one(principal.sub_account_id, id);
    throw new ApiError(
      'invalid_value',
      `name is that of source ${id} already, whatever its case; use that one or choose another name.`,
      { field: 'name', existing_id: id },
    );
  }
}

function tenantOf(principal: Principal): Tenant {
  return { accountId: principal.account_id, subAccountId: principal.sub_account_id };
}
