import type { ReactNode } from 'react';
import { type Theme, usePreferences } from '../../../app/preferences';
import { Switch } from '../../../components/controls/choice';
import { SelectField } from '../../../components/controls/field';
import { Segments } from '../../../components/controls/segments';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/languages';
import { useTexts } from '../../../i18n/texts';
import { useStorePreferences } from '../../../session/own-preferences';
import { Block } from '../parts/section';
import { timeZoneChoices } from '../parts/time-zones';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** What a person chose for all of their browsers. Each choice acts at once. */
export function PersonPreferences(): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const { language, timeZone } = usePreferences();
  const store = useStorePreferences();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Block title={t('for_you')} text={t('for_you_text')}>
      <div className="grid gap-4">
        <SelectField
          label={common('language')}
          value={language}
          onChange={({ target }) => isLanguage(target.value) && store({ language: target.value })}
          choices={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        />
        <SelectField
          label={t('shown_zone')}
          help={t('shown_zone_help')}
          value={timeZone ?? ''}
          onChange={({ target }) => store({ time_zone: target.value || null })}
          choices={[
            { value: '', label: t('zone_of_browser', { zone: own }) },
            ...timeZoneChoices(timeZone ? [timeZone] : []),
          ]}
        />
      </div>
    </Block>
  );
}

/** What a person chose in this browser. Each choice acts at once. */
export function BrowserPreferences(): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const { theme, singleKeys, change } = usePreferences();
  return (
    <Block title={t('this_browser')} text={t('this_browser_text')}>
      <div className="grid gap-4">
        <div className="field">
          <span className="label">{common('theme')}</span>
          <div>
            <Segments
              label={common('theme')}
              value={theme}
              choices={THEMES.map((one) => ({ value: one, label: common(`theme_${one}`) }))}
              onChange={(chosen) => change({ theme: chosen })}
            />
          </div>
        </div>
        <Switch
          label={common('keys_single')}
          help={common('keys_single_help')}
          checked={singleKeys}
          onChange={({ target }) => change({ singleKeys: target.checked })}
        />
      </div>
    </Block>
  );
}
