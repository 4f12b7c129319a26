import { effectiveScopes } from '@plaudit/contracts';
import type { Actor, ActorSession } from '../accounts/actor';
import type { Session } from './session';

/**
 * Returns the actor of a signed-in user who changes the account or their own sign-in. A user of the whole account acts for
 * all sub accounts, and any other user for their first one.
 */
export function ownActor(session: Session): Actor {
  const { account_id, user_id, role, sub_accounts } = session;
  const [first = 0] = sub_accounts;
  return {
    accountId: account_id,
    subAccountId: first,
    main: sub_accounts.length === 0,
    role,
    scopes: effectiveScopes(role, role === 'admin', []),
    keyId: null,
    userId: user_id,
    session: actorSessionOf(session),
  };
}

/** Returns what the rules of changes ask about a session. It has no proof until the caller says so. */
export function actorSessionOf({ hash, two_factor_on }: Session, hasProof = false): ActorSession {
  return { hash, hasProof, hasTwoFactor: two_factor_on !== null };
}
