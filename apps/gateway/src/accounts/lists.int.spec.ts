import { type AccountsWorld, Api, type ApiResponse, startAccountsWorld } from './accounts-world.suite';

/** More than one page of the largest size. */
const MANY = 1_100;

let gateway: AccountsWorld;
/** A key of an account whose lists have {@link MANY} items. */
let agency: Api;
let accountId: number;
/** A sub account of that account, with 30 keys and 30 users of its own. */
let bakery: number;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  agency = await gateway.addAccount();
  const sql = gateway.world.admin.query.bind(gateway.world.admin);
  const [account] = (await sql('select max(id) as id from gateway.accounts')) as { id: number }[];
  accountId = account!.id;
  await sql(
    `insert into gateway.sub_accounts (account_id, name)
     select $1, 'Branch ' || n from generate_series(1, ${MANY}) n`,
    [accountId],
  );
  bakery = (await agency.post('/account/subaccount', { name: '100% Harbour_Bakery' })).body.id;
  await sql(
    `insert into gateway.users (account_id, email, password_hash, role, sub_accounts)
     select $1, 'paged-' || n || '@example.com', 'x', 'user', case when n % 40 = 0 then array[$2::bigint] else '{}' end
       from generate_series(1, ${MANY}) n`,
    [accountId, bakery],
  );
  await sql(
    `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role)
     select $1, case when n % 40 = 0 then $2 else s.id end, 'Key ' || n, 'rk_', sha256(n::text::bytea), 'user'
       from generate_series(1, ${MANY}) n, gateway.sub_accounts s where s.account_id = $1 and s.main`,
    [accountId, bakery],
  );
});
afterAll(() => gateway.close());

interface Item {
  id: number;
  name: string;
}

const LISTS = ['/keys', '/users/get', '/account/subaccounts'];

const itemsOf = ({ body }: ApiResponse): Item[] => (Array.isArray(body) ? body : body.keys);
const cursorOf = ({ headers }: ApiResponse): string | null => headers.get('x-next-cursor');

