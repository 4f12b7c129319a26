import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

/** What happened (`past`), what was ignored or cancelled, what is planned, and what reached the goal (`won`). */
export type TimelineState = 'past' | 'ignored' | 'cancelled' | 'next' | 'won';

export interface TimelineEntry {
  key: string | number;
  icon: IconName;
  state: TimelineState;
  title: ReactNode;
  text?: ReactNode;
  time: ReactNode;
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }): ReactNode {
  return (
    <ol className="timeline">
      {entries.map(({ key, icon, state, title, text, time }) => (
        <li key={key} className={`is-${state}`}>
          <span className="mark">
            <Icon name={icon} />
          </span>
          <div className="min-w-0 grow">
            <p className="flex gap-2">
              <span className="title-text font-medium">{title}</span>
              <span className="help-text ms-auto">{time}</span>
            </p>
            {text && <p className="help-text">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
