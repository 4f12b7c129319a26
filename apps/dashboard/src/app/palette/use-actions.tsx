import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../../api/api';
import { Icon, type IconName } from '../../components/display/icon';
import { useTexts } from '../../i18n/texts';
import { type Scope, useSession } from '../../session/session';
import { usePreferences } from '../preferences';
import type { Option } from './finder';

/** The actions that open a page. Those that the user may not do are left out. */
const PAGES = [
  { name: 'connect_channel', icon: 'add', path: '/channels?connect=find', scope: 'channels:write' },
  { name: 'add_review', icon: 'add', path: '/inbox?add=1', scope: 'reviews:write' },
  { name: 'import_reviews', icon: 'upload', path: '/inbox/import', scope: 'reviews:write' },
  { name: 'new_widget', icon: 'add', path: '/widgets/new', scope: 'widgets:write' },
  { name: 'invite', icon: 'send', path: '/invitations?new=1', scope: 'invites:write' },
  { name: 'new_key', icon: 'key', path: '/settings/keys?add=1', scope: 'account:manage' },
  { name: 'connect_assistant', icon: 'link', path: '/settings/apps', scope: 'account:manage' },
  { name: 'new_user', icon: 'users', path: '/settings/users?add=1', scope: 'account:manage' },
  { name: 'new_webhook', icon: 'webhook', path: '/settings/webhooks?add=1', scope: 'webhooks:write' },
  { name: 'security', icon: 'lock', path: '/settings/security', scope: null },
] as const satisfies readonly { name: string; icon: IconName; path: string; scope: Scope | null }[];

/** Returns the actions of the palette. */
export function useActions(): Option[] {
  const t = useTexts('palette');
  const { scopes } = useSession();
  const { subAccountId } = useApi();
  const { theme, change } = usePreferences();
  const navigate = useNavigate();
  const pages = PAGES.filter(({ scope }) => scope === null || scopes.includes(scope)).map(
    ({ name, icon, path }): Option => ({
      id: `action-${name}`,
      name: t(name),
      mark: <Icon name={icon} />,
      run: ({ newTab }) => {
        const href = `/${subAccountId}${path}`;
        if (newTab) window.open(`/app${href}`, '_blank', 'noopener');
        else void navigate({ href });
      },
    }),
  );
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return [
    ...pages,
    {
      id: 'action-theme',
      name: t(isDark ? 'theme_light' : 'theme_dark'),
      mark: <Icon name={isDark ? 'sun' : 'moon'} />,
      run: () => change({ theme: isDark ? 'light' : 'dark' }),
    },
  ];
}
