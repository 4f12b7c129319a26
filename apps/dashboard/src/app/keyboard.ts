/** What a key does and where. */
export interface Shortcut {
  /** Keys as in `a`, `shift+x`, `mod+k` and `g i`. `mod` is ⌘ on Apple's systems and Ctrl elsewhere. */
  keys: string;
  run: (event: KeyboardEvent) => void;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** How long the second key of a sequence such as `g i` may take, in ms. */
const SEQUENCE_MS = 1500;

/** Returns the name of a key press, such as `shift+x`, `mod+k` or `?`. Shift is part of a name only for letters and named keys. */
export function nameOfPress({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyPress): string {
  const isCharacter = [...key].length === 1;
  const isLetter = isCharacter && key.toLowerCase() !== key.toUpperCase();
  const name = isCharacter ? key.toLowerCase() : key.toLowerCase().replace(/^arrow/, '');
  const modifiers = [
    ...(metaKey || ctrlKey ? ['mod'] : []),
    ...(altKey ? ['alt'] : []),
    ...(shiftKey && (isLetter || !isCharacter) ? ['shift'] : []),
  ];
  return [...modifiers, name === ' ' ? 'space' : name].join('+');
}

/** Returns true if a press types into a field, so that single keys must not act. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|range)$/.test(target.type);
}

/**
 * Returns true if a press or an input belongs to a character that an input method composes. In Safari, the press that ends the
 * composition comes after it and has the code 229.
 */
export function isComposing(event: Event): boolean {
  if ('keyCode' in event && event.keyCode === 229) return true;
  return 'isComposing' in event && event.isComposing === true;
}

/** Finds shortcuts in a stream of key presses. */
export class ShortcutReader {
  private first: { name: string; at: number } | null = null;

  /** Returns the keys that a press completes: a sequence with the press before, or the press alone. */
  read(name: string, sequences: ReadonlySet<string>, now: number): string {
    const { first } = this;
    this.first = null;
    if (first && now - first.at <= SEQUENCE_MS && sequences.has(`${first.name} ${name}`))
      return `${first.name} ${name}`;
    if ([...sequences].some((keys) => keys.startsWith(`${name} `))) this.first = { name, at: now };
    return name;
  }
}

/** Returns the name of the key that `mod` stands for: ⌘ on Apple's systems, `Ctrl ` elsewhere. */
export function modifierName(platform: string = navigator.platform): string {
  return /^(Mac|iP)/.test(platform) ? '⌘' : 'Ctrl ';
}
