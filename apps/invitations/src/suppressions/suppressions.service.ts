import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { Clock, type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { SuppressionReason, SuppressionRecord } from './suppression';
import type { SuppressedRecipient } from './suppression-import';
import {
  type SuppressionFilter,
  type SuppressionGroup,
  SuppressionListReadModel,
} from './suppression-list.read-model';
import { SuppressionsRepository } from './suppressions.repository';

/** The reasons of entries that can be undone together: nobody asked for them. */
const UNDONE: readonly SuppressionReason[] = ['bounce', 'manual'];

/** Which part of the groups to read. */
export interface GroupsPage {
  reason?: SuppressionReason | null;
  /** Number of hours. */
  limit: number;
  /** Only hours before this one, in seconds since 1970. */
  cursor: number | null;
}

/** The list of the people who get no more messages from a sub account. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionsRepository,
    private readonly records: SuppressionListReadModel,
    private readonly lifecycle: LifecycleService,
    private readonly clock: Clock,
  ) {}

  async list(
    { sub_account_id }: Tenant,
    filter: SuppressionFilter,
    page: ListPage,
  ): Promise<ListSlice<SuppressionRecord>> {
    return readListPage(page, (rows) => this.records.page(sub_account_id, filter, page.afterId, rows));
  }

  /** Lists how many people were added for each reason in each hour. The cursor is the last hour of a page, in seconds since 1970. */
  async groups(
    { sub_account_id }: Tenant,
    { reason = null, limit, cursor }: GroupsPage,
  ): Promise<{ items: SuppressionGroup[]; nextCursor: number | null }> {
    const before = cursor === null ? null : new Date(cursor * 1_000);
    const groups = await this.records.groups(sub_account_id, reason, before, limit + 1);
    const hours = [...new Set(groups.map(({ hour }) => hour.getTime()))];
    if (hours.length <= limit) return { items: groups, nextCursor: null };
    const last = hours[limit - 1]!;
    return { items: groups.filter(({ hour }) => hour.getTime() >= last), nextCursor: last / 1_000 };
  }

  /** Removes the people who were added for one reason in one hour. Throws 400 for those who asked for no more messages. */
  async undo({ sub_account_id }: Tenant, reason: SuppressionReason, hour: Date): Promise<number> {
    if (!UNDONE.includes(reason)) {
      const msg = `reason must be ${UNDONE.join(' or ')}: the people of the other reasons asked for no more messages, or were erased.`;
      throw new ApiError('invalid_value', msg, { field: 'reason' });
    }
    return this.database.transaction((tx) => this.suppressions.undoHour(tx, sub_account_id, reason, hour));
  }

  /** Adds a person and skips the pending requests to them. A person who was in the list before keeps that entry. */
  async add<Body>(
    { account_id, sub_account_id }: Tenant,
    person: SuppressedRecipient,
    creation: Creation<SuppressionRecord, Body>,
  ): Promise<Body> {
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const added = { account_id, sub_account_id, ...person };
        const suppression = { ...added, reason: 'manual' as const, source_request_id: null };
        await this.lifecycle.suppress(tx, suppression, { at: this.clock.now() });
        return this.suppressions.get(tx, added);
      }),
    );
  }

  /** Removes a person, so that new requests to them are sent again. Throws 404 unless the sub account has the entry. */
  async delete({ sub_account_id }: Tenant, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const reason = await this.suppressions.lockReason(tx, sub_account_id, id);
      if (reason === null) throw notFound('suppression', id);
      if (reason === 'erased') {
        const msg =
          'id must not be that of an erased person: the entry keeps the person from being invited again.';
        throw new ApiError('invalid_value', msg, { field: 'id' });
      }
      await this.suppressions.delete(tx, id);
    });
  }
}
