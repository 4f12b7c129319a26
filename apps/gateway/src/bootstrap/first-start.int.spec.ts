import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startServiceProcess } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

/** The process is the one of a container: its stdout is not a terminal, and somebody collects it. */
describe('the process of a gateway that starts on an empty database', () => {
  let gateway: GatewayWorld;

  beforeAll(async () => {
    gateway = await startGatewayWorld();
    await gateway.world.admin.query(
      'truncate gateway.accounts, gateway.sub_accounts, gateway.users, gateway.keys restart identity cascade',
    );
  });
  afterAll(() => gateway.close());

  it('writes the first key, password and setup link to a file, and none of them to its log, stdout or stderr', async () => {
    let output = '';
    const settings = { ...gateway.settings, BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'trace' };
    const child = await startServiceProcess(
      join(__dirname, '../main.ts'),
      settings,
      (text) => (output += text),
    );
    try {
      const file = /Its credentials are in (\S+first-access\.txt) until/.exec(output)?.[1] as string;
      const given = readFileSync(file, 'utf8');
      rmSync(dirname(file), { recursive: true });
      const key = /API key +(rk_\w{40})/.exec(given)?.[1] as string;
      const password = /Password +(\w{20})/.exec(given)?.[1] as string;
      const token = /Setup +\S+\/app\/setup#t=([\w-]{43})$/m.exec(given)?.[1] as string;
      const url = /Listening on (http:[^"]+)/.exec(output)?.[1] as string;
      expect((await fetch(`${url}/public/v1/hello`, { headers: basic(key) })).status).toBe(200);
      const body = JSON.stringify({ email: 'admin@localhost', password });
      const headers = { ...basic(key), 'content-type': 'application/json' };
      const link = await fetch(`${url}/public/v1/login/get_url`, { method: 'POST', headers, body });
      expect(link.status).toBe(200);
      child.kill('SIGTERM');
      await once(child, 'close');
      expect(output).toContain('Created the first account');
      expect(output).toContain('"route":"/public/v1/login/get_url"');
      for (const secret of [key, password, token, basic(key).authorization])
        expect(output).not.toContain(secret);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
