import {
  type AccountsWorld,
  type Api,
  startAccountsWorld,
  statusesOf,
} from '../accounts/accounts-world.suite';

const MOST = 10_000;

let gateway: AccountsWorld;
let full: Api;

/** Gives the account of the newest key as many live keys as bring it to `count`. */
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
  await fillUpTo(MOST - 2);
});
afterAll(() => gateway.close());

describe('the keys of an account', () => {
  it('are never more than one answer can list, however many are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => full.post('/keys', { name: 'x' })));
    expect(statusesOf(answers)).toEqual([201, 201, 402, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      success: false,
      code: 'plan_limit_reached',
      msg: `An account may have ${MOST} API keys and ${MOST} exist; delete one first.`,
      limit: MOST,
      used: MOST,
    });
    expect((await full.get('/keys')).body.keys).toHaveLength(MOST);
  });

  it('are counted while they live, and by account', async () => {
    const { keys } = (await full.get('/keys')).body as { keys: { id: number }[] };
    expect((await full.post('/keys', { name: 'x' })).status).toBe(402);
    expect((await full.delete(`/keys/${keys.at(-1)?.id}`)).status).toBe(200);
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
    expect((await gateway.admin.post('/keys', { name: 'x' })).status).toBe(201);
  });
});
