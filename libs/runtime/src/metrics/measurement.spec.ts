import { Logger } from '@nestjs/common';
import { eventually, RecordedLogs } from '@plaudit/testing';
import { Measurement } from './measurement';

describe('Measurement', () => {
  const logs = new RecordedLogs();
  beforeAll(() => Logger.overrideLogger(logs));

  it('shares one query among all who ask at the same time, and repeats it for the next', async () => {
    let queries = 0;
    const measurement = new Measurement('a table', () => Promise.resolve((queries += 1)));
    expect(await Promise.all([measurement.latest(), measurement.latest()])).toEqual([1, 1]);
    expect(await measurement.latest()).toBe(2);
  });

  it('uses a result as long as it is fresh, and queries again when told to', async () => {
    let queries = 0;
    const measurement = new Measurement('a table', () => Promise.resolve((queries += 1)), 3_600_000);
    expect([await measurement.latest(), await measurement.latest()]).toEqual([1, 1]);
    measurement.forget();
    expect(await measurement.latest()).toBe(2);
  });

  it('returns null for a query that hangs, and does not begin a second one meanwhile', async () => {
    let queries = 0;
    let finish: (value: string) => void = () => {};
    const measurement = new Measurement('a table', () => {
      queries += 1;
      return new Promise<string>((resolve) => (finish = resolve));
    });
    expect(await measurement.latest()).toBeNull();
    const second = measurement.latest();
    finish('found');
    expect(await second).toBe('found');
    expect(queries).toBe(1);
  });

  it('returns null for a query that fails, and logs an outage once', async () => {
    let fails = true;
    const measurement = new Measurement('a table', () =>
      fails ? Promise.reject(new Error('the database is away')) : Promise.resolve(7),
    );
    const warnings = () =>
      logs.lines.filter(({ message }) => JSON.stringify(message).includes('Could not measure a table'));
    expect([await measurement.latest(), await measurement.latest()]).toEqual([null, null]);
    expect(warnings()).toHaveLength(1);
    fails = false;
    await eventually(
      () => measurement.latest(),
      (value) => value === 7,
      'the measured value',
    );
    fails = true;
    expect(await measurement.latest()).toBeNull();
    expect(warnings()).toHaveLength(2);
  });
});
