import { type Role, ROLE_IDS, wireDate } from '@plaudit/contracts';
import type { UserResponse } from './users.dto';
import type { UserRow } from './users.repository';

/** A user as the API shows it. */
export function toUser({ id, email, name, role, sub_accounts, created_on }: UserRow): UserResponse {
  return { id, email, name, role_id: ROLE_IDS[role], sub_accounts, created_on: wireDate(created_on) };
}

const ROLES = new Map((Object.keys(ROLE_IDS) as Role[]).map((role) => [ROLE_IDS[role], role]));

/** The role that a checked `role_id` names. */
export function roleOf(roleId: number | undefined): Role | undefined {
  return roleId === undefined ? undefined : ROLES.get(roleId);
}
