import { wireDate, wireDateOrNull } from '@plaudit/contracts';
import type { KeyCreatorResponse, KeyResponse } from './keys.dto';
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
    allowed_ips: row.allowed_ips,
    created_by: creatorOf(row),
    created_on: wireDate(row.created_on),
  };
}

/** Returns the columns of a key that the audit log keeps. */
export function auditOfKey(row: KeyRow): object {
  return {
    name: row.name,
    prefix: row.prefix,
    role: row.role,
    account_management: row.account_management,
    scopes: row.scopes,
    sub_account_id: row.sub_account_id,
    expires_on: wireDateOrNull(row.expires_on),
    allowed_ips: row.allowed_ips,
    created_by: creatorOf(row),
  };
}

function creatorOf(row: KeyRow): KeyCreatorResponse | null {
  if (row.created_by_type === null) return null;
  return {
    type: row.created_by_type,
    id: row.created_by_user_id ?? row.created_by_key_id,
    name: row.created_by_name,
  };
}
