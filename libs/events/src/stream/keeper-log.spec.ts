import { Logger } from '@nestjs/common';
import { DeadLetterLoss } from './dead-letter-loss';
import { KeeperLog } from './keeper-log';

/** Keeps the lines, with their level. */
class Lines extends Logger {
  readonly lines: string[] = [];
  override error(message: string): void {
    this.lines.push(`error: ${message}`);
  }
  override warn(message: string): void {
    this.lines.push(`warn: ${message}`);
  }
  override log(message: string): void {
    this.lines.push(`log: ${message}`);
  }
}

describe('the log of the keeper', () => {
  it('has missing streams when they begin, change and end', () => {
    const logger = new Lines();
    const log = new KeeperLog(logger);
    for (const missing of [[], ['DLQ'], ['DLQ'], ['DLQ', 'DIRECT'], [], []]) log.missingStreams(missing);
    expect(logger.lines).toEqual([
      expect.stringMatching(/^error: Found no stream DLQ;/),
      expect.stringMatching(/^error: Found no stream DLQ, DIRECT;/),
      'log: Found the stream DLQ, DIRECT again',
    ]);
  });

  it('has the durables that hold the stream back when they begin and end', () => {
    const logger = new Lines();
    const log = new KeeperLog(logger);
    for (const holders of [['ai__review'], ['ai__review'], []]) log.holders(holders, 0.9);
    expect(logger.lines).toEqual([
      expect.stringContaining('error: The stream EVENTS was 90 % full'),
      'log: The durables ai__review no longer hold the stream back',
    ]);
  });

  it('names consumers without a leader when they change, and says when there is none', () => {
    const logger = new Lines();
    const log = new KeeperLog(logger);
    for (const silent of [[], ['crm'], ['crm'], ['crm', 'bi'], []]) log.silentConsumers(silent);
    expect(logger.lines).toEqual([
      expect.stringMatching(/^warn: NATS has no leader .*: crm$/),
      expect.stringMatching(/^warn: NATS has no leader .*: crm, bi$/),
      'log: The consumers crm, bi have a leader again',
    ]);
  });

  it('has lost dead letters once until the stream was emptied, and counts all of them', () => {
    const logger = new Lines();
    const loss = new DeadLetterLoss(logger);
    const level = { stream: 'DLQ', maxBytes: 100, messages: 10, last: 1_000 };
    const observe = (bytes: number, first: number) => loss.observe([{ ...level, bytes, first }]);
    observe(99, 1);
    observe(99, 4);
    observe(99, 6);
    expect(loss.letters).toBe(5);
    expect(logger.lines).toHaveLength(1);
    observe(50, 500);
    observe(99, 501);
    observe(99, 503);
    expect(loss.letters).toBe(8);
    expect(logger.lines).toHaveLength(2);
  });
});
