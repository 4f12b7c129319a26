import {
  type AccountsWorld,
  type Api,
  startAccountsWorld,
  statusesOf,
} from '../accounts/accounts-world.suite';

const MAX_KEYS = 10_000;

let gateway: AccountsWorld;
let full: Api;

/** Adds keys to the newest account until it has `count` keys that are not deleted. */
async function fillUpTo(count: number): Promise<void> {
  await gateway.world.admin.query(
    `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role)
     select s.account_id, s.id, 'filler', 'rk_filler', sha256(convert_to(s.account_id || ' ' || n, 'UTF8')), 'user'
       from gateway.sub_accounts s,
            generate_series(1, $1 - (select count(*)::int from gateway.keys k
                                      where k.account_id = s.account_id and k.deleted_at is null)) n
      where s.account_id = (select max(id) from gateway.accounts)`,
    [count],
  );
}

beforeAll(async () => {
  gateway = await startAccountsWorld();
  full = await gateway.addAccount();
  await fillUpTo(MAX_KEYS - 2);
});
afterAll(() => gateway.close());

describe('the limit on the keys of an account', () => {
  it('holds when several keys are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => full.post('/keys', { name: 'x' })));
    expect(statusesOf(answers)).toEqual([201, 201, 402, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      success: false,
      code: 'plan_limit_reached',
      msg: `An account can have at most ${MAX_KEYS} API keys, and ${MAX_KEYS} exist; delete one first.`,
      limit: MAX_KEYS,
      used: MAX_KEYS,
    });
    const stored = await gateway.world.admin.query(
      'select from gateway.keys where account_id = (select max(id) from gateway.accounts)',
    );
    expect(stored).toHaveLength(MAX_KEYS);
  });

  it('counts neither deleted keys nor keys of other accounts', async () => {
    const { keys } = (await full.get('/keys')).body as { keys: { id: number }[] };
    expect((await full.post('/keys', { name: 'x' })).status).toBe(402);
    expect((await full.delete(`/keys/${keys.at(-1)?.id}`)).status).toBe(200);
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
    expect((await gateway.admin.post('/keys', { name: 'x' })).status).toBe(201);
  });
});
