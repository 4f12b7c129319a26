import type { ReactNode } from 'react';
import { useFormats } from '../../../../../i18n/formats';
import { useTexts } from '../../../../../i18n/texts';
import { REVIEW_LANGUAGES, WIDGET_LANGUAGES } from '../languages';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';

/** The language of the widget's own texts, or the one into which reviews are translated. */
export function LanguageControl({
  setting,
  value,
  onChange,
}: ControlProps<'locale' | 'translation'>): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const isLocale = setting.field.kind === 'locale';
  const none = isLocale ? 'auto' : '';
  const current = typeof value === 'string' ? value : none;
  const offered = isLocale ? WIDGET_LANGUAGES : REVIEW_LANGUAGES;
  const codes = current === none || offered.includes(current) ? offered : [current, ...offered];
  return (
    <SettingFrame setting={setting} shape="below">
      {(ids) => (
        <select
          {...ids}
          className="input"
          value={current}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value={none}>{t(isLocale ? 'locale_auto' : 'not_translated')}</option>
          {codes.map((code) => (
            <option key={code} value={code}>
              {formats.languageName(code)}
            </option>
          ))}
        </select>
      )}
    </SettingFrame>
  );
}
