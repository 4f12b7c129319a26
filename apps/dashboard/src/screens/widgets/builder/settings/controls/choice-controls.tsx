import type { ReactNode } from 'react';
import { useFormats } from '../../../../../i18n/formats';
import { useTexts } from '../../../../../i18n/texts';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';
import { useSettingTexts } from '../setting-texts';

/** So many options with so many letters fit side by side. */
const MAX_SEGMENTS = 3;
const MAX_LETTERS = 26;
const STARS = [5, 4, 3, 2, 1];

/** One of several values. Few short ones stand side by side, others are in a list. */
export function ChoiceControl({ setting, value, onChange }: ControlProps<'choice'>): ReactNode {
  const texts = useSettingTexts();
  const options = setting.field.options.map((option) => ({ option, name: texts.option(setting, option) }));
  const letters = options.reduce((sum, { name }) => sum + name.length, 0);
  if (options.length > MAX_SEGMENTS || letters > MAX_LETTERS)
    return (
      <SettingFrame setting={setting} shape="below">
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={String(value)}
            onChange={({ target }) => onChange(target.value)}
          >
            {options.map(({ option, name }) => (
              <option key={option} value={option}>
                {name}
              </option>
            ))}
          </select>
        )}
      </SettingFrame>
    );
  return (
    <SettingFrame setting={setting} shape="group">
      {({ disabled }) => (
        <div className="segments wide">
          {options.map(({ option, name }) => (
            <button
              key={option}
              type="button"
              disabled={disabled}
              aria-pressed={option === value}
              onClick={() => onChange(option)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </SettingFrame>
  );
}

/** Several of few values. None chosen means all. */
export function SetControl({ setting, value, onChange }: ControlProps<'set' | 'ratings'>): ReactNode {
  const texts = useSettingTexts();
  const t = useTexts('widgets');
  const formats = useFormats();
  const { field } = setting;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const options: readonly (string | number)[] = field.kind === 'ratings' ? STARS : field.options;
  const toggle = (option: string | number): void =>
    onChange(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]);
  return (
    <SettingFrame setting={setting} shape="group">
      {({ disabled }) => (
        <div className="segments wide">
          {options.map((option) => (
            <button
              key={option}
              type="button"
              disabled={disabled}
              aria-pressed={chosen.includes(option)}
              aria-label={typeof option === 'number' ? t('n_stars', { count: option }) : undefined}
              onClick={() => toggle(option)}
            >
              {typeof option === 'number' ? `${formats.number(option)} ★` : texts.option(setting, option)}
            </button>
          ))}
        </div>
      )}
    </SettingFrame>
  );
}
