import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts';
import { Icon } from '../display/icon';

/** The search starts after this pause in typing, in ms. */
const TYPING_MS = 250;

/**
 * A search whose text is kept elsewhere, such as in the address. `/` leads to it, and Escape clears and leaves it. `onSearch`
 * receives the text without spaces around it. `onKeyDown` may handle other keys.
 */
export function SearchField({
  label,
  placeholder = label,
  value,
  maxLength = 200,
  className,
  onSearch,
  onKeyDown,
}: {
  label: string;
  placeholder?: string;
  value: string;
  maxLength?: number;
  className: string;
  onSearch: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const { text, type, search } = useTypedText(value, onSearch);
  useShortcuts([{ keys: '/', run: () => field.current?.focus() }]);
  return (
    <label className={`input is-compact ${className}`}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={maxLength}
        placeholder={placeholder}
        aria-label={label}
        onChange={({ target }) => type(target.value)}
        onBlur={search}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            type('');
            event.currentTarget.blur();
          }
          onKeyDown?.(event);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

/** Holds what is typed while `value` follows. A change of `value` from elsewhere takes the place of what was typed. */
function useTypedText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const typed = useRef(value);
  /** What was searched for and is not the value yet. The value returns late, when more may have been typed. */
  const sent = useRef<string[]>([]);
  const type = (next: string): void => {
    typed.current = next;
    setText(next);
  };
  const search = (): void => {
    const wanted = typed.current.trim();
    if (wanted === (sent.current.at(-1) ?? value)) return;
    sent.current.push(wanted);
    onSearch(wanted);
  };
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at === -1 ? [] : sent.current.slice(at + 1);
    if (at !== -1 || typed.current.trim() === value) return;
    typed.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, type, search };
}
