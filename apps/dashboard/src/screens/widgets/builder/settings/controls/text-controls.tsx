import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { useFormats } from '../../../../../i18n/formats';
import { useTexts } from '../../../../../i18n/texts';
import { asText } from '../../draft/json-paths';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';

type TextKind = 'text' | 'url' | 'date' | 'font';

const MAX_URL = 2048;
/** Families that exist on most systems, beside that of the page. */
const FONTS = ['inherit', 'system-ui', 'Georgia, serif', 'Arial, sans-serif', 'ui-monospace, monospace'];

function attributesOf(kind: TextKind, max: number): InputHTMLAttributes<HTMLInputElement> {
  if (kind === 'date') return { type: 'date' };
  if (kind === 'url') return { type: 'url', inputMode: 'url', maxLength: max, placeholder: 'https://' };
  return { type: 'text', maxLength: max };
}

/** A line of text, an address, a date or fonts. An empty address or date is none. */
export function TextControl({ setting, value, onChange }: ControlProps<TextKind>): ReactNode {
  const fonts = useId();
  const { field } = setting;
  const nullable = field.kind === 'url' || field.kind === 'date';
  const max = field.kind === 'text' ? field.max : MAX_URL;
  // A date may have a time, which the field of the browser does not show.
  const text = typeof value === 'string' ? (field.kind === 'date' ? value.slice(0, 10) : value) : '';
  return (
    <SettingFrame setting={setting} shape={field.kind === 'date' ? 'inline' : 'below'}>
      {(ids) => (
        <span className={field.kind === 'date' ? 'input date-input' : 'input'}>
          <input
            {...attributesOf(field.kind, max)}
            {...ids}
            dir={field.kind === 'text' ? 'auto' : undefined}
            list={field.kind === 'font' ? fonts : undefined}
            value={text}
            onChange={({ target }) => onChange(target.value === '' && nullable ? null : target.value)}
          />
          {field.kind === 'font' && (
            <datalist id={fonts}>
              {FONTS.map((font) => (
                <option key={font} value={font} />
              ))}
            </datalist>
          )}
        </span>
      )}
    </SettingFrame>
  );
}

export function LongTextControl({ setting, value, onChange }: ControlProps<'text'>): ReactNode {
  return (
    <SettingFrame setting={setting} shape="below">
      {(ids) => (
        <textarea
          {...ids}
          className="input"
          dir="auto"
          rows={3}
          maxLength={setting.field.max}
          value={asText(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </SettingFrame>
  );
}

export function CssControl({ setting, value, onChange }: ControlProps<'css'>): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const css = asText(value);
  const { max } = setting.field;
  return (
    <SettingFrame setting={setting} shape="below">
      {(ids) => (
        <>
          <textarea
            {...ids}
            className="input css-input"
            rows={8}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            maxLength={max}
            placeholder=".card { border-style: dashed; }"
            value={css}
            onChange={({ target }) => onChange(target.value)}
          />
          <p className="help">
            {t('n_of_characters', { count: formats.number(css.length), max: formats.number(max) })}
          </p>
        </>
      )}
    </SettingFrame>
  );
}
