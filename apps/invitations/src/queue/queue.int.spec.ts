import { administer, type Administration, SeededRandom } from '@plaudit/testing';
import { SendingWorld } from '../sending/sending-world.suite';

const SEED = 15;

let world: SendingWorld;
beforeAll(async () => (world = await SendingWorld.start({ SMTP_CONNECTIONS: '0', SMS_PROVIDER: 'none' })));
afterAll(() => world.close());
beforeEach(() => world.world.admin.query('truncate invitations.requests, invitations.lanes'));

/** Runs statements as the service does. */
function asService<T>(work: (admin: Administration) => Promise<T>): Promise<T> {
  return administer(world.world.databaseUrl('invitations'), work);
}

interface ExplainedPlan {
  Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks' | 'Actual Rows', number>;
}

interface Claimed {
  id: string;
  sub_account_id: string;
  recipient: string;
}

async function claim(rows: number, admin?: Administration): Promise<Claimed[]> {
  const run = (on: Administration): Promise<Claimed[]> =>
    on.query<Claimed>("select * from claim_requests('email', $1, 16, 16, 600)", [rows]);
  return admin ? run(admin) : asService(run);
}

function people(prefix: string, count: number, dueIn = -1): { recipient: string; dueIn: number }[] {
  return Array.from({ length: count }, (_value, place) => ({
    recipient: `${prefix}-${place}@example.org`,
    dueIn,
  }));
}

describe('claim_requests', () => {
  it('leases every due request to exactly one of several workers', async () => {
    const tenants = await Promise.all([1, 2, 3].map(() => world.tenant()));
    for (const [place, tenant] of tenants.entries()) await world.queue(tenant, people(`t${place}`, 70));
    const worker = async (): Promise<string[]> => {
      const mine: string[] = [];
      for (let rows = await claim(20); rows.length > 0; rows = await claim(20))
        mine.push(...rows.map(({ id }) => id));
      return mine;
    };
    const claimed = (await Promise.all([worker(), worker(), worker(), worker()])).flat();
    expect(claimed).toHaveLength(210);
    expect(new Set(claimed).size).toBe(210);
  });

  it('leases nothing that is not due yet, not pending or deleted', async () => {
    const tenant = await world.tenant();
    const ids = await world.queue(tenant, [...people('future', 2, 3_600), ...people('due', 3)]);
    const update = (set: string, id: number | undefined): Promise<unknown> =>
      world.world.admin.query(`update invitations.requests set ${set} where id = $1`, [id]);
    await update("status = 'cancelled'", ids[2]);
    await update('due_at = null, deleted_on = now()', ids[3]);
    expect((await claim(20)).map(({ id }) => Number(id))).toEqual([ids[4]]);
    expect(await claim(20)).toEqual([]);
  });

  it('serves a sub account with one request next to one with thousands', async () => {
    const large = await world.tenant();
    await world.queue(large, people('large', 5_000, -3_600));
    const small = await world.tenant();
    await world.queue(small, people('small', 1));
    const served = [...(await claim(16)), ...(await claim(16)), ...(await claim(16))];
    expect(served.map(({ recipient }) => recipient)).toContain('small-0@example.org');
  });

  it('gives each of many sub accounts its turn before any gets a second one', async () => {
    const tenants = await Promise.all(Array.from({ length: 12 }, () => world.tenant()));
    for (const [place, tenant] of tenants.entries()) await world.queue(tenant, people(`turn${place}`, 40));
    const first = await claim(12);
    expect(new Set(first.map(({ sub_account_id }) => sub_account_id)).size).toBe(12);
  });

  it('skips a request that another transaction has locked, and leases it later', async () => {
    const tenant = await world.tenant();
    const ids = await world.queue(tenant, people('locked', 2));
    await asService(async (holder) => {
      await holder.query('begin');
      await holder.query('select from requests where id = $1 for update', [ids[0]]);
      expect((await claim(20)).map(({ id }) => Number(id))).toEqual([ids[1]]);
      await holder.query('rollback');
    });
    expect((await claim(20)).map(({ id }) => Number(id))).toEqual([ids[0]]);
  });

  it('sees a request that was committed while the lane was locked', async () => {
    const tenant = await world.tenant();
    await world.queue(tenant, people('before', 1));
    await asService(async (holder) => {
      await holder.query('begin');
      expect(await claim(20, holder)).toHaveLength(1);
      const added = world.queue(tenant, people('meanwhile', 1));
      await holder.query('commit');
      await added;
    });
    expect(await claim(20)).toHaveLength(1);
  });

  it('never schedules a lane after its earliest request, whatever happens in which order', async () => {
    const random = new SeededRandom(SEED);
    const tenants = await Promise.all([1, 2, 3].map(() => world.tenant()));
    for (let step = 0; step < 60; step += 1) {
      const tenant = tenants[random.between(0, 2)]!;
      const dueIn = random.between(-10, 10);
      if (random.between(1, 10) <= 6)
        await world.queue(tenant, people(`walk${step}`, 1 + (step % 20), dueIn));
      else await claim(random.between(1, 30));
      const late = await world.world.admin.query(
        `select l.* from invitations.lanes l where l.next_due_at > greatest(clock_timestamp(), coalesce((
           select min(r.due_at) from invitations.requests r
           where r.sub_account_id = l.sub_account_id and r.type = l.type and r.status = 'pending'), 'infinity'))`,
      );
      expect({ step, late }).toEqual({ step, late: [] });
    }
  });

  it('reads a few pages of an index although very many requests are due later', async () => {
    const tenant = await world.tenant();
    await world.world.admin.query(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, recipient, recipient_key,
         schedule, due_at)
       select $1, $1, $2, 'email', 'pending', 'later-' || n || '@example.org', '\\x00', now(), now() + n * interval '1 minute'
       from generate_series(1, 100000) n`,
      [tenant.subAccountId, tenant.settingsId],
    );
    await world.queue(tenant, people('tick', 1));
    await world.world.admin.query('analyze invitations.requests');
    const blocks = await asService(async (admin) => {
      // The first call of a session reads the catalogue.
      await claim(1, admin);
      await world.queue(tenant, people('tock', 1));
      const [{ 'QUERY PLAN': plan }] = (await admin.query<{ 'QUERY PLAN': ExplainedPlan[] }>(
        "explain (analyze, buffers, format json) select * from claim_requests('email', 64, 16, 16, 600)",
      )) as [{ 'QUERY PLAN': ExplainedPlan[] }];
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read, 'Actual Rows': rows } = plan[0]!.Plan;
      expect(rows).toBe(1);
      return hit + read;
    });
    // The table has more than a thousand pages.
    expect(blocks).toBeLessThan(300);
  }, 60_000);
});
