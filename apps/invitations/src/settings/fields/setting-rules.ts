import { webUrl } from '@plaudit/runtime';

/** Returns true for an address of a web page without user and password. */
export function isPage(value: string, protocols: readonly string[] = ['http:', 'https:']): boolean {
  if (webUrl(value) === null || value.includes('\\')) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && username === '' && password === '';
}

export function isTimeOfDay(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Returns true for a day of one year such as 2026-12-25, or of every year such as 12-25. */
export function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(\d{4}-)?\d\d-\d\d$/.test(value)) return false;
  // 2000 is a leap year, so that 02-29 is a day.
  const day = value.length === 5 ? `2000-${value}` : value;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Returns true for what an SMS can be sent from: a number in E.164, or 3 to 11 letters and digits, one of them a letter. */
export function isSmsSender(value: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(value) || (/^[a-z0-9]{3,11}$/i.test(value) && /[a-z]/i.test(value));
}
