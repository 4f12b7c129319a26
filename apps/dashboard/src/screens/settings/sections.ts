import type { Session } from '../../session/session';

export const SECTION_GROUPS = {
  business: ['general', 'white-label', 'plan', 'ai'],
  access: ['keys', 'apps', 'users', 'sub-accounts', 'security'],
  data: ['webhooks', 'privacy', 'audit', 'mailbox'],
} as const;

export type SectionGroup = keyof typeof SECTION_GROUPS;
export type SectionName = (typeof SECTION_GROUPS)[SectionGroup][number];

/** Why a section is closed to a user. */
export type Closed = 'admins' | 'whole_account' | 'no_mailbox' | 'role';

export function isSection(name: string): name is SectionName {
  return Object.values(SECTION_GROUPS)
    .flat()
    .some((one) => one === name);
}

/** Returns why the user may not open a section, or null. The reasons are those of the operations behind it. */
export function closedTo(
  section: SectionName,
  { main, scopes, user, has_mailbox }: Pick<Session, 'main' | 'scopes' | 'user' | 'has_mailbox'>,
): Closed | null {
  const manages = scopes.includes('account:manage');
  if (section === 'mailbox') return has_mailbox ? null : 'no_mailbox';
  if (section === 'webhooks') return scopes.includes('webhooks:read') ? null : 'role';
  if (section === 'general' || section === 'security') return null;
  if (section === 'privacy')
    return user.role === 'admin' && scopes.includes('reviews:write') ? null : 'admins';
  if (!manages) return 'admins';
  if (section === 'white-label' || section === 'audit') return main ? null : 'whole_account';
  return null;
}
