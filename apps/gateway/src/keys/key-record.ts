import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import type { KeyResponse } from './keys.dto';
import type { KeyRow } from './keys.repository';

/** Returns a key in the form that the API sends. */
export function toKeyResponse(row: KeyRow): KeyResponse {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: row.role,
    account_management: row.account_management,
    scopes: row.scopes,
    sub_account_id: row.sub_account_id,
    last_used_on: wireDateOrNull(row.last_used_on),
    expires_on: wireDateOrNull(row.expires_on),
    created_on: wireDate(row.created_on),
  };
}
