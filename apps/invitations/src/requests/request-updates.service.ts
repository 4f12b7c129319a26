import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import type { Cause } from '../lifecycle/sequence';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { SuppressionsRepository } from '../suppressions/suppressions.repository';
import { rootIdOf } from './request';
import type { RequestRow } from './request-rows';
import { readUpdate, updateOf, type WantedUpdate, withoutStored } from './request-update';
import type { InviteUpdateInput } from './requests.dto';
import { RequestsRepository } from './requests.repository';
import { StoredRequestsService } from './stored-requests.service';

/** Changes pending requests. */
@Injectable()
export class RequestUpdatesService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestsRepository,
    private readonly stored: StoredRequestsService,
    private readonly suppressions: SuppressionsRepository,
    private readonly profiles: SettingsProfilesRepository,
  ) {}

  /**
   * Changes a pending request. What it has already changes nothing, also if it is not pending. Throws 404 unless the sub account has
   * it, and 400 if it is not pending, a value is not allowed, or the new recipient gets no messages any more.
   */
  async update(tenant: Tenant, id: number, input: InviteUpdateInput, cause: Cause): Promise<void> {
    await this.database.transaction(async (tx) => {
      const found = await this.requests.get(tx, tenant, id);
      const change = withoutStored(found, input);
      if (Object.values(change).every((value) => value === undefined)) return;
      const wanted = readUpdate(change, found.type, cause.at);
      await this.admit(tx, found, wanted.recipient);
      const sequence = await this.requests.lockSequences(tx, [rootIdOf(found)]);
      const message = sequence.find((row) => row.id === id && !row.deleted_on);
      if (!message) throw notFound('invitation request', id);
      const profile = (await this.profiles.resolved(tx, [message.settings_id])).get(message.settings_id);
      if (!profile) throw new Error(`Request ${id} has no settings profile`);
      const { send_window: window } = profile.settings;
      await this.stored.update(tx, updateOf(sequence, message, wanted, { window, cause }));
    });
  }

  /** Locks the old and the new person before the rows, as every other change of people does. */
  private async admit(tx: Tx, found: RequestRow, recipient: WantedUpdate['recipient']): Promise<void> {
    if (!recipient) return;
    const { sub_account_id, type } = found;
    const person = { sub_account_id, type, recipient_key: recipient.recipient_key };
    await this.suppressions.lock(tx, [found, person]);
    const suppressed = await this.suppressions.among(tx, [person]);
    if (suppressed.size === 0) return;
    const msg = 'recipient has unsubscribed or is on the suppression list; choose another one.';
    throw new ApiError('invalid_recipient', msg, { field: 'recipient' });
  }
}
