import { Injectable } from '@nestjs/common';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { auditOfKey } from './key-record';
import { KeyRevocationsPublisher } from './key-revocations.publisher';
import { KeysRepository } from './keys.repository';
import { exceedsOwner, type KeyOwner } from './made-keys';

/** Revokes the keys that a user made, and the apps that they connected, when the user is deleted or loses rights. */
@Injectable()
export class MadeKeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly changes: AccountChangesService,
    private readonly revocations: KeyRevocationsPublisher,
  ) {}

  /**
   * Revokes the keys that the user made, and the keys that were made by these at any depth, if they can do more than the
   * user can now. `owner` is null for a deleted user, who can do nothing. Returns the number of revoked keys. Call it in
   * the transaction of the change of the user.
   */
  async revokeExceeding(change: AccountChange, userId: number, owner: KeyOwner | null): Promise<number> {
    const made = await this.keys.listMadeBy(change.tx, change.account.id, userId);
    const revoked = made.filter((key) => owner === null || exceedsOwner(key, owner));
    if (revoked.length === 0) return 0;
    await this.keys.softDelete(
      change.tx,
      revoked.map(({ id }) => id),
    );
    for (const key of revoked) {
      const type = key.is_app ? 'app' : 'key';
      const target = { type, id: key.id };
      await this.changes.note(change, { action: `${type}.revoked`, target, before: auditOfKey(key) });
    }
    await this.revocations.publish(change, revoked);
    return revoked.length;
  }
}
