import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

type Tone = 'info' | 'good' | 'warn' | 'bad';
const ICON: Readonly<Record<Tone, IconName>> = { info: 'info', good: 'done', warn: 'alert', bad: 'failed' };

/** A statement, then its remedy in `action`. Announced at once if it is bad. */
export function Note({
  tone,
  action,
  children,
}: {
  tone: Tone;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={`note is-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICON[tone]} />
      <div>{children}</div>
      {action}
    </div>
  );
}
