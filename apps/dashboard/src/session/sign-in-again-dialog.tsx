import type { ReactNode } from 'react';

export function SignInAgainDialog({ onDone }: { onDone: (removed: boolean) => void }): ReactNode {
  return <button onClick={() => onDone(false)}>close</button>;
}
