import { cleanLine } from '@plaudit/runtime/content';
import type { NormalizedPage, Notice } from '../../platforms/platform';

const MAX_EXAMPLE = 200;

/**
 * Returns what could not be understood of a page: what its reader noticed, dates and rows. A page of which no review has a date has
 * lost them, and there is no example.
 */
export function noticesOf(
  noticed: readonly Notice[],
  { reviews, rejected }: Pick<NormalizedPage, 'reviews' | 'rejected'>,
): Notice[] {
  const unread = reviews.flatMap(({ unreadDate }) => unreadDate ?? []);
  const isUndated = reviews.every((review) => review.postedPrecision === 'unknown' && !review.unreadDate);
  return sumOf([
    ...noticed,
    ...noticeOf('unreadable_dates', isUndated ? reviews.map(() => null) : unread),
    ...noticeOf('unreadable_rows', rejected),
  ]);
}

function noticeOf(code: Notice['code'], found: readonly (string | null)[]): Notice[] {
  return found.length === 0 ? [] : [{ code, count: found.length, total: null, example: found[0] ?? null }];
}

/** Adds up the notices of several pages: one for each code, with the first example. */
export function sumOf(notices: readonly Notice[]): Notice[] {
  const sums = new Map<Notice['code'], Notice>();
  for (const { code, count, total, example } of notices) {
    const sum = sums.get(code);
    sums.set(code, {
      code,
      count: count + (sum?.count ?? 0),
      total: sum ? added(sum.total, total) : total,
      example: sum?.example ?? (example === null ? null : cleanLine(example, MAX_EXAMPLE)),
    });
  }
  return [...sums.values()];
}

function added(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** Returns the notices of a crawl that read so many reviews. Their number is the total of what is noticed of reviews. */
export function withTotals(notices: readonly Notice[], reviews: number): Notice[] {
  return notices.map((notice) => {
    if (notice.code === 'unreadable_dates') return { ...notice, total: Math.max(reviews, notice.count) };
    return notice.code === 'unreadable_rows' ? { ...notice, total: reviews + notice.count } : notice;
  });
}

/**
 * Returns the notices of a channel after a crawl that read a part of it. That may have met again what is known, so the larger
 * figures count, and what it did not meet stays.
 */
export function afterPart(known: readonly Notice[], met: readonly Notice[]): Notice[] {
  const codes = new Set([...known, ...met].map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const same = [...met, ...known].filter((notice) => notice.code === code);
    const [largest] = same.toSorted((a, b) => b.count - a.count);
    return largest ? [{ ...largest, total: largestTotal(same) }] : [];
  });
}

function largestTotal(notices: readonly Notice[]): number | null {
  const totals = notices.flatMap(({ total }) => total ?? []);
  return totals.length === 0 ? null : Math.max(...totals);
}
