import { type ReactNode, useRef } from 'react';
import { Field } from '../../../../components/controls/field';
import { Icon } from '../../../../components/display/icon';
import { Menu, MenuItem } from '../../../../components/overlays/menu';
import { useTexts } from '../../../../i18n/texts';

/** The values that a text can have in it, those that people need most first. */
const VARIABLES = [
  'first_name',
  'name',
  'business_name',
  'from_name',
  'review_url',
  'unsubscribe_url',
  'year',
] as const;

interface TextSetting {
  label: string;
  help?: ReactNode;
  value: string | null;
  rows: number;
  maxLength: number;
  error: string | null;
  onChange: (value: string | null) => void;
}

/** A text with values in it. Null stands for the standard text of the language. */
export function TextSettingField({
  label,
  help,
  value,
  rows,
  maxLength,
  error,
  onChange,
}: TextSetting): ReactNode {
  const t = useTexts('invite_profile');
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string): void => {
    const { current } = area;
    const text = value ?? '';
    const from = current?.selectionStart ?? text.length;
    const until = current?.selectionEnd ?? from;
    onChange(`${text.slice(0, from)}{{${variable}}}${text.slice(until)}`.slice(0, maxLength));
    current?.focus();
  };
  return (
    <div className="text-setting">
      <Field label={label} help={help} error={error}>
        {(control) => (
          <textarea
            ref={area}
            rows={rows}
            maxLength={maxLength}
            value={value ?? ''}
            placeholder={value === null ? t('standard_shown') : undefined}
            {...control}
            className={error ? 'input is-invalid' : 'input'}
            onChange={({ target }) => onChange(rows === 1 ? target.value.replace(/\n/g, ' ') : target.value)}
          />
        )}
      </Field>
      <TextTools isOwn={value !== null} onInsert={insert} onStandard={() => onChange(null)} />
    </div>
  );
}

function TextTools({
  isOwn,
  onInsert,
  onStandard,
}: {
  isOwn: boolean;
  onInsert: (variable: string) => void;
  onStandard: () => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  return (
    <p>
      <VariableMenu onInsert={onInsert} />
      {isOwn && (
        <button type="button" className="link-button" onClick={onStandard}>
          {t('standard_text')}
        </button>
      )}
    </p>
  );
}

function VariableMenu({ onInsert }: { onInsert: (variable: string) => void }): ReactNode {
  const t = useTexts('invite_profile');
  return (
    <Menu
      label={t('variables')}
      trigger={(attributes) => (
        <button type="button" className="link-button" {...attributes}>
          <Icon name="add" size="small" />
          {t('variables')}
        </button>
      )}
    >
      {VARIABLES.map((variable) => (
        <MenuItem key={variable} hint={`{{${variable}}}`} onSelect={() => onInsert(variable)}>
          {t(`var_${variable}`)}
        </MenuItem>
      ))}
      <MenuItem hint="{{data.order}}" onSelect={() => onInsert('data.order')}>
        {t('var_data')}
      </MenuItem>
    </Menu>
  );
}
