/**
 * The durables whose service has a handler of its noun's snapshot. The owner of the noun may send to these only: it cannot know the
 * handlers of another service. A spec of apps/standalone compares this list with the handlers.
 */
export const SNAPSHOT_DURABLES: readonly string[] = [
  'reviews__channel',
  'widgets__channel',
  'widgets__review',
];
