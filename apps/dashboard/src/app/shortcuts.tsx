import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react';
import { isComposing, isTyping, nameOfPress, type Shortcut, ShortcutReader } from './keyboard';
import { usePreferences } from './preferences';

type Registry = Set<readonly Shortcut[]>;
const Context = createContext<Registry | null>(null);

/**
 * Listens for the shortcuts of all components below. The last registered one wins. Single keys do nothing while a person
 * types, in an open dialog or menu, and when they are switched off.
 */
export function ShortcutsProvider({ children }: { children: ReactNode }): ReactNode {
  const { singleKeys } = usePreferences();
  const registry = useMemo<Registry>(() => new Set(), []);
  useEffect(() => {
    const reader = new ShortcutReader();
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isComposing(event)) return;
      const name = nameOfPress(event);
      // Escape closes what is open above the page first.
      if (name === 'escape' && isInLayer(event.target)) return;
      const isSingle = !/^(mod|alt)\+|^escape$/.test(name);
      if (isSingle && (isTyping(event.target) || !singleKeys || isInLayer(event.target))) return;
      const shortcuts = [...registry].flat();
      const sequences = new Set(shortcuts.map(({ keys }) => keys).filter((keys) => keys.includes(' ')));
      const keys = reader.read(name, sequences, event.timeStamp);
      const shortcut = shortcuts.findLast((one) => one.keys === keys);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [registry, singleKeys]);
  return <Context value={registry}>{children}</Context>;
}

/** Registers shortcuts while the component is mounted. `shortcuts` may be a new array with each render. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = use(Context);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts.map(({ keys }) => keys).join('\n');
  useEffect(() => {
    if (!registry || names === '') return undefined;
    const own = names.split('\n').map((keys, at) => ({
      keys,
      run: (event: KeyboardEvent) => latest.current[at]?.run(event),
    }));
    registry.add(own);
    return () => void registry.delete(own);
  }, [registry, names]);
}

/** Returns true inside an open dialog or menu. */
export function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open], [popover]:popover-open') !== null;
}
