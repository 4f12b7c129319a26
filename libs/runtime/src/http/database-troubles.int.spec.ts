import { administer, eventually, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { Gate, gates, probeService } from '../fixtures/probe-service';
import { errorResponse, PROBE } from '../fixtures/probe-world';

const LOCK = 'select pg_advisory_xact_lock(1, 1)';

describe('a service in trouble with its database', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: probeService }],
      nats: false,
      proxiesPostgres: true,
    });
  });
  afterAll(() => world.close());

  const statement = () => world.as({ account_id: 7 }).get('reviews', `${PROBE}/statement`);
  const transaction = (...statements: string[]) =>
    world.as({ account_id: 8 }).post('reviews', `${PROBE}/transaction`, { body: { statements } });
  const messagesOf = (trouble: string): string[] =>
    world.logs.lines.flatMap(({ message }) => {
      const line = message as { trouble?: string; message: string };
      return line.trouble === trouble ? [line.message] : [];
    });
  const expectUnavailable = ({ status, body, headers }: HttpResult): void => {
    expect({ status, body }).toEqual(errorResponse(503, 'upstream_unavailable'));
    expect(headers.get('retry-after')).toBe('2');
  };

  it('answers 503 while Postgres is away, and logs the outage once and its end once', async () => {
    expect((await statement()).status).toBe(200);
    await world.postgres.refuse();
    const responses = await Promise.all(Array.from({ length: 200 }, statement));
    responses.forEach(expectUnavailable);
    expect(messagesOf('unreachable')).toEqual(['Lost the database']);
    await world.postgres.accept();
    await eventually(
      async () => [(await statement()).status, messagesOf('unreachable').length],
      ([status, lines]) => status === 200 && lines === 2,
      'the end of the outage',
    );
    expect(messagesOf('unreachable')).toEqual(['Lost the database', 'The database answered again']);
    expect(world.logs.errors()).toEqual([]);
    const requests = world.logs.lines.filter(({ context }) => context === 'ErrorFilter');
    expect(requests).toEqual([]);
  });

  it('answers 503 to a request that waits too long for a lock', async () => {
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(`begin; ${LOCK}`);
      expectUnavailable(await transaction('set local lock_timeout = 20', LOCK));
    });
    expect(messagesOf('lock_timeout')).toEqual(['A statement waited too long for a lock']);
  });

  it('answers 503 to a request whose statement takes too long', async () => {
    expectUnavailable(await transaction('set local statement_timeout = 20', 'select pg_sleep(60)'));
    expect(messagesOf('statement_timeout')).toEqual(['Postgres cancelled a statement']);
  });

  it('answers 503 to a request whose transaction Postgres ended because of a deadlock', async () => {
    const raise = "do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$";
    expectUnavailable(await transaction(raise));
    expect(messagesOf('deadlock')).toEqual(['Postgres ended a deadlock']);
  });

  it('answers 503 to a request whose session an administrator ended', async () => {
    expectUnavailable(await transaction('select pg_terminate_backend(pg_backend_pid())'));
  });

  it('answers 503 to a request whose transaction was idle for too long', async () => {
    gates.slow = new Gate();
    const caller = world.as({ account_id: 8 });
    const response = caller.post('reviews', `${PROBE}/idle-transaction`, { body: {} });
    const idle = (): Promise<object[]> =>
      world.admin.query(
        "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
    const entered = () => gates.slow.entered;
    await eventually(entered, (count) => count === 1, 'the transaction to be idle');
    await eventually(idle, ({ length }) => length === 0, 'Postgres to end the transaction');
    gates.slow.open();
    expectUnavailable(await response);
  });

  it('refuses a second connection to code inside a transaction', async () => {
    world.expectErrors(/second connection/);
    const response = await world.as({ account_id: 9 }).get('reviews', `${PROBE}/nested`);
    expect(response.status).toBe(500);
    const [error] = world.logs.errors();
    expect(error?.message).toMatchObject({ message: expect.stringContaining('used a second connection') });
  });
});
