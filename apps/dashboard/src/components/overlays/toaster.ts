import type { ReactNode } from 'react';

export interface ToastAction {
  label: string;
  shortcut?: string;
  run: () => void;
}

export interface Toast {
  id: number;
  text: ReactNode;
  detail?: ReactNode;
  /** A failure stays until it is closed. */
  kind: 'done' | 'busy' | 'failed';
  action?: ToastAction;
  /** How long it stays, in ms. 0 until it is closed. */
  life: number;
  /** Called when it goes by itself or by a person, and not when its action runs. Resolves when what it sent has arrived. */
  onGone?: () => void | Promise<unknown>;
}

/** Messages with the same words, which are shown as one with their number. The newest is the last. */
export interface ToastGroup {
  /** The id of the first message. It stays while more arrive. */
  id: number;
  toasts: readonly Toast[];
}

const LIFE_MS = 8_000;
const MAX_GROUPS = 3;

/** Holds the messages at the bottom of the page: at most three different ones. */
export class Toaster {
  private groups: readonly ToastGroup[] = [];
  private nextId = 1;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly list = (): readonly ToastGroup[] => this.groups;

  /** Shows a message and returns its id. */
  show(toast: Partial<Omit<Toast, 'id'>> & Pick<Toast, 'text'>): number {
    const kind = toast.kind ?? 'done';
    const id = this.nextId;
    this.nextId += 1;
    const added: Toast = { kind, life: kind === 'done' ? LIFE_MS : 0, ...toast, id };
    const same = this.groups.find(({ toasts }) => toasts.every((one) => isSame(one, added)));
    const others = this.groups.filter((group) => group !== same);
    const all = [...others, { id: same?.id ?? id, toasts: [...(same?.toasts ?? []), added] }];
    this.set(all.slice(-MAX_GROUPS));
    void haveGone(all.slice(0, -MAX_GROUPS));
    return id;
  }

  /** Changes a message that is still there. */
  update(id: number, change: Partial<Omit<Toast, 'id'>>): void {
    const changed = (toast: Toast): Toast => (toast.id === id ? { ...toast, ...change } : toast);
    this.set(this.groups.map((group) => ({ ...group, toasts: group.toasts.map(changed) })));
  }

  /** Removes one message. */
  close(id: number): void {
    void this.take(id)?.onGone?.();
  }

  /** Removes the messages with the same words. */
  closeGroup(id: number): void {
    const closed = this.groups.filter((group) => group.id === id);
    this.set(this.groups.filter((group) => group.id !== id));
    void haveGone(closed);
  }

  /** Removes every message, because its session or sub account is left. Resolves when what they sent has arrived. */
  async clear(): Promise<void> {
    const { groups } = this;
    this.set([]);
    await haveGone(groups);
  }

  /** Runs the action of a message and removes the message. */
  act(id: number): void {
    this.take(id)?.action?.run();
  }

  private take(id: number): Toast | undefined {
    const taken = this.groups.flatMap(({ toasts }) => toasts).find((toast) => toast.id === id);
    const left = this.groups.map((group) => ({
      ...group,
      toasts: group.toasts.filter((toast) => toast !== taken),
    }));
    if (taken) this.set(left.filter(({ toasts }) => toasts.length > 0));
    return taken;
  }

  private set(groups: readonly ToastGroup[]): void {
    this.groups = groups;
    for (const listener of this.listeners) listener();
  }
}

/** Returns true if a person cannot tell two messages apart. */
function isSame(one: Toast, other: Toast): boolean {
  return (
    typeof one.text === 'string' &&
    one.text === other.text &&
    one.detail === other.detail &&
    one.kind === other.kind &&
    one.action?.label === other.action?.label
  );
}

async function haveGone(groups: readonly ToastGroup[]): Promise<void> {
  await Promise.allSettled(groups.flatMap(({ toasts }) => toasts).map(async ({ onGone }) => onGone?.()));
}

export const toaster = new Toaster();
