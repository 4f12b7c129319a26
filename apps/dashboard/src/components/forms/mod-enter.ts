import type { KeyboardEvent } from 'react';
import { modifierName, nameOfPress } from '../../app/keyboard';

/** Returns what sends a form with ⌘Enter or Ctrl Enter, also from a text of several lines. */
export function sendOnModEnter(send: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (nameOfPress(event.nativeEvent) !== 'mod+enter') return;
    event.preventDefault();
    send();
  };
}

/** Returns the key cap of a shortcut with ⌘, or with Ctrl where keyboards have no ⌘. */
export function modCap(key: string): string {
  return `${modifierName()}${key}`;
}
