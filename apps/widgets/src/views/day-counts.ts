export type Counted = 'views' | 'interactions';

/** What one widget was used on one day since the counts were last taken. */
export interface CountedDay {
  key: string;
  /** Days since 1970 in UTC. */
  day: number;
  views: number;
  interactions: number;
}

const DAY_MS = 86_400_000;

/** Returns the days since 1970 in UTC. */
export function dayNumber(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

/** Returns a day as YYYY-MM-DD. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Counts in memory, by UTC day and by key of the widget. */
export class DayCounts {
  private days = new Map<number, Map<string, CountedDay>>();
  /** The number of counts: one for each widget and day. */
  private count = 0;

  /** Counts one. Returns false, and counts nothing, if it needed a new count and there are `max` already. */
  add(what: Counted, key: string, day: number, max: number): boolean {
    const known = this.days.get(day)?.get(key);
    if (!known && this.count >= max) return false;
    const counted = known ?? this.begin(key, day);
    counted[what] += 1;
    return true;
  }

  /** Removes all counts and returns them. */
  take(): CountedDay[] {
    const taken = [...this.days.values()].flatMap((counts) => [...counts.values()]);
    this.days = new Map();
    this.count = 0;
    return taken;
  }

  /** Adds counts that were taken and could not be stored. With those that were begun meanwhile, there can be more than `max`. */
  giveBack(taken: readonly CountedDay[]): void {
    for (const { key, day, views, interactions } of taken) {
      const counted = this.days.get(day)?.get(key) ?? this.begin(key, day);
      counted.views += views;
      counted.interactions += interactions;
    }
  }

  private begin(key: string, day: number): CountedDay {
    const counts = this.days.get(day) ?? new Map<string, CountedDay>();
    const counted = { key, day, views: 0, interactions: 0 };
    this.days.set(day, counts.set(key, counted));
    this.count += 1;
    return counted;
  }
}
