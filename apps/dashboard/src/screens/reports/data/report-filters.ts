/** The address of the reports. */
export interface ReportsSearch {
  tab?: string;
  range?: string;
  compare?: string;
  channels?: string;
  groups?: string;
  type?: string;
  /** The charts that are shown as tables, separated by commas. */
  table?: string;
}

export const RANGES = ['3', '6', '12', '24'] as const;
export type Range = (typeof RANGES)[number];

/** What the period is compared to. */
export type Before = 'year' | 'period';

const DEFAULT_RANGE: Range = '12';
const LIST = /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/;

/** What the address asks the API for. What is not a valid filter is left out. */
export interface ReportFilters {
  months: number;
  compare: boolean;
  query: { channels?: string; groups?: string; type?: number; compare?: 'previous' };
}

export function rangeOf({ range }: ReportsSearch): Range {
  return RANGES.find((one) => one === range) ?? DEFAULT_RANGE;
}

export function filtersOf(search: ReportsSearch): ReportFilters {
  const { channels = '', groups = '', type = '', compare } = search;
  const compares = compare === '1';
  return {
    months: Number(rangeOf(search)),
    compare: compares,
    query: {
      ...(LIST.test(channels) ? { channels } : {}),
      ...(LIST.test(groups) ? { groups } : {}),
      ...(/^[1-9]\d{0,8}$/.test(type) ? { type: Number(type) } : {}),
      ...(compares ? { compare: 'previous' as const } : {}),
    },
  };
}

/** Returns true if the address shows some channels only. */
export function isFiltered({ query }: ReportFilters): boolean {
  return query.channels !== undefined || query.groups !== undefined || query.type !== undefined;
}

/** Returns the parameter `table` with one chart shown the other way. Empty if all are charts. */
export function toggledTable(table: string | undefined, name: string): string | undefined {
  const names = (table ?? '').split(',').filter(Boolean);
  const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
  return next.join(',') || undefined;
}

export function isTable(table: string | undefined, name: string): boolean {
  return (table ?? '').split(',').includes(name);
}

/** Returns what the time before the period is called. */
export function beforeOf({ months }: Pick<ReportFilters, 'months'>): Before {
  return months === 12 ? 'year' : 'period';
}
