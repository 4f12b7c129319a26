import { randomBytes } from 'node:crypto';
import { hashApiKey, prefixOfApiKey } from '../../apps/gateway/src/keys/api-key';
import { Cleanup } from '../harness/cleanup';
import { addWidget } from '../harness/embeds';
import { load, type LoadResult } from '../harness/load';
import { Program, sourceProgram } from '../harness/program';
import { startService } from '../harness/programs';
import { administer, seedReviews } from '../harness/reviews';
import { startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median, ratio } from '../harness/statistics';
import { milliseconds, type Row, type SectionOptions } from '../harness/table';

/** The tenant's keys share its load, because the throttle allows each of them five requests per second. */
const KEYS = 20;
const PAGES_PER_SECOND = 50;
const CONNECTIONS = 20;
const WARM_UP_SECONDS = sized(4, 0.5);

/** The load balancer before the gateway, which is this machine, tells one client's address from the other's. */
const TENANT = '198.51.100.1';
const VISITOR = '198.51.100.2';
const ATTACKER = '203.0.113.66';

/** The number of clients of each attack. */
const FLOODS = {
  // More than the connections that the gateway has to one service.
  'slow bodies': sized(300, 10),
  // Together they send 1,000 searches per second, 400 times what the throttle allows an address.
  searches: sized(64, 2),
};
type Flood = keyof typeof FLOODS;

/** Measures the pages of one tenant while another client attacks the gateway, beside the same pages before the attack. */
export async function hostile({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  const product = await startAttacked(cleanup);
  const { pages } = product;
  for (const page of pages) await measure(page, WARM_UP_SECONDS);
  const rows: Row[] = [];
  for (const flood of Object.keys(FLOODS) as Flood[]) {
    const before = pages.map((): LoadResult[] => []);
    const during = pages.map((): LoadResult[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, page] of pages.entries()) before[at]?.push(await measure(page, seconds));
      const attack = await startFlood(flood, product, cleanup);
      for (const [at, page] of pages.entries()) during[at]?.push(await measure(page, seconds));
      await attack.stop();
    }
    rows.push(...pages.map(({ name }, at) => row(`${name} during ${flood}`, during[at]!, before[at]!)));
  }
  return rows;
}

interface Page {
  name: string;
  url: string;
  headers: Record<string, string>[];
}

interface Attacked {
  gateway: string;
  pages: Page[];
  attackerKey: string;
  attackedWidget: string;
}

/** Starts gateway, reviews and widgets with their default settings, and creates two accounts with a widget each. */
async function startAttacked(cleanup: Cleanup): Promise<Attacked> {
  const servers = await startServers(cleanup);
  const key = newKey();
  const reviews = await startService(servers, 'reviews', cleanup);
  const widgets = await startService(servers, 'widgets', cleanup, { REVIEWS_URL: reviews });
  const gateway = await startService(servers, 'gateway', cleanup, {
    REVIEWS_URL: reviews,
    WIDGETS_URL: widgets,
    BOOTSTRAP_API_KEY: key,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const subAccount = await seedReviews(servers.adminUrl);
  const keys = Array.from({ length: KEYS }, newKey);
  for (const one of keys) await addKey(servers.adminUrl, subAccount, one);
  const attackerKey = newKey();
  await addKey(servers.adminUrl, await addAccount(servers.adminUrl), attackerKey);
  const widget = await addWidget(gateway, key);
  const visitor = { 'x-forwarded-for': VISITOR };
  return {
    gateway,
    attackerKey,
    attackedWidget: await addWidget(gateway, attackerKey),
    pages: [
      {
        name: 'list of reviews',
        url: `${gateway}/public/v1/reviews/get`,
        headers: keys.map((one) => ({ authorization: `Bearer ${one}`, 'x-forwarded-for': TENANT })),
      },
      { name: 'embed', url: `${gateway}/embed/v1/widgets/${widget}.json`, headers: [visitor] },
    ],
  };
}

function newKey(): string {
  return `rk_${randomBytes(20).toString('hex')}`;
}

async function addKey(adminUrl: string, subAccount: number, key: string): Promise<void> {
  await administer(
    adminUrl,
    `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role, account_management, scopes)
     select account_id, id, 'bench', $1, $2, 'admin', false, '{}' from gateway.sub_accounts where id = $3`,
    [prefixOfApiKey(key), hashApiKey(key), subAccount],
  );
}

/** Adds an account. Returns the id of its sub account, which has a thousand of the seeded reviews. */
async function addAccount(adminUrl: string): Promise<number> {
  const [added] = await administer<{ id: number }>(
    adminUrl,
    `with account as (
       insert into gateway.accounts (plan, company_name) values ('enterprise', 'Another Agency') returning id
     )
     insert into gateway.sub_accounts (account_id, name, main) select id, 'Main', true from account
     returning id::int4 as id`,
  );
  return (added as { id: number }).id;
}

function measure({ url, headers }: Page, seconds: number): Promise<LoadResult> {
  return load({ url, headers, connections: CONNECTIONS, seconds, perSecond: PAGES_PER_SECOND });
}

async function startFlood(flood: Flood, attacked: Attacked, cleanup: Cleanup): Promise<Program> {
  const { gateway, attackerKey, attackedWidget } = attacked;
  const authorization = flood === 'slow bodies' ? `authorization: Bearer ${attackerKey}\r\n` : '';
  const program = await Program.start({
    args: sourceProgram('flood.process.ts'),
    env: {
      FLOOD: flood,
      CLIENTS: String(FLOODS[flood]),
      GATEWAY: gateway,
      HEADERS: `${authorization}x-forwarded-for: ${ATTACKER}`,
      WIDGET: attackedWidget,
    },
    ready: /Flooding with (.+)/,
  });
  cleanup.defer(() => program.stop());
  return program;
}

function row(measured: string, during: readonly LoadResult[], before: readonly LoadResult[]): Row {
  const [ours, theirs] = [during, before].map((results) => results.map(({ p95 }) => p95)) as [
    number[],
    number[],
  ];
  return {
    measured: `p95 of another tenant's ${measured}; before`,
    plaudit: milliseconds(median(ours)),
    beside: milliseconds(median(theirs)),
    ratio: ratio(ours, theirs),
    aim: '<= 3',
  };
}
