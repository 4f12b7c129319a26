import type { ReactNode } from 'react';
import { Avatar } from '../../components/display/monograms';
import { useFailureToast } from '../../components/forms/use-failure-toast';
import { Menu, MenuItem } from '../../components/overlays/menu';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages';
import { useTexts } from '../../i18n/texts';
import { useConnectionState } from '../../live/live-provider';
import { useAppliedPreferences, useStorePreferences } from '../../session/own-preferences';
import { useSession } from '../../session/session';
import { signOut } from '../../session/sign-out';
import { type Theme, usePreferences } from '../preferences';
import { ShortcutSheetButton } from '../shortcut-sheet';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** The signed-in user: theme, language and sign-out. The dot says whether live events arrive. */
export function AccountMenu(): ReactNode {
  const t = useTexts('common');
  const { user } = useSession();
  const { theme, language, change } = usePreferences();
  useAppliedPreferences();
  const store = useStorePreferences();
  const state = useConnectionState();
  const showFailure = useFailureToast();
  const leave = (): void =>
    void signOut('/session').catch((error: unknown) => showFailure(t('not_signed_out'), error));
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
          <MenuItem key={one} checked={one === language} onSelect={() => store({ language: one })}>
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
