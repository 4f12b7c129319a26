/** The part of a day in which a window is open, in hours after midnight. */
export interface OpenHours {
  from: number;
  until: number;
}

interface Window {
  days: readonly number[];
  start: string;
  end: string;
}

/** Returns the open hours of each day from Monday on. A window that passes midnight goes on in the day after it. */
export function barsOf({ days, start, end }: Window): OpenHours[][] {
  const from = hoursOf(start);
  const until = hoursOf(end);
  return Array.from({ length: 7 }, (_, at) => {
    const opens = days.includes(at + 1);
    const goesOn = days.includes(at === 0 ? 7 : at);
    if (from === until) return opens ? [{ from: 0, until: 24 }] : [];
    if (from < until) return opens ? [{ from, until }] : [];
    return [...(goesOn && until > 0 ? [{ from: 0, until }] : []), ...(opens ? [{ from, until: 24 }] : [])];
  });
}

function hoursOf(clock: string): number {
  const [hours, minutes] = clock.split(':');
  return Number(hours) + Number(minutes) / 60;
}
