import { useCallback, useEffect, useRef, useState } from 'react';
import { isTyping, nameOfPress } from '../../app/keyboard';

/** Keys that act on the list at once. Those that open something are left out: what is typed into it would act as well. */
const EARLY = /^[aiujkx]$/;

/**
 * Keeps the keys that are pressed before the code that acts on them is loaded. Returns the function that says it is: they are
 * pressed again then, in their order.
 */
export function useEarlyKeys(): () => void {
  const [isReady, setReady] = useState(false);
  const kept = useRef<KeyboardEvent[]>([]);
  useEffect(() => {
    if (isReady) {
      for (const event of kept.current.splice(0))
        event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
      return undefined;
    }
    const keep = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || !EARLY.test(nameOfPress(event))) return;
      event.stopPropagation();
      kept.current.push(event);
    };
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, [isReady]);
  return useCallback(() => setReady(true), []);
}
