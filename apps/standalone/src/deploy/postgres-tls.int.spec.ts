import { copyFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { createDataSource, DatabaseClient, resolvedEnvironment } from '@plaudit/database';
import { startTlsPostgres, type TlsPostgres } from './tls-postgres.suite';

describe('the settings of TLS for Postgres', () => {
  let server: TlsPostgres;
  let tls: Record<string, string>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await startTlsPostgres();
    tls = server.settings;
  });
  afterAll(() => server.stop());

  /** Connects with these settings and returns the version of TLS. */
  async function connection(settings: Record<string, string>, url = server.adminUrl): Promise<string> {
    const { DATABASE_URL } = resolvedEnvironment({ DATABASE_URL: url, ...settings });
    const client = new DatabaseClient({ connectionString: DATABASE_URL });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ version: string }>(
        'select version from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return rows[0]!.version;
    } finally {
      await client.end();
    }
  }

  function roleUrl(role: string): string {
    const url = new URL(server.adminUrl);
    url.username = role;
    url.password = 'secret';
    return url.toString();
  }

  it('encrypt a connection whose server has a certificate of the authority', async () => {
    await expect(connection(tls)).resolves.toBe('TLSv1.3');
    await expect(connection({})).rejects.toThrow('no encryption');
  });

  it('refuse a server of another authority, and name the setting', async () => {
    const other = { ...tls, DATABASE_TLS_CA: server.files['client.crt'] };
    await expect(connection(other)).rejects.toThrow(
      /^Refused the certificate of Postgres at 127\.0\.0\.1:\d+: .*\. Check DATABASE_TLS_CA and the host name/,
    );
    const { DATABASE_TLS_CA: _ca, ...own } = tls;
    await expect(connection(own)).rejects.toThrow(/^Refused the certificate of Postgres/);
  });

  it('refuse a server whose certificate has another host name', async () => {
    const { port, hostname } = new URL(server.adminUrl);
    const proxy = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.2', resolve));
    const url = new URL(server.adminUrl);
    url.host = `127.0.0.2:${(proxy.address() as AddressInfo).port}`;
    await expect(connection(tls, url.toString())).rejects.toThrow(
      /Refused the certificate .*127\.0\.0\.2 is not in the cert's list/,
    );
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('present the certificate of the client, which must have the name of the role', async () => {
    await expect(connection(tls, roleUrl('client'))).resolves.toBe('TLSv1.3');
    await expect(connection(tls, roleUrl('named'))).rejects.toThrow(/authentication failed for user "named"/);
    const { DATABASE_TLS_CA } = tls;
    await expect(connection({ DATABASE_TLS_CA: DATABASE_TLS_CA! })).rejects.toThrow(
      'connection requires a valid client certificate',
    );
  });

  it('use a renewed file for the next connection of a pool', async () => {
    const ca = join(server.folder, 'renewed.crt');
    copyFileSync(server.files['ca.crt'], ca);
    const { DATABASE_URL } = resolvedEnvironment({
      DATABASE_URL: server.adminUrl,
      ...tls,
      DATABASE_TLS_CA: ca,
    });
    const source = createDataSource({ url: DATABASE_URL!, schema: 'public', entities: [], migrations: [] });
    await source.initialize();
    const busy = source.createQueryRunner();
    await busy.connect();
    copyFileSync(server.files['client.crt'], ca);
    await expect(source.query('select 1')).rejects.toThrow(/^Refused the certificate/);
    copyFileSync(server.files['ca.crt'], ca);
    await expect(source.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await busy.release();
    await source.destroy();
  });
});
