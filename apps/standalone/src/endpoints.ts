import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsOptions } from './nats-options';

/** The file with the addresses of the running product, in DATA_DIR. */
export const ENDPOINTS_FILE = 'endpoints.json';

/** The addresses of the running product, also in `DATA_DIR/endpoints.json`. */
export interface Endpoints {
  /** PUBLIC_URL. An MCP client must use it, because it compares its address with the resource in our metadata. */
  public_url: string;
  /** Where the gateway listens. */
  gateway: string;
  /**
   * The product's own access to NATS, as `connect()` of the nats client takes it. It may do everything. Missing if NATS_CREDS or
   * NATS_NKEY_SEED_FILE is set.
   */
  nats?: NatsOptions;
  /** The value of NATS_URL, for the event commands. */
  nats_url: string;
  /** The administrator's URL of Postgres. */
  postgres: string;
  /** The metrics of all services, for Prometheus. */
  metrics: string;
  /** The page whose settings show the mails that were not delivered. Missing if SMTP_URL is set. */
  mailbox?: string;
}

/** Writes the addresses into DATA_DIR. Only the owner can read the file. Returns its path. */
export function writeEndpoints(dataDir: string, endpoints: Endpoints): string {
  const file = join(dataDir, ENDPOINTS_FILE);
  writeFileSync(file, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  // writeFileSync does not change the mode of an existing file.
  chmodSync(file, 0o600);
  return file;
}

/** Returns the lines for the terminal. They contain no passwords; the file does. */
export function describeEndpoints(endpoints: Endpoints, file: string): string {
  return [
    `Plaudit is ready on ${endpoints.public_url}`,
    `  Gateway   ${endpoints.gateway}`,
    `  NATS      ${endpoints.nats_url.split(',').map(bare).join(', ')}`,
    `  Postgres  ${bare(endpoints.postgres)}`,
    `  with their passwords in ${file}`,
    ...(endpoints.mailbox
      ? [
          'No mail leaves this machine, because SMTP_URL is not set.',
          `Read them on ${endpoints.mailbox}, in the settings under Mailbox.`,
        ]
      : []),
    'Read-only access to the events of account 1, for a consumer of your own:',
    '  npm run --silent consumer:add -- --name crm --account 1 --out crm.json',
    'Stop it with Ctrl-C.',
  ].join('\n');
}

function bare(url: string): string {
  const { protocol, host, pathname } = new URL(url.trim());
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}
