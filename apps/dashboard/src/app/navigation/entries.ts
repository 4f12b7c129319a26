import type { IconName } from '../../components/display/icon';

/** The screens of the navigation, with the second key of their shortcut after G. */
export const ENTRIES = [
  { to: '/$account', name: 'overview', icon: 'overview', key: 'o' },
  { to: '/$account/inbox', name: 'inbox', icon: 'inbox', key: 'i' },
  { to: '/$account/channels', name: 'channels', icon: 'channels', key: 'c' },
  { to: '/$account/widgets', name: 'widgets', icon: 'widgets', key: 'w' },
  { to: '/$account/invitations', name: 'invitations', icon: 'invitations', key: 'v' },
  { to: '/$account/reports', name: 'reports', icon: 'reports', key: 'r' },
  { to: '/$account/settings', name: 'settings', icon: 'settings', key: 's' },
] as const satisfies readonly { to: string; name: string; icon: IconName; key: string }[];

export type Entry = (typeof ENTRIES)[number];