/** Follows the `Link` headers from the first page to the last. Returns the items of each page. */
async function pagesOf(path: string, api = agency): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let next: string | undefined = path; next;) {
    const response = await api.get(next);
    expect(response.status).toBe(200);
    pages.push(itemsOf(response));
    next = /^<\/public\/v1(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return pages;
}

async function idsIn(table: string, where = 'true'): Promise<number[]> {
  const rows = await gateway.world.admin.query<{ id: number }>(
    `select id from gateway.${table} where account_id = $1 and ${where} order by id`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

describe.each(LISTS)('GET %s', (path) => {
  const table = path === '/keys' ? 'keys' : path === '/users/get' ? 'users' : 'sub_accounts';

  it('without parameters returns the first 1,000 items, oldest first, and names the next page', async () => {
    const first = await agency.get(path);
    const all = await idsIn(table);
    expect(itemsOf(first).map(({ id }) => id)).toEqual(all.slice(0, 1_000));
    expect(cursorOf(first)).toBe(String(all[999]));
    expect(first.headers.get('link')).toBe(`</public/v1${path}?cursor=${all[999]}>; rel="next"`);
  });

  it('returns every item once when its pages are followed', async () => {
    const pages = await pagesOf(`${path}?limit=300`);
    expect(pages.map((page) => page.length)).toEqual([300, 300, 300, (await idsIn(table)).length - 900]);
    expect(pages.flat().map(({ id }) => id)).toEqual(await idsIn(table));
  });

  it('has no next page after an exactly full last page', async () => {
    const from = (await idsIn(table)).at(-51);
    const last = await agency.get(`${path}?limit=50&cursor=${from}`);
    expect(itemsOf(last)).toHaveLength(50);
    expect([cursorOf(last), last.headers.get('link')]).toEqual([null, null]);
  });

  it('returns an empty page after the last item', async () => {
    const response = await agency.get(`${path}?cursor=999999999999999`);
    expect(response.status).toBe(200);
    expect(itemsOf(response)).toEqual([]);
    expect(cursorOf(response)).toBeNull();
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=x',
    'limit=1e2',
    'cursor=0',
    'cursor=-1',
    'cursor=',
    'cursor=x',
    'cursor=1%20or%201',
    'cursor=99999999999999999999',
    'cursor=1&cursor=2',
    'limit[]=5',
  ])('refuses the query %s and names the field', async (query) => {
    const response = await agency.get(`${path}?${query}`);
    expect(response).toMatchObject({ status: 400, body: { field: query.split(/[=[]/)[0] } });
  });

  it('shows no item of another account after a cursor of that account', async () => {
    const [first] = await idsIn(table);
    const others = await pagesOf(`${path}?cursor=${first}`, gateway.admin);
    const ours = new Set(await idsIn(table));
    expect(others.flat().filter(({ id }) => ours.has(id))).toEqual([]);
  });
});

describe('GET /keys', () => {
  it('names the next page in its body too, and null after the last one', async () => {
    const ids = await idsIn('keys');
    expect((await agency.get('/keys?limit=5')).body.next_cursor).toBe(ids[4]);
    expect((await agency.get(`/keys?limit=5&cursor=${ids.at(-6)}`)).body.next_cursor).toBeNull();
  });
});

describe('a key of a sub account', () => {
  it('gets pages of its own keys and users only', async () => {
    const own = new Api(gateway.url, await gateway.addKey({ accountManagement: true, subAccountId: bakery }));
    expect((await pagesOf('/keys?limit=10', own)).flat().map(({ id }) => id)).toEqual(
      await idsIn('keys', `sub_account_id = ${bakery}`),
    );
    expect((await pagesOf('/users/get?limit=10', own)).flat().map(({ id }) => id)).toEqual(
      await idsIn('users', `sub_accounts = array[${bakery}]::bigint[]`),
    );
    expect((await pagesOf('/account/subaccounts?q=branch', own)).flat()).toEqual([]);
  });
});

describe('pages that are read while items are added and deleted', () => {
  it('contain every item that existed throughout exactly once', async () => {
    const kept = await idsIn('users');
    const seen: number[] = [];
    for (let cursor: string | null = '0', n = 0; cursor !== null; n += 1) {
      const response: ApiResponse = await agency.get(
        `/users/get?limit=200${cursor === '0' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...itemsOf(response).map(({ id }) => id));
      cursor = cursorOf(response);
      const email = `late-${n}@example.com`;
      const { id } = (await agency.post('/users', { email, password: 'correct horse battery' })).body;
      if (n % 2 === 0) await agency.delete(`/users/${id}`);
      // The cursor itself disappears.
      if (n === 1) await agency.delete(`/users/${cursor}`);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(kept.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

describe('GET /account/subaccounts with q', () => {
  it.each([
    ['harbour', ['100% Harbour_Bakery']],
    ['HARBOUR', ['100% Harbour_Bakery']],
    ['%', ['100% Harbour_Bakery']],
    ['_', ['100% Harbour_Bakery']],
    ['r_b', ['100% Harbour_Bakery']],
    ['bran%9', []],
    ['\\', []],
    ["'", []],
    ['branch 1099', ['Branch 1099']],
  ])('finds the names that contain %j literally, ignoring case', async (q, names) => {
    const found = itemsOf(await agency.get(`/account/subaccounts?q=${encodeURIComponent(q)}`));
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  it('returns the matches in pages that keep the search', async () => {
    const pages = await pagesOf('/account/subaccounts?q=branch&limit=600');
    expect(pages.map((page) => page.length)).toEqual([600, MANY - 600]);
    expect(pages.flat().every(({ name }) => name.startsWith('Branch '))).toBe(true);
  });

  it('ignores an empty q and refuses one of more than 191 characters', async () => {
    expect(itemsOf(await agency.get('/account/subaccounts?q=&limit=2'))).toHaveLength(2);
    expect(await agency.get(`/account/subaccounts?q=${'x'.repeat(192)}`)).toMatchObject({
      status: 400,
      body: { field: 'q' },
    });
  });
});
