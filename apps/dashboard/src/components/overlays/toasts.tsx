import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { Button, IconButton } from '../controls/button';
import { Icon } from '../display/icon';
import { keepAboveBars } from './toast-place';
import { type ToastGroup, toaster } from './toaster';

const ICONS = { done: 'done', busy: 'refresh', failed: 'failed' } as const;

/** Shows the messages of the {@link toaster}. Its place exists from the start, so that screen readers announce what appears. */
export function Toasts(): ReactNode {
  const groups = useSyncExternalStore(toaster.subscribe, toaster.list);
  const place = useRef<HTMLDivElement>(null);
  const isEmpty = groups.length === 0;
  useEffect(() => (isEmpty || !place.current ? undefined : keepAboveBars(place.current)), [isEmpty]);
  useEffect(() => (isEmpty ? undefined : closeNewestOnEscape()), [isEmpty]);
  return (
    <div ref={place} className="toasts" role="status" aria-live="polite">
      {groups.map((group) => (
        <ToastCard key={group.id} group={group} />
      ))}
    </div>
  );
}

function ToastCard({ group: { id, toasts } }: { group: ToastGroup }): ReactNode {
  const t = useTexts('common');
  const formats = useFormats();
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1);
  const life = newest?.life ?? 0;
  // A further message with the same words begins the time anew.
  useEffect(() => {
    if (life === 0 || held) return undefined;
    const timer = setTimeout(() => toaster.closeGroup(id), life);
    return () => clearTimeout(timer);
  }, [id, newest?.id, life, held]);
  useReturnedFocus(card);
  if (!newest) return null;
  const { kind, text, detail, action } = newest;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from its buttons
    <div
      ref={card}
      className={held ? 'toast is-held' : 'toast'}
      role={kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        toaster.closeGroup(id);
      }}
    >
      <Icon name={ICONS[kind]} className={kind === 'busy' ? 'animate-spin' : ''} />
      <div>
        <p>
          {text}
          {toasts.length > 1 && <b className="ms-2 font-medium">×{formats.number(toasts.length)}</b>}
        </p>
        {detail && <p className="detail">{detail}</p>}
      </div>
      <div className="flex gap-1">
        {action && (
          <Button
            {...(action.shortcut ? { shortcut: action.shortcut } : {})}
            onClick={() => toaster.act(newest.id)}
          >
            {action.label}
          </Button>
        )}
        {life === 0 && kind === 'failed' && (
          <IconButton icon="close" label={t('close')} onClick={() => toaster.closeGroup(id)} />
        )}
      </div>
      {life > 0 && <span key={newest.id} className="life" style={{ '--life': `${life}ms` } as object} />}
    </div>
  );
}

/** Returns the focus to where it came from when a card goes that has it. */
function useReturnedFocus(card: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = card;
    let before: HTMLElement | null = null;
    const remember = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('.toasts')) before = relatedTarget;
    };
    current?.addEventListener('focusin', remember);
    return () => {
      if (document.activeElement === document.body || current?.contains(document.activeElement))
        before?.focus({ preventScroll: true });
    };
  }, [card]);
}

/** Lets Escape close the newest message, unless the page, a dialog or a menu uses the key. */
function closeNewestOnEscape(): () => void {
  const listen = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
    if (key !== 'Escape' || defaultPrevented) return;
    if (target instanceof Element && target.closest('dialog, [popover]')) return;
    const newest = toaster.list().at(-1);
    if (newest) toaster.closeGroup(newest.id);
  };
  // The shortcuts of the page listen at the document, which is earlier.
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}
