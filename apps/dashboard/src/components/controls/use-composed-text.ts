import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { isComposing } from '../../app/keyboard';

/** Passes on what is typed. What an input method still composes stays in the field, so that it is not searched for. */
export function useComposedText(text: string, onText: (text: string) => void) {
  const [composed, setComposed] = useState({ over: text, value: text });
  const pass = (value: string): void => {
    setComposed({ over: value, value });
    onText(value);
  };
  return {
    // A text from elsewhere, such as that of a reset, ends what was composed over the one before.
    value: composed.over === text ? composed.value : text,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      if (isComposing(nativeEvent)) setComposed({ over: text, value: target.value });
      else pass(target.value);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>): void =>
      pass(currentTarget.value),
  };
}
