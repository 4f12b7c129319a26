/** Where the browser goes after the decision: a program on this computer, an installed app, or a site. */
export type Destination = { kind: 'computer' } | { kind: 'installed' } | { kind: 'site'; host: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Reads the host of a redirect address. An address of an installed app has a scheme of its own, such as `com.example.app:`. */
export function destinationOf(redirectHost: string): Destination {
  if (LOOPBACK.test(redirectHost)) return { kind: 'computer' };
  if (/^[a-z][a-z\d+.-]*:$/i.test(redirectHost)) return { kind: 'installed' };
  return { kind: 'site', host: redirectHost };
}

const USUAL_DAYS = 90;

/** Returns the span that is chosen at first: 90 days, or the longest one if the session allows less. Null stands for no end. */
export function usualDays(durations: readonly (number | null)[]): number | null {
  if (durations.includes(USUAL_DAYS)) return USUAL_DAYS;
  const days = durations.filter((one) => one !== null);
  return days.length === 0 ? null : Math.max(...days);
}

/** Returns the day on which access ends, or null if it has no end. */
export function endOf(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() + days * 86_400_000);
}

/**
 * Puts a text from outside between the marks that keep its direction of writing to itself. Without them, an Arabic name turns
 * the words beside it around.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
