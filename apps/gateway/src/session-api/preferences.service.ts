import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { changedColumns } from '../accounts/changed-columns';
import { AuditService } from '../audit/audit.service';
import type { Session } from '../sessions/session';
import { ownActor } from '../sessions/session-actor';
import { sessionEnded } from '../sessions/session-errors';
import { type UserColumns, UsersRepository } from '../users/users.repository';

export type Preferences = Pick<UserColumns, 'language' | 'time_zone'>;

/** Stores the language and the time zone of signed-in users. They concern nobody else, so the account is not locked. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly audit: AuditService,
  ) {}

  /** Changes what the preferences contain. Throws 401 if the user was deleted meanwhile. */
  async change(session: Session, preferences: Preferences): Promise<void> {
    await this.database.transaction(async (tx) => {
      const user = await this.users.findForUpdate(tx, session.account_id, session.user_id);
      if (!user) throw sessionEnded();
      const changed = changedColumns<Preferences>(user, preferences);
      if (!changed) return;
      await this.users.save(tx, user.id, changed.after);
      await this.audit.note(tx, ownActor(session), {
        action: 'user.updated',
        target: { type: 'user', id: user.id },
        ...changed,
      });
    });
  }
}
