/** Everything that jest's fake clock can replace. */
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
 * Replaces only these with jest's fake clock, until `jest.useRealTimers()`. The fake clock stands still until the spec
 * moves it. Sockets and all other timers work as usual.
 */
export function fakeOnly(...faked: (typeof FAKEABLE)[number][]): void {
  jest.useFakeTimers({ doNotFake: FAKEABLE.filter((each) => !faked.includes(each)) });
}
