import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api';
import { Icon } from '../../components/display/icon';
import { Badge } from '../../components/display/labels';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { PaletteButton } from '../palette/palette';
import { AccountMenu } from './account-menu';
import { ENTRIES, type Entry } from './entries';
import { AccountSwitcher } from './account-switcher';
import { useWaiting, type Waiting } from './waiting';

/** The navigation at the side: sub account, search, screens, and the signed-in user. */
export function Navigation(): ReactNode {
  const t = useTexts('common');
  const waiting = useWaiting();
  const [settings, ...rest] = [...ENTRIES].reverse();
  return (
    <nav className="nav" aria-label={t('navigation')}>
      <AccountSwitcher />
      <PaletteButton />
      <ul>
        {rest.reverse().map((entry) => (
          <li key={entry.name}>
            <NavigationLink entry={entry} waiting={waiting} />
          </li>
        ))}
      </ul>
      <ul className="push-b">
        <li>{settings && <NavigationLink entry={settings} waiting={waiting} />}</li>
      </ul>
      <AccountMenu />
    </nav>
  );
}

function NavigationLink({ entry, waiting }: { entry: Entry; waiting: Waiting }): ReactNode {
  const t = useTexts('common');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const { name, icon, to } = entry;
  const count = name === 'inbox' ? waiting.inbox : name === 'channels' ? waiting.channels : undefined;
  return (
    <Link
      to={to}
      params={{ account: String(subAccountId) }}
      activeOptions={{ exact: name === 'overview', includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      title={t(name)}
    >
      <Icon name={icon} />
      <span className="label-text">{t(name)}</span>
      {name === 'inbox' && count !== undefined && (
        <span className="count ms-auto" title={t('badge_waiting', { count })}>
          {formats.number(count)}
        </span>
      )}
      {name === 'channels' && Boolean(count) && (
        <span className="ms-auto" title={t('badge_failing', { count: count ?? 0 })}>
          <Badge tone="warn">{formats.number(count ?? 0)}</Badge>
        </span>
      )}
    </Link>
  );
}
