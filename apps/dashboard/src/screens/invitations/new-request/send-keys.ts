import type { KeyboardEvent } from 'react';

/** Returns what sends a form with ⌘Enter or Ctrl Enter, also from a text of several lines. */
export function sendOnModEnter(send: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
}

/** Returns the key cap of a shortcut with ⌘, or with Ctrl where keyboards have no ⌘. */
export function modCap(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`;
}
