import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

/** A neutral label, such as the tag of a review. */
export function Tag({ icon, children }: { icon?: IconName; children: ReactNode }): ReactNode {
  return (
    <span className="tag">
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A count. Amber only if a person must act. */
export function Badge({ tone, children }: { tone?: 'warn'; children: ReactNode }): ReactNode {
  return <span className={tone ? `badge ${tone}` : 'badge'}>{children}</span>;
}

export type StatusTone = 'good' | 'warn' | 'bad' | 'busy' | 'quiet';

const TONES: Readonly<Record<StatusTone, { icon: IconName; color: string }>> = {
  good: { icon: 'done', color: 'text-good' },
  warn: { icon: 'alert', color: 'text-warn' },
  bad: { icon: 'failed', color: 'text-bad' },
  busy: { icon: 'refresh', color: 'text-accent' },
  quiet: { icon: 'clock', color: 'text-text-3' },
};

/** A state as icon and word. The colour only repeats it. */
export function Status({
  tone,
  icon,
  children,
}: {
  tone: StatusTone;
  icon?: IconName;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`status ${TONES[tone].color}`}>
      <Icon name={icon ?? TONES[tone].icon} />
      {children}
    </span>
  );
}

/** A key cap. */
export function Key({ children }: { children: ReactNode }): ReactNode {
  return <kbd>{children}</kbd>;
}
