import { Injectable } from '@nestjs/common';
import { notFound, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { Cause } from '../lifecycle/sequence';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { rootIdOf } from './request';
import type { RequestRow } from './request-rows';
import { afterDeletedReminder } from './request-update';
import { RequestsRepository } from './requests.repository';
import { StoredRequestsService } from './stored-requests.service';

/** Ends requests for clients of the API. Every method throws 404 unless the sub account has the request. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestsRepository,
    private readonly stored: StoredRequestsService,
    private readonly lifecycle: LifecycleService,
    private readonly profiles: SettingsProfilesRepository,
  ) {}

  /** Deletes a first message and cancels its reminders, or deletes one reminder. */
  async delete(tenant: Tenant, id: number, cause: Cause): Promise<void> {
    await this.database.transaction(async (tx) => {
      const found = await this.requests.get(tx, tenant, id);
      const sequence = await this.requests.lockSequences(tx, [rootIdOf(found)]);
      const message = sequence.find((row) => row.id === id && !row.deleted_on);
      if (!message) throw notFound('invitation request', id);
      await this.lifecycle.deleted(tx, message, cause);
      await this.moveUp(tx, sequence, message, cause);
    });
  }

  /** Marks a request as reviewed and cancels the reminders. A repeat changes nothing. */
  async review(tenant: Tenant, id: number, cause: Cause): Promise<void> {
    await this.database.transaction(async (tx) =>
      this.lifecycle.reviewed(tx, await this.requests.get(tx, tenant, id), cause),
    );
  }

  /** Cancels the pending reminders of the request's sequence. Returns how many there were. */
  async stop(tenant: Tenant, id: number, cause: Cause): Promise<number> {
    return this.database.transaction(async (tx) =>
      this.lifecycle.stopped(tx, await this.requests.get(tx, tenant, id), cause),
    );
  }

  private async moveUp(
    tx: Tx,
    sequence: readonly RequestRow[],
    deleted: RequestRow,
    cause: Cause,
  ): Promise<void> {
    if (deleted.parent_id === null) return;
    const profile = (await this.profiles.resolved(tx, [deleted.settings_id])).get(deleted.settings_id);
    if (!profile) return;
    const { send_window: window } = profile.settings;
    await this.stored.update(tx, afterDeletedReminder(sequence, deleted, { window, cause }));
  }
}
