import type { ReactNode } from 'react';

/** A choice between few values that are all visible, such as 30 days, 90 days. */
export function Segments<Value extends string>({
  label,
  value,
  choices,
  onChange,
  wide = false,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  wide?: boolean;
}): ReactNode {
  return (
    <div className={wide ? 'segments wide' : 'segments'} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
