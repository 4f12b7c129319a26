/** Everything that jest could fake, but the date. */
const GOES_ON = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** The date of this process stands still until the spec moves it: no token comes back because a machine is busy. */
export function stopDate(): void {
  jest.useFakeTimers({ doNotFake: [...GOES_ON] });
}

export function passMs(ms: number): void {
  jest.setSystemTime(Date.now() + ms);
}

export function releaseDate(): void {
  jest.useRealTimers();
}
