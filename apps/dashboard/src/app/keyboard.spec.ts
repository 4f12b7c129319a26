import { isComposing, nameOfPress, ShortcutReader } from './keyboard';

function press(key: string, held: Partial<KeyboardEvent> = {}): string {
  return nameOfPress({ key, metaKey: false, ctrlKey: false, altKey: false, shiftKey: false, ...held });
}

describe('nameOfPress', () => {
  it.each([
    ['a', {}, 'a'],
    ['X', { shiftKey: true }, 'shift+x'],
    ['?', { shiftKey: true }, '?'],
    ['k', { ctrlKey: true }, 'mod+k'],
    ['k', { metaKey: true }, 'mod+k'],
    ['Enter', { metaKey: true }, 'mod+enter'],
    ['ArrowDown', {}, 'down'],
    ['p', { altKey: true }, 'alt+p'],
    [' ', {}, 'space'],
  ])('names %s with %j', (key, held, name) => {
    expect(press(key, held)).toBe(name);
  });
});

describe('ShortcutReader', () => {
  const sequences = new Set(['g i', '* a']);

  it('completes a sequence within a second and a half', () => {
    const reader = new ShortcutReader();
    expect(reader.read('g', sequences, 0)).toBe('g');
    expect(reader.read('i', sequences, 1000)).toBe('g i');
  });

  it('forgets the first key of a sequence after that time', () => {
    const reader = new ShortcutReader();
    reader.read('g', sequences, 0);
    expect(reader.read('i', sequences, 2000)).toBe('i');
  });

  it('forgets the first key after a key that completes nothing', () => {
    const reader = new ShortcutReader();
    reader.read('g', sequences, 0);
    expect(reader.read('x', sequences, 100)).toBe('x');
    expect(reader.read('i', sequences, 200)).toBe('i');
  });
});

describe('isComposing', () => {
  it('knows the presses and inputs of an input method, and the press that ends a composition in Safari', () => {
    expect(isComposing({ isComposing: true } as KeyboardEvent)).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 229 } as KeyboardEvent)).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 13 } as KeyboardEvent)).toBe(false);
    expect(isComposing(new Event('change'))).toBe(false);
  });
});
