import { createDataSource, Database } from '@plaudit/database';
import { Clock, Secrets, Tracing } from '@plaudit/runtime';
import { ChannelsEnv } from '../channels.env';
import { ChannelCredentialsService } from '../channels/channel-credentials.service';
import type { ChannelEntity } from '../channels/channel.entity';
import { googleBusiness } from '../platforms/local/google-business';
import type { Platform } from '../platforms/platform';
import { OAuthConnectionsRepository } from './oauth-connections.repository';
import { OAuthWorld } from './oauth-world.suite';
import { ChannelAccessService } from './tokens/channel-access.service';
import { ChannelTokensRepository } from './tokens/channel-tokens.repository';
import { OAuthTokenClient } from './tokens/oauth-token.client';

const WORKERS = 2;
const platform = googleBusiness as unknown as Platform;

let oauth: OAuthWorld;
let database: Database;
let tokens: ChannelTokensRepository;
let clients: OAuthTokenClient[];
let sub = 700;

beforeAll(async () => {
  oauth = await OAuthWorld.start();
  const url = oauth.own.world.databaseUrl('channels');
  const source = createDataSource({ url, schema: 'channels', entities: [], migrations: [], poolSize: 5 });
  await source.initialize();
  database = new Database(source, 'channels');
  tokens = new ChannelTokensRepository(database);
  const env = Object.assign(new ChannelsEnv(), oauth.platform.settings, { ALLOW_LOOPBACK: true });
  clients = Array.from({ length: WORKERS }, () => new OAuthTokenClient(env, new Clock(), Tracing.OFF));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.onApplicationShutdown()));
  await database.dataSource.destroy();
  await oauth.close();
});

const admin = <Row>(sql: string, parameters: unknown[] = []) =>
  oauth.own.world.admin.query<Row>(sql, parameters);

async function connected(): Promise<ChannelEntity> {
  oauth.platform.accounts.set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme' }]);
  const api = oauth.as((sub += 1));
  await oauth.callback((await oauth.signIn(api, 'ann')).query);
  const [channel] = await admin<ChannelEntity>('select * from channels.channels where sub_account_id = $1', [
    sub,
  ]);
  return channel as ChannelEntity;
}

describe('the lease of a renewal', () => {
  it('is held by one worker until it is released, or expires', async () => {
    const { id } = await connected();
    const first = (await tokens.acquire(id)) ?? '';
    expect(first).not.toBe('');
    expect(await tokens.acquire(id)).toBeNull();
    await tokens.release(id, first);
    const second = (await tokens.acquire(id)) ?? '';
    await admin(
      "update channels.token_leases set lease_until = now() - interval '1 second' where channel_id = $1",
      [id],
    );
    const third = (await tokens.acquire(id)) ?? '';
    expect(new Set([first, second, third, '']).size).toBe(4);
    expect(await tokens.store(id, second, Buffer.from('late'))).toBe(false);
    expect(await tokens.store(id, third, Buffer.from('kept'))).toBe(true);
    expect((await tokens.read(id))?.credentials?.toString()).toBe('kept');
    expect(await tokens.store(id, third, Buffer.from('again'))).toBe(false);
  });

  it('is lost when the user signs in again, so that an old renewal stores nothing', async () => {
    const { id } = await connected();
    const lease = (await tokens.acquire(id)) ?? '';
    await database.transaction((tx) => tokens.replace(tx, id, Buffer.from('new')));
    expect(await tokens.store(id, lease, Buffer.from('old'))).toBe(false);
    expect((await tokens.read(id))?.credentials?.toString()).toBe('new');
  });

  it('is not given for a channel that was deleted', async () => {
    const { id } = await connected();
    await admin('delete from channels.channels where id = $1', [id]);
    expect([await tokens.acquire(id), await tokens.read(id)]).toEqual([null, null]);
  });
});

describe('two workers that need the token of one channel', () => {
  it('spend one refresh token for twelve requests at once', async () => {
    oauth.platform.expiresIn = 30;
    const channel = await connected();
    oauth.platform.expiresIn = 3_600;
    oauth.platform.spent.length = 0;
    const secrets = new Secrets(oauth.own.world.settings('channels')['SECRETS_KEY'] ?? '');
    const credentials = new ChannelCredentialsService(secrets);
    const services = clients.map(
      (client) => new ChannelAccessService(credentials, tokens, client, new Clock()),
    );
    const accesses = services.flatMap((service) =>
      [1, 2, 3].map(() => service.of(channel, platform, AbortSignal.timeout(20_000))),
    );
    const given = await Promise.all(accesses.flatMap((access) => [access.token(), access.token()]));
    expect([given.length, new Set(given).size]).toEqual([12, 1]);
    expect(oauth.platform.spent).toHaveLength(1);

    const renewed = await Promise.all(accesses.map((access) => access.renew()));
    expect(renewed).toEqual(Array(6).fill(true));
    const again = await Promise.all(accesses.map((access) => access.token()));
    expect([new Set(again).size, again.includes(given[0] ?? '')]).toEqual([1, false]);
    expect(oauth.platform.spent).toHaveLength(2);
    expect(oauth.platform.violations).toEqual([]);
  });

  it('fail with the same error if the platform has ended the access, after one request', async () => {
    oauth.platform.expiresIn = 30;
    const channel = await connected();
    oauth.platform.revoke();
    oauth.platform.spent.length = 0;
    const secrets = new Secrets(oauth.own.world.settings('channels')['SECRETS_KEY'] ?? '');
    const credentials = new ChannelCredentialsService(secrets);
    const signal = AbortSignal.timeout(20_000);
    const failures = await Promise.all(
      clients.map((client) =>
        new ChannelAccessService(credentials, tokens, client, new Clock())
          .of(channel, platform, signal)
          .token()
          .catch((error: unknown) => error),
      ),
    );
    expect(failures).toEqual(Array(WORKERS).fill(expect.objectContaining({ code: 'AUTH_EXPIRED' })));
    expect(oauth.platform.spent).toHaveLength(1);
  });
});

describe('an expired connection', () => {
  it('is deleted with its tokens, and no other one is', async () => {
    const repository = new OAuthConnectionsRepository(database);
    oauth.platform.accounts.set('ben', [
      { id: 'accounts/2/locations/1', title: 'One' },
      { id: 'accounts/2/locations/2', title: 'Two' },
    ]);
    const api = oauth.as((sub += 1));
    const [old, open] = [await oauth.signIn(api, 'ben'), await oauth.signIn(api, 'ben')];
    await oauth.callback(old.query);
    const stored = () =>
      admin<{ id: number; access: Buffer | null }>(
        'select id::int, access from channels.oauth_connections where sub_account_id = $1 order by id',
        [sub],
      );
    expect((await stored())[0]?.access).not.toBeNull();
    await admin(
      "update channels.oauth_connections set expires_on = now() - interval '1 second' where id = $1",
      [old.connectionId],
    );
    expect((await oauth.connection(api, old.connectionId)).status).toBe(404);
    expect(await repository.purge()).toBeGreaterThan(0);
    expect((await stored()).map(({ id }) => id)).toEqual([open.connectionId]);
  });
});
