import type { ReactNode } from 'react';

export function ProofDialog({ onDone }: { onDone: (removed: boolean) => void }): ReactNode {
  return <button onClick={() => onDone(false)}>close</button>;
}
