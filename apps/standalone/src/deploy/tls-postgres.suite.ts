import { copyFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir, startPostgres } from '@plaudit/embedded';
import { administer, eventually, writeCertificates } from '@plaudit/testing';

/**
 * Accepts TLS only, with a certificate of the authority from every client. The role "client" needs the certificate with its own
 * name.
 */
const ACCESS = `hostssl all client 127.0.0.1/32 scram-sha-256 clientcert=verify-full
hostssl all named 127.0.0.1/32 scram-sha-256 clientcert=verify-full
hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
`;

export interface TlsPostgres {
  adminUrl: string;
  /** The paths of the authority and of the certificates. */
  files: ReturnType<typeof writeCertificates>;
  folder: string;
  /** The settings with which everything works. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a Postgres of its own that demands TLS and the certificate of the client. */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-tls-'));
  const files = writeCertificates(folder);
  const dataDir = join(folder, 'data');
  const postgres = await startPostgres({
    dataDir,
    settings: { fsync: 'off' },
    stateRoot: process.env.POSTGRES_DIR,
  });
  await administer(postgres.adminUrl, async (admin) => {
    const [row] = await admin.query<{ data: string }>("select current_setting('data_directory') as data");
    const { data } = row as { data: string };
    // The server reads the files as its own user.
    const { uid, gid } = statSync(data);
    for (const name of ['ca.crt', 'server.crt', 'server.key'] as const) {
      copyFileSync(files[name], join(data, name));
      chmodSync(join(data, name), 0o600);
      chownSync(join(data, name), uid, gid);
    }
    await admin.query("create role client login password 'secret'");
    await admin.query("create role named login password 'secret'");
    for (const [name, value] of Object.entries({
      ssl_ca_file: 'ca.crt',
      ssl_cert_file: 'server.crt',
      ssl_key_file: 'server.key',
      ssl: 'on',
    }))
      await admin.query(`alter system set ${name} = '${value}'`);
    writeFileSync(join(data, 'pg_hba.conf'), ACCESS);
    await admin.query('select pg_reload_conf()');
  });
  // A connection without TLS is refused as soon as the server has read its files again.
  await eventually(
    () => administer(postgres.adminUrl, (admin) => admin.query('select 1')).then(() => 'accepted', String),
    (outcome) => outcome.includes('no encryption'),
    'the server to demand TLS',
  );
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await removeDataDir(dataDir);
    rmSync(folder, { recursive: true });
  };
  const settings = {
    DATABASE_TLS_CA: files['ca.crt'],
    DATABASE_TLS_CERT: files['client.crt'],
    DATABASE_TLS_KEY: files['client.key'],
  };
  return { adminUrl: postgres.adminUrl, files, folder, settings, stop };
}
