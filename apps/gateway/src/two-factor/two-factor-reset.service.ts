import { Injectable } from '@nestjs/common';
import { notFound } from '@plaudit/contracts';
import { AccountChangesService } from '../accounts/account-changes.service';
import {
  type Actor,
  reaches,
  requireAdmin,
  requireProof,
  requireRightsOver,
  requireUnbounded,
  rightsOfUser,
} from '../accounts/actor';
import { SessionsRepository } from '../sessions/sessions.repository';
import { UsersRepository } from '../users/users.repository';
import { TwoFactorsRepository } from './two-factors.repository';

/** Switches off the two-factor sign-in of another user, for example after they lost their phone. */
@Injectable()
export class TwoFactorResetService {
  constructor(
    private readonly changes: AccountChangesService,
    private readonly users: UsersRepository,
    private readonly twoFactors: TwoFactorsRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** Ends the user's sessions too. Does nothing if it is off. Throws 403 if the user has more rights than the actor. */
  async reset(actor: Actor, id: number): Promise<void> {
    requireAdmin(actor);
    await this.changes.run(actor, async (change) => {
      const { tx } = change;
      const user = await this.users.findForUpdate(tx, actor.accountId, id);
      if (!user || !reaches(actor, user.sub_accounts)) throw notFound('user', id, actor);
      requireRightsOver(actor, rightsOfUser(user.role));
      requireUnbounded(change);
      if (user.two_factor_on === null) return;
      requireProof(actor);
      await this.twoFactors.switchOff(tx, id);
      await this.sessions.endAllOf(tx, id);
      await this.changes.note(change, { action: 'user.two_factor_reset', target: { type: 'user', id } });
    });
  }
}
