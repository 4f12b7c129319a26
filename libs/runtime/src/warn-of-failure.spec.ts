import { Logger } from '@nestjs/common';
import { createDataSource, Database } from '@plaudit/database';
import { RecordedLogs } from '@plaudit/testing';
import { warnOfFailure } from './warn-of-failure';

describe('warnOfFailure', () => {
  const logs = new RecordedLogs();

  beforeAll(() => Logger.overrideLogger(logs));
  afterEach(() => logs.lines.splice(0));

  it('warns of a failure of the work itself', () => {
    warnOfFailure(new Logger('Worker'), 'Could not count', new Error('no such column'));
    expect(logs.lines).toMatchObject([{ level: 'warn', message: { message: 'Could not count' } }]);
  });

  it('leaves it to the Database to warn of its troubles', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const database = new Database(
      createDataSource({ url, schema: 'none', entities: [], migrations: [] }),
      'none',
    );
    const error: unknown = await database
      .transaction(() => Promise.resolve())
      .catch((thrown: unknown) => thrown);
    warnOfFailure(new Logger('Worker'), { message: 'Could not count' }, error);
    expect(logs.lines).toMatchObject([
      { level: 'debug', message: { message: 'Could not count', trouble: 'unreachable' } },
    ]);
  });
});
