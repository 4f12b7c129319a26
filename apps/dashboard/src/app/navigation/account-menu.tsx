import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { shownError } from '../../api/api-error';
import { appRequest } from '../../api/app-requests';
import { Avatar } from '../../components/display/monograms';
import { Menu, MenuItem } from '../../components/overlays/menu';
import { toaster } from '../../components/overlays/toaster';
import { isLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages';
import { useTexts } from '../../i18n/texts';
import { useConnectionState } from '../../live/live-provider';
import { sessionQuery, useSession } from '../../session/session';
import { signOut } from '../../session/sign-out';
import { type Theme, usePreferences } from '../preferences';
import { ShortcutSheetButton } from '../shortcut-sheet';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Applies the language and time zone that the user stored. Returns the function that stores another language. */
function useStoredPreferences(): (language: Language) => void {
  const { user } = useSession();
  const { change } = usePreferences();
  const queries = useQueryClient();
  const { language, time_zone } = user;
  useEffect(() => {
    change({ timeZone: time_zone ?? undefined, ...(isLanguage(language) && { language }) });
  }, [change, language, time_zone]);
  return (chosen) => {
    change({ language: chosen });
    queries.setQueryData(
      sessionQuery.queryKey,
      (old) => old && { ...old, user: { ...old.user, language: chosen } },
    );
    // If it fails, this browser still has the choice.
    appRequest('/session/preferences', { method: 'PUT', body: { language: chosen } }).catch(() => {});
  };
}

/** The signed-in user: theme, language and sign-out. The dot says whether live events arrive. */
export function AccountMenu(): ReactNode {
  const t = useTexts('common');
  const { user } = useSession();
  const { theme, language, change } = usePreferences();
  const setLanguage = useStoredPreferences();
  const state = useConnectionState();
  const leave = (): void =>
    void signOut('/session').catch((error: unknown) => {
      const detail = shownError(error).msg ?? t('network_failed');
      toaster.show({ kind: 'failed', text: t('not_signed_out'), detail });
    });
  const shownName = user.name || user.email;
  return (
    <div className="me">
      <Menu
        label={t('account_menu')}
        trigger={(attributes) => (
          <button type="button" {...attributes} className="switcher" title={user.email}>
            <Avatar name={shownName} />
            <span className="label-text truncate">{shownName}</span>
            <span
              className={state === 'live' ? 'live ms-auto' : 'live off ms-auto'}
              role="img"
              aria-label={t(state)}
              title={t(state)}
            />
          </button>
        )}
      >
        <p className="menu-heading">{t('theme')}</p>
        {THEMES.map((one) => (
          <MenuItem key={one} checked={one === theme} onSelect={() => change({ theme: one })}>
            {t(`theme_${one}`)}
          </MenuItem>
        ))}
        <hr />
        <p className="menu-heading">{t('language')}</p>
        {LANGUAGES.map((one) => (
          <MenuItem key={one} checked={one === language} onSelect={() => setLanguage(one)}>
            <span lang={one}>{LANGUAGE_NAMES[one]}</span>
          </MenuItem>
        ))}
        <hr />
        <MenuItem icon="lock" onSelect={leave}>
          {t('sign_out')}
        </MenuItem>
      </Menu>
      <ShortcutSheetButton />
    </div>
  );
}
