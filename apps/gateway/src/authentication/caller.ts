import type { Principal } from '@plaudit/contracts';
import type { ActorSession } from '../accounts/actor';

/** Who sends a request that acts for an account: an API key, or a signed-in user. */
export interface Caller {
  type: 'key' | 'user';
  /** The id of the key or the user. */
  id: number;
  principal: Principal;
  /** True for a key that a connected app uses with its access token. */
  isApp: boolean;
  /** The session of the user. Null for a key. */
  session: ActorSession | null;
}
