import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { isComposing } from '../../app/keyboard';

/** Passes on what is typed. What an input method still composes stays in the field, so that it is not searched for. */
export function useComposedText(text: string, onText: (text: string) => void) {
  const [composed, setComposed] = useState<string | null>(null);
  return {
    value: composed ?? text,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      if (isComposing(nativeEvent)) setComposed(target.value);
      else onText(target.value);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>): void => {
      setComposed(null);
      onText(currentTarget.value);
    },
  };
}
