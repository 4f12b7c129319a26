import { type OutageLines, OutageLog } from './outage-log';

const REFUSED = Object.assign(new Error(''), { code: 'ECONNREFUSED' });

describe('OutageLog', () => {
  let now: number;
  let lines: object[];
  let log: OutageLog;

  beforeEach(() => {
    now = 0;
    lines = [];
    const sink: OutageLines = {
      warn: (line) => lines.push({ level: 'warn', ...line }),
      log: (line) => lines.push({ level: 'log', ...line }),
    };
    log = new OutageLog(sink, () => now);
  });

  const failAt = (ms: number): void => {
    now = ms;
    log.failed('unreachable', REFUSED);
  };
  const succeedAt = (ms: number): void => {
    now = ms;
    log.succeeded();
  };

  it('logs one line for an outage and one when it is over', () => {
    for (let failure = 0; failure < 200; failure += 1) failAt(failure * 50);
    expect(log.active).toBe(true);
    succeedAt(12_000);
    expect(log.active).toBe(false);
    expect(lines).toEqual([
      { level: 'warn', message: 'Lost the database', trouble: 'unreachable', reason: 'ECONNREFUSED' },
      {
        level: 'log',
        message: 'The database answered again',
        trouble: 'unreachable',
        seconds: 10,
        failures: 200,
      },
    ]);
  });

  it('logs at most one line per minute while an outage lasts', () => {
    for (let second = 0; second <= 150; second += 1) failAt(second * 1_000);
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ message: 'The database did not come back', seconds: 60, failures: 61 }),
      expect.objectContaining({ message: 'The database did not come back', seconds: 120, failures: 121 }),
    ]);
  });

  it('takes successes and failures side by side for one outage', () => {
    for (let ms = 0; ms < 5_000; ms += 100) {
      failAt(ms);
      succeedAt(ms + 50);
    }
    expect(lines).toHaveLength(1);
  });

  it('says nothing more about a single slow statement', () => {
    log.failed('statement_timeout', new Error('canceling statement due to statement timeout'));
    succeedAt(59_999);
    expect(log.active).toBe(true);
    succeedAt(60_000);
    expect(log.active).toBe(false);
    expect(lines).toHaveLength(1);
  });

  it('logs each kind of trouble on its own', () => {
    failAt(0);
    log.failed('lock_timeout', new Error('canceling statement due to lock timeout'));
    log.failed('lock_timeout', new Error('canceling statement due to lock timeout'));
    succeedAt(1_000);
    succeedAt(60_000);
    expect(lines.map((line) => (line as { message: string }).message)).toEqual([
      'Lost the database',
      'A statement waited too long for a lock',
      'The database answered again',
      'Statements got their locks again',
    ]);
  });
});
