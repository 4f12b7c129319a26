/** All that jest's clock can stand in for. */
const FAKEABLE = [
  'Date',
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

/**
 * These alone go by jest's clock, which stands still until the spec moves it; sockets and all other timers go on. Until
 * `jest.useRealTimers()`.
 */
export function fakeOnly(...faked: (typeof FAKEABLE)[number][]): void {
  jest.useFakeTimers({ doNotFake: FAKEABLE.filter((each) => !faked.includes(each)) });
}
