import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api';
import { Icon } from '../../components/display/icon';
import { Badge } from '../../components/display/labels';
import { Menu, MenuItem } from '../../components/overlays/menu';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { ENTRIES } from './entries';
import { useWaiting } from './waiting';

const IN_BAR = 4;

/** The navigation on narrow screens: four screens and a menu with the others. */
export function BottomBar(): ReactNode {
  const t = useTexts('common');
  const formats = useFormats();
  const waiting = useWaiting();
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  const params = { account: String(subAccountId) };
  const counts: Partial<Record<string, number | undefined>> = { ...waiting };
  return (
    <nav className="bottom-bar" aria-label={t('navigation')}>
      {ENTRIES.slice(0, IN_BAR).map(({ to, name, icon }) => (
        <Link
          key={name}
          to={to}
          params={params}
          activeOptions={{ exact: name === 'overview', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <span className="with-badge">
            <Icon name={icon} size="large" />
            {Boolean(counts[name]) && (
              <Badge {...(name === 'channels' ? { tone: 'warn' } : {})}>
                {formats.compact(counts[name] ?? 0)}
              </Badge>
            )}
          </span>
          {t(name)}
        </Link>
      ))}
      <Menu
        label={t('more')}
        trigger={(attributes) => (
          <button type="button" {...attributes}>
            <Icon name="more" size="large" />
            {t('more')}
          </button>
        )}
      >
        {ENTRIES.slice(IN_BAR).map(({ to, name, icon }) => (
          <MenuItem key={name} icon={icon} onSelect={() => void navigate({ to, params })}>
            {t(name)}
          </MenuItem>
        ))}
      </Menu>
    </nav>
  );
}
