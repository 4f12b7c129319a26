import { ownValue } from '@plaudit/contracts/own-value';
import type { KeyboardEvent, ReactNode } from 'react';
import { isComposing } from '../../app/keyboard';
import { useComposedText } from './use-composed-text';

/**
 * The field of a finder, a combobox whose list stands elsewhere. The focus stays in the field, arrows move through the list, and
 * Enter chooses. `onKey` may handle other keys.
 */
export function ComboboxInput({
  label,
  list,
  active,
  text,
  onText,
  onMove,
  onChoose,
  onKey,
}: {
  label: string;
  /** The ids of the list and of the option that Enter chooses. */
  list: string;
  active: string | undefined;
  text: string;
  onText: (text: string) => void;
  onMove: (step: number) => void;
  onChoose: (event: KeyboardEvent) => void;
  onKey?: (event: KeyboardEvent) => void;
}): ReactNode {
  const press = (event: KeyboardEvent): void => {
    // Enter and the arrows choose among the characters of an input method.
    if (isComposing(event.nativeEvent)) return;
    const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    if (!step && event.key !== 'Enter') return onKey?.(event);
    event.preventDefault();
    if (step) onMove(step);
    else onChoose(event);
  };
  return (
    <input
      autoFocus
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-controls={list}
      aria-activedescendant={active}
      placeholder={label}
      maxLength={200}
      {...useComposedText(text, onText)}
      onKeyDown={press}
    />
  );
}
