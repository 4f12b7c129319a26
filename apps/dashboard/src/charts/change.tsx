import type { ReactNode } from 'react';

/** How a figure changed: an arrow, the size of the change as text, and the same in words for screen readers. */
export function Change({ value, text, words }: { value: number; text: string; words: string }): ReactNode {
  if (value === 0) return <span className="font-medium text-text-2">{words}</span>;
  return (
    <span className={value > 0 ? 'font-medium text-good' : 'font-medium text-bad'}>
      <span aria-hidden="true">
        {value > 0 ? '▲' : '▼'} {text}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
