import {
  type AccountsWorld,
  type Api,
  startAccountsWorld,
  statusesOf,
} from '../accounts/accounts-world.suite';
import { COMMANDS } from '../cli/commands';

/** The limit of every plan. */
const LIMIT = 100;

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
  await fillUpTo(LIMIT - 2);
});
afterAll(() => gateway.close());

describe('the limit on the keys of an account', () => {
  it('holds when several keys are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => full.post('/keys', { name: 'x' })));
    expect(statusesOf(answers)).toEqual([201, 201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      success: false,
      code: 'key_limit_reached',
      msg: `The account has ${LIMIT} API keys, and may have ${LIMIT}; delete one.`,
      limit: LIMIT,
      used: LIMIT,
    });
    expect((await full.get('/keys')).body.keys).toHaveLength(LIMIT);
  });

  it('counts neither deleted keys nor keys of other accounts', async () => {
    const { keys } = (await full.get('/keys')).body as { keys: { id: number }[] };
    expect((await full.post('/keys', { name: 'x' })).status).toBe(422);
    expect((await full.delete(`/keys/${keys.at(-1)?.id}`)).status).toBe(200);
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
    expect((await gateway.admin.post('/keys', { name: 'x' })).status).toBe(201);
  });

  it('can be overridden by the operator, and an account above it keeps its keys', async () => {
    const { id } = (await full.get('/account')).body;
    const override = async (limits: string): Promise<void> =>
      COMMANDS['change']?.({
        options: { account: String(id), limits },
        env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
        print: () => {},
      });
    await override(`keys=${LIMIT + 1}`);
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
    await override('keys=3');
    expect(await full.post('/keys', { name: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'key_limit_reached', limit: 3, used: LIMIT + 1 },
    });
    expect((await full.get('/account')).body).toMatchObject({
      limits: { keys: 3 },
      usage: { keys: LIMIT + 1 },
    });
    await override('keys=-1');
    expect((await full.post('/keys', { name: 'x' })).status).toBe(201);
  });
});
