import { useRouter, useRouterState } from '@tanstack/react-router';
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isComposing } from '../../app/keyboard';
import { isInLayer, useShortcuts } from '../../app/shortcuts';
import { Icon } from '../display/icon';
import { Field } from './field';
import { useComposedText } from './use-composed-text';

/** The search starts after this pause in typing, in ms. */
const TYPING_MS = 250;

interface Search {
  label: string;
  placeholder?: string;
  /** What is searched for, which is kept elsewhere, such as in the address. */
  value: string;
  maxLength?: number;
  /** The page itself has what is searched, so that each letter counts at once. */
  isInstant?: boolean;
  /** Receives the text without spaces around it. */
  onSearch: (text: string) => void;
  /** May handle other keys. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A search over a list. On a page `/` leads to it. In a menu or dialog, `isInside`, it has the focus. */
export function SearchField({
  className = '',
  isInside = false,
  ...search
}: Search & { className?: string; isInside?: boolean }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(isInside ? [] : [{ keys: '/', run: () => field.current?.focus() }]);
  return (
    <label className={`input is-compact ${className}`}>
      <Icon name="search" />
      <SearchInput field={field} autoFocus={isInside} aria-label={search.label} {...search} />
      {!isInside && <kbd aria-hidden="true">/</kbd>}
    </label>
  );
}

/** A search in a form, with its label above and an error below. */
export function FormSearch({ error, ...search }: Search & { error?: string | null }): ReactNode {
  return (
    <Field label={search.label} error={error}>
      {(control) => (
        <span className={error ? 'input is-invalid' : 'input'}>
          <SearchInput {...search} {...control} placeholder={search.placeholder ?? ''} />
          <Icon name="search" />
        </span>
      )}
    </Field>
  );
}

/** Escape clears and leaves the field. In a menu or dialog, the first press clears it, and only the next one closes that. */
function SearchInput({
  field,
  label,
  placeholder = label,
  value,
  maxLength = 200,
  isInstant = false,
  onSearch,
  onKeyDown,
  ...attributes
}: Search & { field?: Ref<HTMLInputElement> } & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'id' | 'autoFocus' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
  >): ReactNode {
  const { text, type, search } = useTypedText(value, onSearch, isInstant ? 0 : TYPING_MS);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape' && isInLayer(event.target)) {
      if (text !== '') event.preventDefault();
      type('');
    } else if (event.key === 'Escape') {
      type('');
      event.currentTarget.blur();
    }
    // A form is not sent by the Enter of its search.
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      search();
    }
    onKeyDown?.(event);
  };
  return (
    <input
      {...attributes}
      ref={field}
      type="search"
      autoComplete="off"
      maxLength={maxLength}
      placeholder={placeholder}
      {...useComposedText(text, type)}
      onBlur={search}
      onKeyDown={press}
    />
  );
}

/** Holds what is typed while `value` follows. A change of `value` from elsewhere takes the place of what was typed. */
function useTypedText(value: string, onSearch: (text: string) => void, pauseMs: number) {
  const [text, setText] = useState(value);
  const typed = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** What was searched for and is not the value yet. The value returns late, when more may have been typed. */
  const sent = useRef<string[]>([]);
  const search = (): void => {
    clearTimeout(timer.current);
    const wanted = typed.current.trim();
    if (wanted === (sent.current.at(-1) ?? value)) return;
    sent.current.push(wanted);
    onSearch(wanted);
  };
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const type = (next: string): void => {
    typed.current = next;
    setText(next);
    clearTimeout(timer.current);
    if (pauseMs === 0) search();
    else timer.current = setTimeout(() => latest.current(), pauseMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useRef((next: string): void => {
    clearTimeout(timer.current);
    typed.current = next;
    setText(next);
  });
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at === -1 ? [] : sent.current.slice(at + 1);
    if (at === -1 && typed.current.trim() !== value) show.current(value);
  }, [value]);
  const router = useRouter();
  const reached = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation });
  const shown = useRef(value);
  useEffect(() => {
    shown.current = value;
  });
  // A reset may have overtaken a search, which then never becomes the value.
  useEffect(() => {
    if (router.latestLocation.href !== reached?.href) return;
    const isOvertaken = sent.current.at(-1) === typed.current.trim();
    sent.current = [];
    if (isOvertaken && typed.current.trim() !== shown.current) show.current(shown.current);
  }, [router, reached]);
  return { text, type, search };
}
