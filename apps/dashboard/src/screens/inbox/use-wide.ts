import { useSyncExternalStore } from 'react';

const WIDE = matchMedia('(width >= 56.25rem)');

/** Returns true if list and detail stand side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener('change', listener);
      return () => WIDE.removeEventListener('change', listener);
    },
    () => WIDE.matches,
  );
}
