import { Client } from 'pg';

import { eventually } from '../eventually';
import { cloneDatabase, type TestDatabase } from './clone-database';
import { PostgresProxy } from './postgres-proxy';
import { administer } from './test-server';

describe('PostgresProxy', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let client: Client;

  beforeAll(async () => {
    database = await cloneDatabase();
    await administer(database.adminUrl, (admin) => admin.query('create table notes (text text)'));
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await PostgresProxy.open(database.adminUrl);
    client = new Client({ connectionString: proxy.url });
    client.on('error', () => {});
    await client.connect();
  });
  afterEach(async () => {
    await proxy.close();
    await client.end();
  });

  const write = (text: string) => client.query('insert into notes (text) values ($1)', [text]);
  const noted = async (text: string) =>
    (await administer(database.adminUrl, (admin) => admin.query('select from notes where text = $1', [text])))
      .length;

  it('forwards statements and responses, including large ones', async () => {
    const { rows } = await client.query<{ text: string }>("select repeat('x', 300000) || $1 as text", ['y']);
    expect(rows[0]?.text).toHaveLength(300_001);
  });

  it('holds one statement until the spec releases it', async () => {
    const holding = proxy.hold('insert into notes');
    const writing = write('held');
    const held = await holding;
    expect(await noted('held')).toBe(0);
    held.release();
    await writing;
    expect(await noted('held')).toBe(1);
    await write('held');
    expect(await noted('held')).toBe(2);
  });

  it('cuts a connection before the server receives the statement', async () => {
    const holding = proxy.hold('insert into notes');
    const writing = write('cut');
    (await holding).cut();
    await expect(writing).rejects.toThrow('terminated');
    expect(await noted('cut')).toBe(0);
  });

  it('loses the response to a commit that succeeded', async () => {
    await client.query('begin');
    await write('lost answer');
    const lost = proxy.loseResponse('commit');
    await expect(client.query('commit')).rejects.toThrow('terminated');
    await lost;
    expect(await noted('lost answer')).toBe(1);
  });

  it('runs a statement in a session without the client noticing', async () => {
    await client.query('select pg_advisory_lock(1)');
    const locked = () =>
      administer(database.adminUrl, (admin) => admin.query('select pg_try_advisory_lock(1) as free'));
    expect(await locked()).toEqual([{ free: false }]);
    await proxy.inject('select pg_advisory_unlock_all()');
    expect(await locked()).toEqual([{ free: true }]);
    expect((await client.query('select 7 as seven')).rows).toEqual([{ seven: 7 }]);
  });

  it('keeps the connection of a client open after the server has lost it', async () => {
    await client.query('select pg_advisory_lock(2)');
    proxy.leaveHalfOpen();
    const asked = client.query('select 1').then(() => 'answered');
    asked.catch(() => {});
    await eventually(
      () => administer(database.adminUrl, (admin) => admin.query('select pg_try_advisory_lock(2) as free')),
      ([row]) => (row as { free: boolean }).free,
      'the server to end the session',
    );
    await expect(Promise.race([asked, Promise.resolve('silence')])).resolves.toBe('silence');
  });
});
