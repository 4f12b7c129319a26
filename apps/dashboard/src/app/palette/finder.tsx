import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ComboboxInput } from '../../components/controls/combobox-input';
import { Key } from '../../components/display/labels';
import { LoadError } from '../../components/display/states';
import { useTexts } from '../../i18n/texts';
import { nextOption } from './next-option';

/** One thing to choose. */
export interface Option {
  id: string;
  mark: ReactNode;
  name: string;
  /** Stands behind the name in grey. */
  text?: string;
  /** Stands at the end of the row. */
  hint?: ReactNode;
  run: (event: { newTab: boolean }) => void;
}

export interface OptionGroup {
  name: string;
  options: readonly Option[];
}

/** A request whose options are missing. */
export interface FailedRequest {
  error: unknown;
  refetch: () => unknown;
}

/**
 * A dialog with a field that finds things: a combobox with a listbox. Arrows move, Enter chooses, Escape closes, and the focus
 * returns. `onKey` may handle other keys for the current option. `failed` stands in place of the options that did not load.
 */
export function Finder({
  label,
  mark,
  note,
  text,
  groups,
  failed,
  footer,
  onText,
  onClose,
  onKey,
}: {
  label: string;
  mark: ReactNode;
  note?: ReactNode;
  text: string;
  groups: readonly OptionGroup[];
  failed: FailedRequest | null;
  footer: ReactNode;
  onText: (text: string) => void;
  onClose: () => void;
  onKey?: (event: KeyboardEvent, current: Option | undefined) => void;
}): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    const { current } = dialog;
    if (current && !current.open) current.showModal();
    return () => current?.close();
  }, []);
  const options = groups.flatMap((group) => group.options);
  const current = options.find((option) => option.id === wanted) ?? options[0];
  useEffect(() => {
    document.getElementById(`${id}-${current?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current?.id]);
  return (
    <dialog ref={dialog} className="dialog finder" aria-label={label} onClose={onClose}>
      <div className="finder-field">
        {mark}
        <ComboboxInput
          label={label}
          list={`${id}-list`}
          active={current && `${id}-${current.id}`}
          text={text}
          onText={(typed) => {
            setWanted(null);
            onText(typed);
          }}
          onMove={(step) => setWanted(nextOption(options, current, step)?.id ?? null)}
          onChoose={(event) => {
            onClose();
            current?.run({ newTab: event.metaKey || event.ctrlKey });
          }}
          onKey={(event) => onKey?.(event, current)}
        />
        {note ?? <Key>Esc</Key>}
      </div>
      <div id={`${id}-list`} className="finder-list" role="listbox" aria-label={label}>
        {groups.map((group) => (
          <OptionGroupList key={group.name} group={group} current={current} id={id} onClose={onClose} />
        ))}
        {options.length === 0 && !failed && <Nothing text={text} />}
      </div>
      {failed && <LoadError error={failed.error} retry={() => void failed.refetch()} />}
      <footer>{footer}</footer>
      <Results count={options.length} />
    </dialog>
  );
}

function Nothing({ text }: { text: string }): ReactNode {
  const t = useTexts('palette');
  return <p className="p-4 text-center text-text-2">{t('nothing', { text })}</p>;
}

/** Tells a screen reader how many options there are. */
function Results({ count }: { count: number }): ReactNode {
  const t = useTexts('palette');
  return (
    <span className="sr-only" role="status">
      {t('results', { count })}
    </span>
  );
}

function OptionGroupList({
  group: { name, options },
  current,
  id,
  onClose,
}: {
  group: OptionGroup;
  current: Option | undefined;
  id: string;
  onClose: () => void;
}): ReactNode {
  if (options.length === 0) return null;
  return (
    <div role="group" aria-label={name}>
      <p className="menu-heading" aria-hidden="true">
        {name}
      </p>
      {options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={option === current}
          className="finder-option"
          onClick={(event) => {
            onClose();
            option.run({ newTab: event.metaKey || event.ctrlKey });
          }}
        >
          {option.mark}
          <span className="truncate">
            {option.name} {option.text && <span className="help-text">{option.text}</span>}
          </span>
          <span className="help-text ms-auto flex items-center gap-3 whitespace-nowrap">{option.hint}</span>
        </div>
      ))}
    </div>
  );
}
