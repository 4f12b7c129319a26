import { createHmac } from 'node:crypto';

/** The signature of a receiver may be this much older or newer than its clock. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 300;

/** Checks `X-Service-Signature` as a receiver does. `now` is in Unix seconds and defaults to the current time. */
export function isSigned(
  header: string,
  body: Buffer,
  secret: string,
  now = Math.floor(Date.now() / 1_000),
): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const times = parts.filter(([name]) => name?.trim() === 't').map(([, value]) => value ?? '');
  const [time] = times;
  if (times.length !== 1 || !time || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now - Number(time)) > MAX_CLOCK_DIFFERENCE_SECONDS) return false;
  const expected = createHmac('sha256', secret)
    .update(`${Number(time)}.`)
    .update(body)
    .digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value === expected);
}
