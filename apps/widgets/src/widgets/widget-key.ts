import { base62 } from '@plaudit/runtime';

const LENGTH = 16;

export const WIDGET_KEY = /^w_[0-9A-Za-z]{16}$/;

/** `w_` and 16 random base62 characters (95 bits): public, but not to be guessed or counted. */
export function newWidgetKey(randomBytes: (count: number) => Buffer): string {
  return `w_${base62(LENGTH, randomBytes)}`;
}
