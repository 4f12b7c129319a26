import type { ReactNode } from 'react';
import { Icon } from '../display/icon';

/** A filter that is set: its field, its value and a button that removes it. */
export function Chip({
  field,
  value,
  removeLabel,
  onRemove,
}: {
  field: string;
  value: ReactNode;
  removeLabel: string;
  onRemove: () => void;
}): ReactNode {
  return (
    <span className="chip">
      <span>{field}</span>
      <b>{value}</b>
      <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
