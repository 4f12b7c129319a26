import { type DnsReply, type DnsStub, startDnsStub } from '@plaudit/testing';
import { Api } from '../accounts/accounts-world.suite';
import type { GatewayWorld } from '../gateway-world.suite';
import { GuardSignIns1763500100000 } from '../migrations/1763500100000-guard-sign-ins';
import { MovedClock, type Replica, startReplica } from '../sign-in/replica.suite';
import { ORIGIN, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import type { VanityChecksService } from './vanity-checks.service';
import { checksOf, newHost, vanityWorld } from './vanity-world.suite';
import { openGatewayDatabase } from '../gateway-database.suite';

let gateway: GatewayWorld;
let admin: Api;
let other: Api;
let dns: DnsStub;
/** What the name server answers, by name. Every other name does not exist. */
const zone = new Map<string, DnsReply>();
const { sql, command, domainOf, verify, publishProof, linkOrigin, isServed, addAccount } = vanityWorld(
  () => gateway,
  zone,
);

beforeAll(async () => {
  dns = await startDnsStub((name) => zone.get(name) ?? 'nxdomain');
  gateway = await startSignInWorld({
    DNS_SERVERS: dns.address,
    RESERVED_HOSTS: 'status.acme.example,.operator.example',
  });
  admin = new Api(gateway.url, gateway.apiKey);
  other = await addAccount();
});
afterAll(async () => {
  await gateway.close();
  await dns.close();
});

describe('a white-label domain', () => {
  it('is used only after its proof was seen in DNS', async () => {
    const host = newHost();
    await admin.put('/account', { vanity_url: host });
    const pending = await domainOf(admin);
    expect(pending).toMatchObject({
      vanity_url: host,
      vanity_status: 'pending',
      vanity_proof: {
        name: `_plaudit-challenge.${host}`,
        value: expect.stringMatching(/^plaudit-verification=[0-9a-f]{64}$/),
      },
    });
    expect([await linkOrigin(), await isServed(host)]).toEqual([ORIGIN, false]);
    expect(await verify()).toMatchObject({ success: true, vanity_status: 'pending' });
    await publishProof(host);
    expect(await verify()).toMatchObject({ success: true, vanity_status: 'verified' });
    expect([await linkOrigin(), await isServed(host)]).toEqual([`http://${host}`, true]);
    const [entry] = (await admin.get('/account/audit')).body.items;
    expect(entry).toMatchObject({
      action: 'account.vanity_verified',
      actor: { type: 'key' },
      after: { vanity_url: host, vanity_status: 'verified' },
    });
  });

  it('is verified by sending the same vanity_url again, whose proof stays the same', async () => {
    const host = newHost();
    await publishProof(host);
    const { vanity_proof } = await domainOf(admin);
    await admin.put('/account', { vanity_url: host.toUpperCase() });
    expect(await domainOf(admin)).toMatchObject({ vanity_status: 'verified', vanity_proof });
  });

  it('gets another proof and is pending whenever it changes', async () => {
    const [first, second] = [newHost(), newHost()];
    await publishProof(first);
    await verify();
    const proof = (await domainOf(admin)).vanity_proof;
    await admin.put('/account', { vanity_url: second });
    expect(await isServed(first)).toBe(false);
    await admin.put('/account', { vanity_url: first });
    const again = await domainOf(admin);
    expect(again.vanity_status).toBe('pending');
    expect(again.vanity_proof).not.toEqual(proof);
    expect(await verify()).toMatchObject({ vanity_status: 'pending' });
    await admin.put('/account', { vanity_url: null });
    expect(await domainOf(admin)).toMatchObject({ vanity_status: 'none', vanity_proof: null });
    expect(await verify()).toMatchObject({ success: true, vanity_status: 'none', vanity_proof: null });
  });

  it.each<[string, DnsReply]>([
    ['has another value', { texts: ['plaudit-verification=0000'] }],
    ['has the value inside another text', { texts: ['x plaudit-verification=0000 y'] }],
    ['fails', 'servfail'],
    ['sends a truncated answer', 'truncated'],
    ['sends more records than any proof needs', { texts: Array.from({ length: 60 }, (_, n) => `${n}`) }],
  ])('stays pending when the name server %s', async (_what, reply) => {
    const host = newHost();
    await admin.put('/account', { vanity_url: host });
    zone.set(`_plaudit-challenge.${host}`, reply);
    expect(await verify()).toMatchObject({ success: true, vanity_status: 'pending' });
    expect(await isServed(host)).toBe(false);
  });

  it('moves to the account that proves it later, and not back by the record of the earlier one', async () => {
    const host = newHost();
    await publishProof(host, other);
    expect(await verify(other)).toMatchObject({ vanity_status: 'verified' });
    await admin.put('/account', { vanity_url: host });
    expect(await verify()).toMatchObject({ vanity_status: 'pending' });
    expect(await domainOf(other)).toMatchObject({ vanity_status: 'verified' });
    await publishProof(host);
    expect(await verify()).toMatchObject({ vanity_status: 'verified' });
    expect(await domainOf(other)).toMatchObject({ vanity_url: host, vanity_status: 'pending' });
    expect(await verify(other)).toMatchObject({ vanity_status: 'pending' });
    expect(await linkOrigin()).toBe(`http://${host}`);
    expect((await other.get('/account/audit')).body.items[0]).toMatchObject({
      action: 'account.vanity_pending',
      actor: { type: 'operator' },
    });
  });

  it('is verified by one account only when two that both have a proof ask at once', async () => {
    const host = newHost();
    await publishProof(host);
    await publishProof(host, other);
    const answers = await Promise.all([verify(), verify(other)]);
    expect(answers.map(({ vanity_status }) => vanity_status)).toContain('verified');
    const states = [(await domainOf(admin)).vanity_status, (await domainOf(other)).vanity_status];
    expect(states.toSorted()).toEqual(['pending', 'verified']);
  });

  it.each([
    'status.acme.example',
    'operator.example',
    'a.operator.example',
    'plaudit.localhost',
    'x.localhost',
  ])('cannot be %s, which is reserved', async (vanity_url) => {
    expect(await admin.put('/account', { vanity_url })).toMatchObject({
      status: 400,
      body: { code: 'invalid_url', field: 'vanity_url' },
    });
  });

  it('is not used any more after the operator reserved it', async () => {
    await sql('delete from gateway.vanity_domains');
    await signIns(() => gateway).verifiedDomain('later.operator.example');
    expect([await linkOrigin(), await isServed('later.operator.example')]).toEqual([ORIGIN, false]);
    await sql('delete from gateway.vanity_domains');
  });

  it('is verified only by admins of the whole account', async () => {
    for (const key of [
      await gateway.addKey({ role: 'user', accountManagement: true }),
      await gateway.addKey({ role: 'admin' }),
    ])
      expect(await new Api(gateway.url, key).post('/account/vanity_url/verify')).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
  });
});

describe('the daily check', () => {
  const DAY_MS = 24 * 3_600_000;
  const clock = new MovedClock();
  let replica: Replica;
  let checks: VanityChecksService;

  beforeAll(async () => {
    replica = await startReplica(gateway, clock);
    checks = checksOf(replica.database, dns, clock);
  });
  afterAll(() => replica.close());

  async function statusAfterDays(days: number): Promise<string> {
    clock.advance(days * DAY_MS);
    await checks.checkDue();
    return (await domainOf(admin)).vanity_status;
  }

  it('lets a domain that lost its proof be used for three more days, whatever name servers that fail say', async () => {
    const host = newHost();
    await publishProof(host);
    await verify();
    const { name, value } = (await domainOf(admin)).vanity_proof!;
    const askedBefore = dns.questions.filter((question) => question.endsWith(name)).length;
    expect(await statusAfterDays(0)).toBe('verified');
    expect(dns.questions.filter((question) => question.endsWith(name))).toHaveLength(askedBefore);
    zone.set(name, 'servfail');
    expect(await statusAfterDays(10)).toBe('verified');
    zone.set(name, { texts: [] });
    for (let day = 0; day < 3; day += 1) expect(await statusAfterDays(1.01)).toBe('verified');
    zone.set(name, { texts: [value] });
    expect(await statusAfterDays(1.01)).toBe('verified');
    zone.delete(name);
    for (let day = 0; day < 3; day += 1) expect(await statusAfterDays(1.01)).toBe('verified');
    expect(await statusAfterDays(1.01)).toBe('pending');
    expect([await linkOrigin(), await isServed(host)]).toEqual([ORIGIN, false]);
    expect((await admin.get('/account/audit')).body.items[0]).toMatchObject({
      action: 'account.vanity_pending',
      actor: { type: 'operator' },
    });
  });

  it('does not look for the proof of a domain that the operator verified', async () => {
    const host = newHost();
    await admin.put('/account', { vanity_url: host });
    await command('change', { account: String((await admin.get('/account')).body.id), vanity: 'verified' });
    expect(await statusAfterDays(30)).toBe('verified');
    expect(dns.questions.join(' ')).not.toContain(host);
  });
});

describe('the operator of the server', () => {
  it('verifies a domain without DNS and takes it back', async () => {
    const host = newHost();
    await admin.put('/account', { vanity_url: host });
    const account = String((await admin.get('/account')).body.id);
    await command('change', { account, vanity: 'verified' });
    expect(await domainOf(admin)).toMatchObject({ vanity_status: 'verified' });
    expect(await isServed(host)).toBe(true);
    expect(await verify()).toMatchObject({ vanity_status: 'verified' });
    await command('change', { account, vanity: 'pending' });
    expect(await isServed(host)).toBe(false);
    await admin.put('/account', { vanity_url: null });
    await expect(command('change', { account, vanity: 'verified' })).rejects.toThrow('has no vanity_url');
    await expect(command('change', { account, vanity: 'yes' })).rejects.toThrow('--vanity');
  });
});

describe('the migration', () => {
  it('makes the white-label domains of earlier versions pending', async () => {
    const { dataSource } = await openGatewayDatabase(gateway);
    const runner = dataSource.createQueryRunner();
    const migration = new GuardSignIns1763500100000();
    await sql('update gateway.accounts set vanity_url = null');
    await sql(
      "update gateway.accounts set vanity_url = 'Old.example.com' where id = (select min(id) from gateway.accounts)",
    );
    await migration.down(runner);
    await migration.up(runner);
    await dataSource.destroy();
    expect(await domainOf(admin)).toMatchObject({
      vanity_url: 'Old.example.com',
      vanity_status: 'pending',
      vanity_proof: { name: '_plaudit-challenge.old.example.com' },
    });
    expect(await verify()).toMatchObject({ vanity_status: 'pending' });
  });
});
