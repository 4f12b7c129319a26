import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { AccountsService } from '../../accounts/accounts.service';
import type { Session } from '../../sessions/session';
import { ownActor } from '../../sessions/session-actor';
import { managesAccount } from '../signed-in-user';

export interface AccountSwitches {
  api_enabled: boolean;
  require_two_factor: boolean;
}

/** Lets a signed-in admin of the whole account switch the API and the two-factor rule on and off. */
@Injectable()
export class SessionAccountService {
  constructor(private readonly accounts: AccountsService) {}

  /** Throws 403 unless the user is an admin of the whole account. */
  async switches(session: Session): Promise<AccountSwitches> {
    requireManager(session);
    const { api_enabled, require_two_factor } = await this.accounts.get({ accountId: session.account_id });
    return { api_enabled, require_two_factor };
  }

  /** Throws 403 also for an admin who would require two-factor sign-in without having it. */
  async change(session: Session, patch: Partial<AccountSwitches>): Promise<void> {
    requireManager(session);
    if (patch.require_two_factor && session.two_factor_on === null) {
      throw new ApiError(
        'forbidden',
        'Switch on two-factor sign-in for yourself before you require it of every administrator.',
        { field: 'require_two_factor', required: 'two_factor' },
      );
    }
    await this.accounts.update(ownActor(session), patch);
  }
}

function requireManager(session: Session): void {
  if (managesAccount(session)) return;
  throw new ApiError('forbidden', 'Only administrators of the whole account can change it.', {
    required: 'admin',
  });
}
