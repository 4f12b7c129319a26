import { createHmac } from 'node:crypto';

/** How far a receiver lets the time of a signature be off, either way. */
const TOLERANCE_SECONDS = 300;

/** What a receiver does with `X-Service-Signature`. `now` in Unix seconds; by default the clock's. */
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
  if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret)
    .update(`${Number(time)}.`)
    .update(body)
    .digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value === expected);
}
