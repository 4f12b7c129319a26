import { FAILING_CHANNELS_PATH, MAX_COUNTED_SUB_ACCOUNTS, WAITING_REVIEWS_PATH } from '@plaudit/contracts';
import type { FixtureHandler } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { lastRequest, principalAt } from '../proxy/received-requests.suite';
import { people, type Person } from '../sign-in/people.suite';
import { signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { sessionApi } from './session-api.suite';

describe('GET /app/session/sub_accounts?counts=1', () => {
  let gateway: GatewayWorld;
  let north: number;
  let south: number;
  let person: Person;
  const { sql } = signIns(() => gateway);
  const team = people(() => gateway);
  const { addSubAccount } = sessionApi(() => gateway);

  beforeAll(async () => {
    gateway = await startSignInWorld();
    [north, south] = [await addSubAccount('North'), await addSubAccount('South')];
    person = await team.add({ role_id: 3, sub_accounts: [north, south] });
  });
  afterAll(() => gateway.close());

  const list = async (query = '', of = person): Promise<Record<string, unknown>> =>
    (await team.send(of, 'GET', `/app/session/sub_accounts?counts=1${query}`)).json();
  const counted = async (): Promise<unknown[]> =>
    ((await list()).items as Record<string, unknown>[]).map((item) => [
      item.name,
      item.waiting_reviews,
      item.failing_channels,
    ]);

  function answer(reviews: ReturnType<FixtureHandler>, channels: ReturnType<FixtureHandler>): void {
    gateway.upstreams.reviews.handle(() => reviews);
    gateway.upstreams.channels.handle(() => channels);
  }

  it('has what reviews and channels count, and asks only about the sub accounts of the user', async () => {
    const [theirs, others] = [
      { id: south, count: 38 },
      { id: 1, count: 7 },
    ];
    answer({ body: { counts: [theirs, others] } }, { body: { counts: [{ id: north, count: 2 }] } });
    expect(await counted()).toEqual([
      ['North', 0, 2],
      ['South', 38, 0],
    ]);
    for (const [service, path] of [
      ['reviews', WAITING_REVIEWS_PATH],
      ['channels', FAILING_CHANNELS_PATH],
    ] as const) {
      const received = lastRequest(gateway, service);
      expect([received.path, received.json()]).toEqual([path, { ids: [north, south] }]);
      expect(received.headers.cookie).toBeUndefined();
      const principal = await principalAt(gateway, service);
      expect(principal).toMatchObject({ account_id: 1, main: false, key_id: null, user_id: person.id });
      expect(principal.scopes).not.toContain('account:manage');
    }
  });

  it('has no counts of a service that fails, or that is of an older release', async () => {
    answer('reset', { body: { counts: [] } });
    expect(await counted()).toEqual([
      ['North', null, 0],
      ['South', null, 0],
    ]);
    answer({ body: { counts: [] } }, { status: 404, body: { success: false, code: 'not_found' } });
    expect(await counted()).toEqual([
      ['North', 0, null],
      ['South', 0, null],
    ]);
  });

  it('asks about one page of at most 50 sub accounts', async () => {
    await sql(
      "insert into gateway.sub_accounts (account_id, name) select 1, 'Many' from generate_series(1, 51)",
    );
    answer({ body: { counts: [] } }, { body: { counts: [] } });
    const page = await list('&q=many', await team.add());
    expect(page).toMatchObject({ success: true, next_cursor: expect.any(Number) as unknown });
    expect(page.items).toHaveLength(MAX_COUNTED_SUB_ACCOUNTS);
    expect(lastRequest(gateway, 'reviews').json<{ ids: number[] }>().ids).toHaveLength(50);
    expect(await list('&limit=50')).toMatchObject({ success: true });
    expect(await list('&limit=51')).toMatchObject({ code: 'validation_failed', field: 'limit' });
    const unknown = await team.send(person, 'GET', '/app/session/sub_accounts?counts=all');
    expect([unknown.status, unknown.json().field]).toEqual([400, 'counts']);
  });

  it('asks nobody without counts, or if no name contains the text', async () => {
    const { requests } = gateway.upstreams.reviews;
    const before = requests.length;
    await team.send(person, 'GET', '/app/session/sub_accounts');
    expect(await list('&q=nowhere')).toEqual({ success: true, items: [], next_cursor: null });
    expect(requests).toHaveLength(before);
  });
});
