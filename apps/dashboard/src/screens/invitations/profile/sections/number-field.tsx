import { type ReactNode, useState } from 'react';
import { TextField } from '../../../../components/controls/field';

/** A field for a whole number. What is not a number of the range is shown as typed and not taken over. */
export function NumberField({
  label,
  value,
  min,
  max,
  help,
  error,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  help?: string | undefined;
  error: string | null;
  onChange: (value: number) => void;
}): ReactNode {
  const [text, setText] = useState(String(value));
  const typed = numberOf(text, min, max);
  const shown = typed === null || typed === value ? text : String(value);
  return (
    <TextField
      label={label}
      help={help}
      error={error ?? (typed === null ? `${min} – ${max}` : null)}
      inputMode="numeric"
      value={shown}
      maxLength={6}
      onChange={(event) => {
        setText(event.target.value);
        const next = numberOf(event.target.value, min, max);
        if (next !== null) onChange(next);
      }}
      onBlur={() => setText(String(value))}
    />
  );
}

function numberOf(text: string, min: number, max: number): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
