/** How long ago a page showed a widget. The service stores only the hour. */
export type Seen = 'never' | 'this_hour' | 'earlier';

const HOUR_MS = 3_600_000;

/** `seen` is the hour in which a page last showed the widget, or null. */
export function seenAt(seen: Date | null, now: Date): Seen {
  if (!seen) return 'never';
  return now.getTime() - seen.getTime() < HOUR_MS ? 'this_hour' : 'earlier';
}

export type WidgetState = 'live' | 'waiting' | 'paused';

export function stateOf({
  active,
  last_seen_on: seen,
}: {
  active: boolean;
  last_seen_on: string | null;
}): WidgetState {
  if (!active) return 'paused';
  return seen === null ? 'waiting' : 'live';
}
