import type { ReactNode } from 'react';
import { usePreferences } from '../../../../app/preferences';
import { useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { barsOf } from '../window-bars';
import type { ProfileDraft } from '../profile-draft';

const LEFT = 34;
const WIDTH = 360;
const ROW = 16;
const HOURS = [0, 6, 12, 18, 24] as const;

/** The hours of the week in which messages are sent. */
export function WindowChart({ window }: { window: ProfileDraft['send_window'] }): ReactNode {
  const t = useTexts('invite_profile');
  const formats = useFormats();
  const { language } = usePreferences();
  const names = dayNames(language, 'short');
  const long = dayNames(language, 'long').filter((_name, at) => window.days.includes(at + 1));
  const label = t('window_chart', { days: formats.list(long), start: window.start, end: window.end });
  const bars = barsOf(window);
  return (
    <svg className="window-chart" viewBox="0 0 396 132" role="img" aria-label={label}>
      {names.map((name, day) => (
        <g key={name}>
          <text x={0} y={14 + day * ROW}>
            {name}
          </text>
          <rect className="is-day" x={LEFT} y={5 + day * ROW} width={WIDTH} height={11} rx={3} />
          {bars[day]?.map(({ from, until }) => (
            <rect
              key={from}
              className="is-open"
              x={LEFT + (from / 24) * WIDTH}
              y={5 + day * ROW}
              width={((until - from) / 24) * WIDTH}
              height={11}
              rx={3}
            />
          ))}
        </g>
      ))}
      {HOURS.map((hour) => (
        <text key={hour} x={LEFT + (hour / 24) * WIDTH} y={129} textAnchor={hour === 24 ? 'end' : 'middle'}>
          {String(hour).padStart(2, '0')}
        </text>
      ))}
    </svg>
  );
}

/** Returns the names of the days from Monday on. */
export function dayNames(language: string, style: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
}
