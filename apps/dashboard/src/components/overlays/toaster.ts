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
  /** Called when it goes by itself or by a person, and not when its action runs. */
  onGone?: () => void;
}

const LIFE_MS = 8_000;
const MAX_TOASTS = 3;

/** Holds the messages at the bottom of the page, at most three. */
export class Toaster {
  private toasts: readonly Toast[] = [];
  private nextId = 1;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly list = (): readonly Toast[] => this.toasts;

  /** Shows a message and returns its id. */
  show(toast: Partial<Omit<Toast, 'id'>> & Pick<Toast, 'text'>): number {
    const kind = toast.kind ?? 'done';
    const id = this.nextId;
    this.nextId += 1;
    const added: Toast = { kind, life: kind === 'done' ? LIFE_MS : 0, ...toast, id };
    const kept = [...this.toasts, added];
    for (const { onGone } of kept.slice(0, -MAX_TOASTS)) onGone?.();
    this.set(kept.slice(-MAX_TOASTS));
    return id;
  }

  /** Changes a message that is still there. */
  update(id: number, change: Partial<Omit<Toast, 'id'>>): void {
    this.set(this.toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)));
  }

  close(id: number): void {
    const toast = this.toasts.find((one) => one.id === id);
    this.set(this.toasts.filter((one) => one.id !== id));
    toast?.onGone?.();
  }

  /** Runs the action of a message and removes the message. */
  act(id: number): void {
    const toast = this.toasts.find((one) => one.id === id);
    this.set(this.toasts.filter((one) => one.id !== id));
    toast?.action?.run();
  }

  private set(toasts: readonly Toast[]): void {
    this.toasts = toasts;
    for (const listener of this.listeners) listener();
  }
}

export const toaster = new Toaster();
