import { hasWorkingKey } from './working-key';

/** The columns of a session with the current rights of its user. */
export const SESSION_COLUMNS = `s.hash, s.host, s.last_seen_on, s.expires_on, s.proved_on, s.remembered, s.key_id, s.user_id,
  u.email, u.role, to_json(u.sub_accounts) as sub_accounts, u.account_id, u.two_factor_on, a.require_two_factor`;

/** The tables of {@link SESSION_COLUMNS}. */
export const SESSION_TABLES =
  'sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id';

/**
 * The condition for the session with the hash $1. It does not hold if the key that requested the link of the session expired
 * or was deleted, alone or with its sub account.
 */
export const SESSION_BY_HASH = `s.hash = $1 and ${hasWorkingKey('s.key_id')}`;
