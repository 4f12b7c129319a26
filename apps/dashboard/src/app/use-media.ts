import { useSyncExternalStore } from 'react';

/** Returns whether a media query matches, such as `(width < 40rem)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** The width below which one column is shown and the navigation stands at the bottom. */
export const NARROW = '(width < 40rem)';
