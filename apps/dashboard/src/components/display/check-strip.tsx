import type { ReactNode } from 'react';

export type CheckOutcome = 'ok' | 'retried' | 'failed' | 'none';

const BARS: Readonly<Record<CheckOutcome, { y: number; height: number; name: string }>> = {
  ok: { y: 2, height: 14, name: 'ok' },
  retried: { y: 7, height: 9, name: 'slow' },
  failed: { y: 12, height: 4, name: 'no' },
  none: { y: 15, height: 1, name: 'none' },
};
const STEP = 4;

/** The daily checks of a channel, oldest first. Height carries the meaning, colour repeats it. */
export function CheckStrip({
  checks,
  label,
}: {
  checks: readonly { date: string; outcome: CheckOutcome }[];
  label: string;
}): ReactNode {
  return (
    <svg
      className="check-strip"
      width={checks.length * STEP - 2}
      height={18}
      viewBox={`0 0 ${checks.length * STEP - 2} 18`}
      role="img"
      aria-label={label}
    >
      {checks.map(({ date, outcome }, at) => {
        const { y, height, name } = BARS[outcome];
        return <rect key={date} className={name} x={at * STEP} y={y} width={2} height={height} rx={1} />;
      })}
    </svg>
  );
}
