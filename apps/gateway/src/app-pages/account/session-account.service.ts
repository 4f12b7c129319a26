import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { AccountsService } from '../../accounts/accounts.service';
import type { ProofInput } from '../../own-sign-in/proof.dto';
import { ReauthenticationService } from '../../own-sign-in/reauthentication.service';
import type { Session } from '../../sessions/session';
import { ownActor, withProof } from '../../sessions/session-actor';
import type { SignedInRequest } from '../../sessions/session-requests.service';
import { managesAccount } from '../signed-in-user';

export interface AccountSwitches {
  api_enabled: boolean;
  require_two_factor: boolean;
}

/** Tells whether a change needs the password and code: a stolen session must not end the rule or the service for good. */
export function needsProof({ api_enabled, require_two_factor }: Partial<AccountSwitches>): boolean {
  return api_enabled !== undefined || require_two_factor === false;
}

/** Lets a signed-in admin of the whole account switch the API and the two-factor rule on and off. */
@Injectable()
export class SessionAccountService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  /** Throws 403 unless the user is an admin of the whole account. */
  async switches(session: Session): Promise<AccountSwitches> {
    requireManager(session);
    const { api_enabled, require_two_factor } = await this.accounts.get({ accountId: session.account_id });
    return { api_enabled, require_two_factor };
  }

  /**
   * Throws 403 unless the user is an admin of the whole account, and refuses a change that needs the proof without it.
   */
  async change(signedIn: SignedInRequest, patch: Partial<AccountSwitches>, proof: ProofInput): Promise<void> {
    const { session } = signedIn;
    requireManager(session);
    const actor = ownActor(session);
    if (!needsProof(patch)) return this.accounts.update(actor, patch);
    await this.reauthentication.assertProof(signedIn, proof);
    return this.accounts.update(withProof(actor), patch);
  }
}

function requireManager(session: Session): void {
  if (managesAccount(session)) return;
  throw new ApiError('forbidden', 'Only administrators of the whole account can change it.', {
    required: 'admin',
  });
}
