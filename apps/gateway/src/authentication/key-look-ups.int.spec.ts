import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, waitingSessions, whileLocked } from '../gateway-world.suite';
import { ask, cookieOf, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';

const POOL = 5;
/** Visitors together may use half of the pool, rounded up. */
const FOR_PAGES = 3;

let gateway: GatewayWorld;
const { signInByPassword, signInByLink } = signIns(() => gateway);

beforeAll(async () => (gateway = await startSignInWorld({ DATABASE_POOL: String(POOL) })));
afterAll(() => gateway.close());

describe('the look-up of API keys', () => {
  it('works for a new key while a flood of pages and sign-in links waits for a slow database', async () => {
    const cookie = cookieOf(await signInByPassword());
    const newKeys = await Promise.all(Array.from({ length: 10 }, () => gateway.addKey()));
    // Waiting requests fail if this machine pauses.
    gateway.world.expectErrors(/timeout exceeded when trying to connect|statement timeout/);
    const flood: Promise<unknown>[] = [];
    await whileLocked(gateway, 'gateway.sessions, gateway.login_links', async () => {
      for (let sent = 0; sent < 30; sent += 1) {
        flood.push(
          ask(gateway, '/app/session', { headers: { cookie } }),
          ask(gateway, '/app/sessions', { headers: { cookie } }),
          signInByLink(String(sent).repeat(43).slice(0, 43)),
        );
      }
      const waiting = () => waitingSessions(gateway);
      await eventually(waiting, (count) => count === FOR_PAGES, 'every connection for pages to be taken');
      const statuses = newKeys.map((key) => fetch(`${gateway.url}/public/v1/hello`, { headers: basic(key) }));
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(newKeys.map(() => 200));
      expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
      const ready = await fetch(`${gateway.url}/health/ready`);
      expect(await ready.json()).toMatchObject({ details: { database: { status: 'up' } } });
    });
    await Promise.all(flood);
  });
});
