import { Injectable } from '@nestjs/common';
import { AccountChangesService } from '../accounts/account-changes.service';
import { changedColumns } from '../accounts/changed-columns';
import type { Session } from '../sessions/session';
import { ownActor } from '../sessions/session-actor';
import { sessionEnded } from '../sessions/session-errors';
import { type UserColumns, UsersRepository } from '../users/users.repository';

export type Preferences = Pick<UserColumns, 'language' | 'time_zone'>;

/** Stores the language and the time zone of signed-in users. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly changes: AccountChangesService,
    private readonly users: UsersRepository,
  ) {}

  /** Changes what the preferences contain. Throws 401 if the user was deleted meanwhile. */
  async change(session: Session, preferences: Preferences): Promise<void> {
    await this.changes.run(ownActor(session), async (change) => {
      const { tx, account } = change;
      const user = await this.users.findForUpdate(tx, account.id, session.user_id);
      if (!user) throw sessionEnded();
      const changed = changedColumns<Preferences>(user, preferences);
      if (!changed) return;
      await this.users.save(tx, user.id, changed.after);
      await this.changes.note(change, {
        action: 'user.updated',
        target: { type: 'user', id: user.id },
        ...changed,
      });
    });
  }
}
