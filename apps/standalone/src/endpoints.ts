import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsOptions } from './nats-options';

/** The file with the addresses of the running product, in DATA_DIR. */
export const ENDPOINTS_FILE = 'endpoints.json';

/** The addresses of the running product, also in `DATA_DIR/endpoints.json`. */
export interface Endpoints {
  gateway: string;
  /** The product's own access to NATS, as `connect()` of the nats client takes it. It may do everything. */
  nats: NatsOptions;
  /** The same as a URL, for NATS_URL of the event commands. */
  nats_url: string;
  /** The administrator's URL of Postgres. */
  postgres: string;
  /** The metrics of all services, for Prometheus. */
  metrics: string;
}

/** Writes the addresses into DATA_DIR. Only the owner can read the file. Returns its path. */
export function writeEndpoints(dataDir: string, endpoints: Endpoints): string {
  const file = join(dataDir, ENDPOINTS_FILE);
  writeFileSync(file, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  // writeFileSync does not change the mode of an existing file.
  chmodSync(file, 0o600);
  return file;
}
