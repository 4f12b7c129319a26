import { type Client, markSent, type RequestsWorld, startRequestsWorld } from '../requests-world.suite';

const EVERY = ['step 3', 'step 2', 'step 1', 'root', 'skipped', 'sent', 'sms', 'percent', 'noa'];

describe('GET /invite/requests/get', () => {
  let world: RequestsWorld;
  let client: Client;
  const ids: Record<string, number> = {};
  let settingsId: number;

  beforeAll(async () => {
    world = await startRequestsWorld();
    client = world.newClient();
    await client.profile({ name: 'First' });
    settingsId = await client.profile({ name: 'Second', followup: { enabled: true } });
    const add = async (key: string, body: object): Promise<void> => {
      ids[key] = (await client.added(body)).id;
    };
    await add('noa', { recipient: 'noa@example.com', name: 'Noa Bergman', reference: 'order-1', delay: 9 });
    await add('percent', { recipient: '100%_off@example.com', name: 'Zoë', delay: 8 });
    await add('sms', { recipient: '+33612345678', name: 'bergmann', delay: 7 });
    await add('sent', { recipient: 'sent@example.com', delay: 6 });
    await markSent(world, ids.sent as number, 60);
    await add('skipped', { recipient: 'NOA@example.com', delay: 5 });
    await add('root', { recipient: 'root@example.com', settings_id: settingsId, delay: 4 });
    await world
      .newClient()
      .added({ recipient: 'noa@example.com', name: 'Noa Bergman', reference: 'order-1' });
    await add('deleted', { recipient: 'deleted@example.com', name: 'Bergman' });
    await client.caller.delete('invitations', `/public/v1/invite/requests/delete/${ids.deleted}`);
  });
  afterAll(() => world.close());

  const names = new Map<number, string>();
  const list = async (query: string): Promise<string[]> => {
    for (const [name, id] of Object.entries(ids)) names.set(id, name);
    const { status, body } = await client.get(`get?${query}`);
    expect({ query, status }).toEqual({ query, status: 200 });
    return (body.items as { id: number; step: number }[]).map(
      ({ id, step }) => names.get(id) ?? `step ${step}`,
    );
  };

  it.each([
    ['', ['step 3', 'step 2', 'step 1', 'root', 'skipped', 'sent', 'sms', 'percent', 'noa']],
    [
      'status=&status_not=&search=&type=&sort=&order=&start=&limit=&recipient=&parent_id=&settings_id=&reference=',
      EVERY,
    ],
    ['status=sent', ['sent']],
    ['status=sent,skipped', ['skipped', 'sent']],
    ['status=sent,%20skipped', ['skipped', 'sent']],
    ['status_not=pending,skipped', ['sent']],
    ['status_not=+pending+,+skipped', ['sent']],
    ['status=sent,skipped&status_not=sent', ['skipped']],
    ['status=sent&status_not=sent', []],
    ['search=BERGMAN', ['sms', 'noa']],
    ['search=%25', ['percent']],
    ['search=_', ['percent']],
    ['search=%5C', []],
    ['search=336123', ['sms']],
    ['recipient=Noa@Example.com', ['skipped', 'noa']],
    ['recipient=%2B33%206%2012%2034%2056%2078', ['sms']],
    ['recipient=+33612345678', ['sms']],
    ['recipient=noa', []],
    ['type=sms', ['sms']],
    ['reference=order-1', ['noa']],
    ['reference=order', []],
    ['parent_id=999999', []],
    ['settings_id=999999', []],
    ['limit=2&start=1&sort=asc', ['percent', 'sms']],
    ['start=9', []],
    ['order=schedule&sort=ASC&limit=3', ['root', 'skipped', 'sent']],
    ['order=sent_on&limit=2', ['sent', 'step 3']],
    ['order=sent_on&sort=ASC&limit=2', ['sent', 'noa']],
    ['order=name&sort=ASC&limit=3', ['noa', 'percent', 'sms']],
    ['order=recipient&sort=DESC&limit=1', ['sent']],
    ['order=status&sort=DESC&limit=1', ['skipped']],
    ['order=created_on&sort=ASC&limit=1', ['noa']],
  ])('returns the matching ones for %j', async (query, expected) => {
    const found = await list(query);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('returns them in order', async () => {
    expect(await list('')).toEqual([
      'step 3',
      'step 2',
      'step 1',
      'root',
      'skipped',
      'sent',
      'sms',
      'percent',
      'noa',
    ]);
    expect(await list('order=schedule&sort=ASC&limit=4')).toEqual(['root', 'skipped', 'sent', 'sms']);
    expect(await list('order=sent_on&sort=DESC&limit=2')).toEqual(['sent', 'step 3']);
    expect(await list(`parent_id=${ids.root}&sort=ASC`)).toEqual(['step 1', 'step 2', 'step 3']);
    expect(await list(`settings_id=${settingsId}&sort=ASC`)).toEqual(['root', 'step 1', 'step 2', 'step 3']);
  });

  it('counts all matches on every page', async () => {
    for (const query of ['limit=2', 'limit=2&start=8', 'limit=2&start=50', 'limit=100'])
      expect((await client.get(`get?${query}`)).body.count).toBe(9);
    expect((await client.get('get?status=pending&limit=1')).body.count).toBe(7);
  });

  it('shows each request as GET /invite/requests/get/{id} does', async () => {
    const { body } = await client.get(`get?reference=order-1`);
    expect(body.items[0]).toEqual((await client.get(`get/${ids.noa}`)).body);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['start=-1', 'start'],
    ['start=1000001', 'start'],
    ['order=email', 'order'],
    ['order=id;drop', 'order'],
    ['sort=up', 'sort'],
    ['status=queued', 'status'],
    ['status=sent,', 'status'],
    ['status=sent%20skipped', 'status'],
    ['status_not=opened', 'status_not'],
    ['type=fax', 'type'],
    ['parent_id=x', 'parent_id'],
    ['settings_id=1.5', 'settings_id'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['page=2', 'page'],
    ['limit=1&limit=2', 'limit'],
  ])('refuses %s', async (query, field) => {
    expect(await client.get(`get?${query}`)).toMatchObject({ status: 400, body: { field } });
  });
});
