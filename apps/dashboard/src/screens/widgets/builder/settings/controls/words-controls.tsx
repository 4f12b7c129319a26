import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isComposing } from '../../../../../app/keyboard';
import { Button } from '../../../../../components/controls/button';
import { Icon } from '../../../../../components/display/icon';
import { useFormats } from '../../../../../i18n/formats';
import { useTexts } from '../../../../../i18n/texts';
import { REVIEW_LANGUAGES } from '../languages';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';

/** What was chosen, with a button that removes each. */
export function ChipList({
  items,
  disabled,
  onRemove,
}: {
  items: readonly { key: string; text: string }[];
  disabled: boolean;
  onRemove: (key: string) => void;
}): ReactNode {
  const t = useTexts('widgets');
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {items.map(({ key, text }) => (
        <li key={key} className="chip max-w-full">
          <b className="truncate" dir="auto">
            {text}
          </b>
          {!disabled && (
            <button
              type="button"
              aria-label={t('remove_one', { name: text })}
              title={t('remove_one', { name: text })}
              onClick={() => onRemove(key)}
            >
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const EXAMPLES = { texts: '', languages: '', domains: 'www.example.com' } as const;

/** A list of texts, domains or languages. Enter or a comma adds one. */
export function WordsControl({ setting, value, onChange }: ControlProps<'words'>): ReactNode {
  const { of, max } = setting.field;
  const formats = useFormats();
  const words: readonly string[] = Array.isArray(value) ? value : [];
  const remove = (word: string): void => onChange(words.filter((one) => one !== word));
  const add = (added: readonly string[]): void => onChange([...new Set([...words, ...added])].slice(0, max));
  const name = (word: string): string => (of === 'languages' ? formats.languageName(word) : word);
  return (
    <SettingFrame setting={setting} shape="below">
      {(control) => (
        <>
          <ChipList
            items={words.map((word) => ({ key: word, text: name(word) }))}
            disabled={control.disabled}
            onRemove={remove}
          />
          {of === 'languages' ? (
            <LanguageAdder control={control} chosen={words} onAdd={(code) => add([code])} />
          ) : (
            <WordAdder
              control={control}
              placeholder={EXAMPLES[of]}
              onAdd={add}
              onBack={() => onChange(words.slice(0, -1))}
            />
          )}
        </>
      )}
    </SettingFrame>
  );
}

/** A list of ids of reviews. */
export function NumbersControl({ setting, value, onChange }: ControlProps<'numbers'>): ReactNode {
  const ids: readonly number[] = Array.isArray(value) ? value : [];
  const add = (texts: readonly string[]): void => {
    const added = texts
      .map((text) => Number(text.replace('#', '')))
      .filter((id) => Number.isSafeInteger(id) && id > 0);
    onChange([...new Set([...ids, ...added])].slice(0, setting.field.max));
  };
  return (
    <SettingFrame setting={setting} shape="below">
      {(control) => (
        <>
          <ChipList
            items={ids.map((id) => ({ key: String(id), text: `#${id}` }))}
            disabled={control.disabled}
            onRemove={(key) => onChange(ids.filter((id) => String(id) !== key))}
          />
          <WordAdder
            control={control}
            placeholder="4711"
            onAdd={add}
            onBack={() => onChange(ids.slice(0, -1))}
          />
        </>
      )}
    </SettingFrame>
  );
}

interface AdderControl {
  id: string;
  disabled: boolean;
}

function WordAdder({
  control,
  placeholder,
  onAdd,
  onBack,
}: {
  control: AdderControl;
  placeholder: string;
  onAdd: (words: readonly string[]) => void;
  onBack: () => void;
}): ReactNode {
  const t = useTexts('widgets');
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const words = text
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter(Boolean);
    if (words.length > 0) onAdd(words);
    setTyped('');
  };
  const press = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') onBack();
  };
  return (
    <span className="input">
      <input
        type="text"
        {...control}
        dir="auto"
        maxLength={255}
        placeholder={placeholder}
        value={typed}
        onKeyDown={press}
        onBlur={() => add(typed)}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
      />
      {typed && (
        <Button size="small" kind="quiet" onClick={() => add(typed)}>
          {t('add')}
        </Button>
      )}
    </span>
  );
}

function LanguageAdder({
  control,
  chosen,
  onAdd,
}: {
  control: AdderControl;
  chosen: readonly string[];
  onAdd: (code: string) => void;
}): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  return (
    <select {...control} className="input" value="" onChange={({ target }) => onAdd(target.value)}>
      <option value="">{t(chosen.length === 0 ? 'all_languages' : 'add_one')}</option>
      {REVIEW_LANGUAGES.filter((code) => !chosen.includes(code)).map((code) => (
        <option key={code} value={code}>
          {formats.languageName(code)}
        </option>
      ))}
    </select>
  );
}
