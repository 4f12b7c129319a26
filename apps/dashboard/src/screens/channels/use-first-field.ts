import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref for the content of a dialog. Its first text field gets the focus, which the dialog gives to its first button. */
export function useFirstField<Element extends HTMLElement>(): RefObject<Element | null> {
  const content = useRef<Element>(null);
  useEffect(() => {
    content.current
      ?.querySelector<HTMLElement>(
        'input:is([type=text], [type=search], [type=url], [type=password], :not([type]))',
      )
      ?.focus();
  }, []);
  return content;
}
