import { ApiError } from './errors';
import type { MakerType } from './events/account-events';
import type { Principal } from './principal';
import { effectiveScopes, type RequiredRight } from './scopes';
import { wireDate } from './wire-date';

/** Who made a record that sends data elsewhere. The name is the one at that time. */
export interface Maker {
  type: MakerType;
  /** Id of the key or the user. */
  id: number;
  /** Name of the key, or email of the user. */
  name: string;
}

/** Returns the caller as the maker of a record. Throws an Error for a principal without a key or user. */
export function makerOf({ key_id, user_id, names }: Principal): Maker {
  const name = names?.actor ?? '';
  if (key_id !== null) return { type: 'key', id: key_id, name };
  if (user_id !== undefined) return { type: 'user', id: user_id, name };
  throw new Error('A principal without a key or user makes nothing');
}

/**
 * Throws 403 unless the caller may set up something that goes on sending data elsewhere after the request: a webhook, a
 * provider of AI or translations, an address that gets copies. A key that expires may not, because its work would outlive
 * it. A user who signed in with a link must have sent the password lately. `field` names the setting.
 */
export function assertMayForward({ ends_on, key_id, session }: Principal, field: string): void {
  if (ends_on !== undefined) {
    const lack =
      key_id === null
        ? `You signed in with a link of a key that expires on ${wireDate(new Date(ends_on))}`
        : `This key expires on ${wireDate(new Date(ends_on))}`;
    const remedy = key_id === null ? 'sign in with your password' : 'use a key that never expires';
    const msg = `${lack}, and ${field} would go on sending data after that; ${remedy}.`;
    throw new ApiError('forbidden', msg, { field, required: 'expires_on' });
  }
  if (!session?.by_link || session.has_proof) return;
  const msg = `A change of ${field} needs your password, because you signed in with a link; send it to POST /app/session/proof and repeat the request.`;
  throw new ApiError('proof_required', msg, { field });
}

/**
 * Throws 403 unless the caller is an admin. Call it when the caller takes over what a removed maker set up, and what is paused
 * since then would send again. `field` names the setting.
 */
export function assertMayTakeOver({ role, key_id }: Principal, field: string): void {
  if (role === 'admin') return;
  const remedy = key_id === null ? 'ask an administrator' : 'use the key of an admin';
  const msg = `${field} would resume what is paused because its maker was removed, which needs an admin; ${remedy}.`;
  throw new ApiError('forbidden', msg, { field, required: 'admin' });
}

/**
 * Throws 403 unless the caller is an admin with every scope, whose key or link has no bounds. Call it for settings of the whole
 * account that a smaller right must not reach, such as the address that gets the texts of all reviews. `field` names the setting.
 */
export function assertFullAdmin(principal: Principal, field: string): void {
  const { role, scopes, key_id, ends_on, ip_bound } = principal;
  const remedy =
    key_id === null ? 'ask an administrator of the whole account' : 'use the key of such an admin';
  const refuse = (lack: string, required: RequiredRight, way = remedy): never => {
    throw new ApiError('forbidden', `${field} needs an admin with every right, and ${lack}; ${way}.`, {
      field,
      required,
    });
  };
  if (role !== 'admin') refuse(`your role is ${role ?? 'none'}`, 'admin');
  const lacking = effectiveScopes('admin', true, []).find((scope) => !scopes.includes(scope));
  if (lacking) refuse(`you lack the scope ${lacking}`, lacking);
  if (ends_on === undefined && !ip_bound) return;
  const [limit, required] =
    ends_on === undefined
      ? (['has allowed_ips', 'allowed_ips'] as const)
      : (['expires', 'expires_on'] as const);
  if (key_id === null) refuse(`the key of your link ${limit}`, required, 'sign in with your password');
  refuse(`this key ${limit}`, required, `use a key without ${required}`);
}
