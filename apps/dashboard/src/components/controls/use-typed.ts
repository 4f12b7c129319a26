import { useState } from 'react';

/** Holds what is typed into a field. A new value from outside replaces it. */
export function useTyped(value: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return [typed, setTyped];
}
