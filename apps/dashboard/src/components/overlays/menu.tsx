import { ownValue } from '@plaudit/contracts/own-value';
import {
  type ButtonHTMLAttributes,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Icon, type IconName } from '../display/icon';
import { placeBeside } from './place';

const CloseContext = createContext<() => void>(() => {});

/** Attributes of the button that opens a menu. */
export type MenuTrigger = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'popoverTarget' | 'aria-haspopup' | 'aria-expanded'
>;

/**
 * A menu on the native popover. `trigger` renders the button. Arrows move, Enter acts, Escape closes, and the focus returns to
 * the button. `role` is `dialog` for a panel with fields.
 */
export function Menu({
  label,
  trigger,
  role = 'menu',
  children,
}: {
  label: string;
  trigger: (attributes: MenuTrigger) => ReactNode;
  role?: 'menu' | 'dialog';
  children: ReactNode;
}): ReactNode {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => menu.current?.hidePopover();
  // The content is rendered after the menu opened, and may grow when its data arrives.
  useEffect(() => {
    const { current } = menu;
    const button = buttonOf(id);
    if (!open || !current || !button) return undefined;
    const observer = new ResizeObserver(() => placeBeside(current, button));
    observer.observe(current);
    (current.querySelector<HTMLElement>('[autofocus], input') ?? itemsOf(current)[0])?.focus();
    return () => observer.disconnect();
  }, [open, id]);
  const move = (event: KeyboardEvent): void => {
    const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    if (!step || role !== 'menu') return;
    event.preventDefault();
    const items = itemsOf(menu.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]?.focus();
  };
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': role, 'aria-expanded': open })}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the role is that of a menu or a dialog */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu"
        role={role}
        aria-label={label}
        onKeyDown={move}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <CloseContext value={close}>{open && children}</CloseContext>
      </div>
    </>
  );
}

/** Returns the function that closes the menu around the component. */
export function useCloseMenu(): () => void {
  return use(CloseContext);
}

/** An entry of a menu. A disabled one says why in `hint`. */
export function MenuItem({
  icon,
  hint,
  danger = false,
  disabled = false,
  checked,
  onSelect,
  children,
}: {
  icon?: IconName;
  hint?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Set for an entry that is one of several choices. */
  checked?: boolean;
  onSelect: () => void;
  children: ReactNode;
}): ReactNode {
  const close = useCloseMenu();
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      className={danger ? 'menu-item danger' : 'menu-item'}
      onClick={() => {
        if (disabled) return;
        close();
        onSelect();
      }}
    >
      {checked === undefined ? (
        icon && <Icon name={icon} />
      ) : (
        <Icon name="check" className={checked ? '' : 'invisible'} />
      )}
      {children}
      {hint && <span className="help-text ms-auto ps-3">{hint}</span>}
    </button>
  );
}

function buttonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`);
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
