import { ownValue } from '@plaudit/contracts/own-value';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../../../components/controls/button';
import { useTexts } from '../../../../../i18n/texts';
import { useBuilder } from '../../builder-context';
import { asText, isObject } from '../../draft/json-paths';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';
import { readable } from '../setting-texts';
import { STRING_KEYS } from '../string-keys';

const MAX_TEXT = 300;

/** Texts of the widget that the owner replaces: those that are replaced already, and a list to choose another one from. */
export function StringsControl({ setting, value }: ControlProps<'strings'>): ReactNode {
  const t = useTexts('widgets');
  const { draft, strings } = useBuilder();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const replaced = isObject(value) ? value : {};
  const keys = STRING_KEYS.filter((key) => Object.hasOwn(replaced, key) || opened.includes(key));
  const write = (key: string, text: string): void =>
    text === '' ? draft.reset([...setting.path, key]) : draft.set([...setting.path, key], text);
  const close = (key: string): void => {
    setOpened(opened.filter((one) => one !== key));
    draft.reset([...setting.path, key]);
  };
  return (
    <SettingFrame setting={setting} shape="below">
      {(control) => (
        <>
          {keys.map((key) => (
            <ReplacedText
              key={key}
              name={readable(key)}
              standard={ownValue(strings, key)}
              text={asText(ownValue(replaced, key))}
              disabled={control.disabled}
              onWrite={(text) => write(key, text)}
              onClose={() => close(key)}
            />
          ))}
          <select
            {...control}
            className="input"
            value=""
            onChange={({ target }) => setOpened([...opened, target.value])}
          >
            <option value="">{t('replace_text')}</option>
            {STRING_KEYS.filter((key) => !keys.includes(key)).map((key) => (
              <option key={key} value={key}>
                {ownValue(strings, key) ?? readable(key)}
              </option>
            ))}
          </select>
        </>
      )}
    </SettingFrame>
  );
}

function ReplacedText({
  name,
  standard,
  text,
  disabled,
  onWrite,
  onClose,
}: {
  name: string;
  standard: string | undefined;
  text: string;
  disabled: boolean;
  onWrite: (text: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('widgets');
  return (
    <label className="grid gap-1">
      <span className="help-text flex items-center">
        {name}
        {!disabled && (
          <IconButton
            size="small"
            className="ms-auto"
            icon="close"
            label={t('remove_one', { name })}
            onClick={onClose}
          />
        )}
      </span>
      <span className="input">
        <input
          type="text"
          dir="auto"
          maxLength={MAX_TEXT}
          disabled={disabled}
          placeholder={standard}
          value={text}
          onChange={({ target }) => onWrite(target.value)}
        />
      </span>
    </label>
  );
}
