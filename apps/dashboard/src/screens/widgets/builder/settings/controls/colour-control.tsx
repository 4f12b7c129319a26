import type { ReactNode } from 'react';
import { IconButton } from '../../../../../components/controls/button';
import { useTyped } from '../../../../../components/controls/use-typed';
import { useTexts } from '../../../../../i18n/texts';
import { parseColour, toHex } from '../../preview/contrast';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';
import { useSettingTexts } from '../setting-texts';

const WHITE = '#ffffff';

/** A colour: the picker of the browser and a field for its code. Without a colour the theme decides. */
export function ColourControl({ setting, value, onChange }: ControlProps<'colour'>): ReactNode {
  const t = useTexts('widgets');
  const texts = useSettingTexts();
  const told = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useTyped(told);
  const wrong = typed !== '' && !CSS.supports('color', typed);
  const picked = parseColour(told);
  const type = (text: string): void => {
    setTyped(text);
    if (text === '') onChange(null);
    else if (CSS.supports('color', text)) onChange(text);
  };
  const error = wrong ? t('colour_wrong') : null;
  return (
    <SettingFrame setting={setting} shape="inline" error={error}>
      {(ids) => (
        <span className={wrong ? 'input colour-input is-invalid' : 'input colour-input'}>
          <input
            type="color"
            className={told === '' ? 'swatch is-unset' : 'swatch'}
            disabled={ids.disabled}
            aria-label={t('pick_colour', { name: texts.label(setting) })}
            value={picked ? toHex(picked).toLowerCase() : WHITE}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            type="text"
            {...ids}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            maxLength={100}
            placeholder={t('of_theme')}
            value={typed}
            onChange={({ target }) => type(target.value.trim())}
          />
          {told !== '' && !ids.disabled && (
            <IconButton
              size="small"
              icon="close"
              label={t('no_colour', { name: texts.label(setting) })}
              onClick={() => onChange(null)}
            />
          )}
        </span>
      )}
    </SettingFrame>
  );
}
