import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SOURCE_FLAGS } from '@plaudit/testing';

describe('parseDate', () => {
  it('reads a time without a zone as UTC, whatever the time zone of the process', () => {
    const script = `
    const { parseDate } = require(${JSON.stringify(join(__dirname, 'dates.ts'))});
    const now = new Date('2026-11-21T12:00:00Z');
    console.log(['2026-01-05T10:00:00', '2026-01-05 10:00:00', '2026-01-05', '5 January 2026', '05/01/2026 10:00']
      .map((text) => parseDate(text, now).date.toISOString()).join());`;
    const output = execFileSync(process.execPath, [...SOURCE_FLAGS, '-e', script], {
      env: { ...process.env, TZ: 'America/New_York' },
      encoding: 'utf8',
    });
    const [day, time] = ['2026-01-05T00:00:00.000Z', '2026-01-05T10:00:00.000Z'];
    expect(output.trim()).toBe([time, time, day, day, time].join());
  });
});
