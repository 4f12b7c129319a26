import { type ButtonHTMLAttributes, type ReactNode, type Ref, useEffect, useState } from 'react';
import { Icon, type IconName } from '../display/icon';

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A page has one primary button. */
  kind?: ButtonKind;
  size?: 'small' | 'form';
  icon?: IconName;
  /** The key cap of its shortcut. */
  shortcut?: string;
  /** True while what it started runs. It keeps its width and shows a spinner after 300 ms. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const SPINNER_DELAY_MS = 300;

/** A button. Its text is a verb with its object or count. */
export function Button({
  kind = 'default',
  size,
  icon,
  shortcut,
  busy = false,
  className = '',
  children,
  disabled,
  ...attributes
}: ButtonProps): ReactNode {
  const spinning = useLate(busy);
  const classes = [
    'btn',
    kind === 'default' ? '' : kind,
    size ?? '',
    icon && !children ? 'is-icon' : '',
    className,
  ];
  return (
    <button
      type="button"
      {...attributes}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {icon && <Icon name={spinning ? 'refresh' : icon} className={spinning ? 'animate-spin' : ''} />}
      {children}
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

/** A button that shows only an icon. Its label is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  ...props
}: Omit<ButtonProps, 'children'> & { label: string; icon: IconName }): ReactNode {
  return <Button kind="quiet" {...props} icon={icon} aria-label={label} title={label} />;
}

function useLate(active: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setLate(true), SPINNER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active]);
  return active && late;
}
