import { useEffect, useState } from 'react';

/** Longer than the pause between the two clicks of a double click, in ms. */
const STEADY_MS = 700;

/**
 * Returns true once the page has had the focus for a moment. A hostile page can place a window over this one, close it at the
 * first click of a double click, and so lead the second click to a button here.
 */
export function useSteadyFocus(): boolean {
  const [isSteady, setSteady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setSteady(document.hasFocus()), STEADY_MS);
    };
    const end = (): void => {
      clearTimeout(timer);
      setSteady(false);
    };
    begin();
    addEventListener('focus', begin);
    addEventListener('blur', end);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', begin);
      removeEventListener('blur', end);
    };
  }, []);
  return isSteady;
}
