import type { ReactNode } from 'react';
import type { IconName } from './icons';
import sprite from './icons.svg';

export type { IconName };

/** An icon. Without a label it is decoration and hidden from screen readers. */
export function Icon({
  name,
  size,
  label,
  className = '',
}: {
  name: IconName;
  size?: 'small' | 'large';
  label?: string;
  className?: string;
}): ReactNode {
  const classes = `icon${size ? ` is-${size}` : ''} ${className}`.trim();
  return (
    <svg
      className={classes}
      viewBox="0 0 16 16"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
