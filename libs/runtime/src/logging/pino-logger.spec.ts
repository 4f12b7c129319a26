import { Logger } from '@nestjs/common';
import { buildPrincipal } from '@plaudit/testing';
import { runInContext } from '../context';
import { PinoLogger } from './pino-logger';

interface Line {
  level: string;
  time: string;
  msg?: string;
  name?: string;
  [field: string]: unknown;
}

/** Has the fields of TypeORM's error of this name. */
class QueryFailedError extends Error {
  readonly query = "insert into users values ($1, 'hunter2')";
  readonly parameters = ['hunter2'];
  readonly detail = 'Key (email)=(hunter2) already exists.';
  readonly driverError = { detail: this.detail };
  readonly code = '23505';
  readonly constraint = 'users_email_key';
  readonly table = 'users';
}

/** Returns the lines that the logger writes. */
function logged(write: (logger: Logger) => void, level = 'trace'): Line[] {
  const lines: Line[] = [];
  Logger.overrideLogger(
    new PinoLogger(level, { write: (line) => void lines.push(JSON.parse(line) as Line) }),
  );
  write(new Logger('Sample'));
  return lines;
}

describe('PinoLogger', () => {
  it('writes a line of JSON with time, level and the name of the logger', () => {
    expect(logged((logger) => logger.log('hello'))).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        pid: process.pid,
        name: 'Sample',
        msg: 'hello',
      },
    ]);
  });

  it('maps all levels of Nest', () => {
    const lines = logged((logger) => {
      logger.verbose('a');
      logger.debug('b');
      logger.log('c');
      logger.warn('d');
      logger.error('e');
      logger.fatal('f');
    });
    expect(lines.map(({ level }) => level)).toEqual(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
  });

  it('writes nothing below its level', () => {
    expect(logged((logger) => logger.debug('x'), 'info')).toEqual([]);
    expect(logged((logger) => logger.fatal('x'), 'silent')).toEqual([]);
  });

  it('uses the level info if the configured level does not exist', () => {
    expect(logged((logger) => logger.log('x'), 'loud')).toHaveLength(1);
    expect(logged((logger) => logger.debug('x'), 'loud')).toHaveLength(0);
  });

  it('writes errors with their stack, alone or with a text', () => {
    const error = new TypeError('broken');
    const [alone, withText] = logged((logger) => {
      logger.error(error);
      logger.warn('purging failed', error);
    });
    expect(alone).toMatchObject({
      msg: 'broken',
      err: { type: 'TypeError', stack: expect.stringContaining('broken') },
    });
    expect(withText).toMatchObject({ msg: 'purging failed', err: { message: 'broken' }, name: 'Sample' });
  });

  it('writes a stack that Nest passes as text', () => {
    const [line] = logged((logger) => logger.error('broken', 'Error: broken\n    at there'));
    expect(line).toMatchObject({ msg: 'broken', stack: expect.stringContaining('at there'), name: 'Sample' });
  });

  it('writes the fields of an object and takes its message as the text', () => {
    const [one, two] = logged((logger) => {
      logger.log({ message: 'purged', rows: 3 });
      logger.log('purged', { rows: 3 });
    });
    expect(one).toMatchObject({ msg: 'purged', rows: 3, name: 'Sample' });
    expect(one).not.toHaveProperty('message');
    expect(two).toMatchObject({ msg: 'purged', rows: 3, name: 'Sample' });
  });

  it.each([undefined, null, 7])('writes %p as text', (value) => {
    expect(logged((logger) => logger.log(value))[0]).toMatchObject({ msg: String(value) });
  });

  it('adds service, request, trace, event and account of the context, but no token', () => {
    const context = {
      service: 'reviews',
      correlationId: 'request-1',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      causationId: 'evt_1',
      principal: buildPrincipal({ account_id: 7 }),
      principalToken: 'the.signed.token',
    };
    const [line] = logged((logger) => runInContext(context, () => logger.log('x')));
    expect(line).toMatchObject({
      service: 'reviews',
      request_id: 'request-1',
      trace_id: 'a'.repeat(32),
      event_id: 'evt_1',
      account_id: 7,
    });
    expect(JSON.stringify(line)).not.toContain('the.signed.token');
  });

  it('redacts passwords, credentials and addresses at any depth', () => {
    const secrets = {
      password: 'hunter2',
      Authorization: 'Basic eA==',
      users: [{ email: 'hunter2', id: 7 }],
    };
    const [line] = logged((logger) => logger.log({ message: 'x', ...secrets }));
    expect(line).toMatchObject({ password: '[redacted]', users: [{ email: '[redacted]', id: 7 }] });
    expect(JSON.stringify(line)).not.toMatch(/hunter2|eA==/);
  });

  it('writes a failed statement without its text, parameters and values, wherever the error is', () => {
    const failed = new QueryFailedError('duplicate key');
    const causes = new Error('not saved', { cause: failed });
    const lines = logged((logger) => {
      logger.error(failed);
      logger.warn('not saved', failed);
      logger.warn({ message: 'not saved', channel_id: 7, error: failed });
      logger.error(causes);
      logger.error(new AggregateError([failed, causes], 'two steps failed'));
    });
    const err = {
      type: 'QueryFailedError',
      message: 'duplicate key',
      code: '23505',
      constraint: 'users_email_key',
    };
    expect(lines).toMatchObject([
      { err: { ...err, table: 'users', stack: expect.stringContaining('pino-logger.spec') } },
      { err, msg: 'not saved' },
      { error: err, channel_id: 7 },
      { err: { type: 'Error', message: 'not saved', cause: err } },
      { err: { type: 'AggregateError', errors: [err, { cause: err }] } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('ends at an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(logged((logger) => logger.error(error))).toHaveLength(1);
  });
});
