import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type OutsideConsumer,
  outsideConsumersIn,
  outsideSection,
  withOutsideConsumers,
} from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';
import { findKeptNats, type KeptNats, setNatsUsers } from '@plaudit/embedded';
import type { Settings } from '@plaudit/runtime';
import { ENDPOINTS_FILE } from '../endpoints';
import { dataDirOf } from '../settings';

/** Where a NATS server keeps its users: the DATA_DIR of a product, or a `users.conf`. */
export interface OutsidePlace {
  /** The address for consumers. */
  server: string;
  consumers: OutsideConsumer[];
  /** Saves the consumers. Returns what was changed, and what the operator has to do. */
  save(consumers: readonly OutsideConsumer[]): Promise<string>;
}

export interface PlaceOptions {
  file?: string;
  'data-dir'?: string;
  server?: string;
}

/** The address of NATS in the network of the compose file. */
const COMPOSE_SERVER = 'nats:4222';
const COMPOSE_FILE = join(__dirname, '..', '..', '..', '..', 'deploy', 'nats', 'users.conf');

/**
 * Returns the place that an option names. Without one it is the DATA_DIR if the product has been started there, otherwise
 * `deploy/nats/users.conf`.
 */
export function findPlace(options: PlaceOptions, env: Settings): OutsidePlace {
  if (options.file !== undefined) return fileAt(resolve(options.file), options.server);
  const dataDir = options['data-dir'] === undefined ? dataDirOf(env) : resolve(options['data-dir']);
  const kept = findKeptNats(dataDir);
  if (kept) return productAt(dataDir, kept, options.server);
  if (options['data-dir'] !== undefined || existsSync(join(dataDir, 'nats'))) {
    throw new UsageError(`${dataDir} has no nats-server of this release yet. Start the product once.`);
  }
  if (existsSync(join(dataDir, ENDPOINTS_FILE))) {
    throw new UsageError(
      `The product in ${dataDir} uses the NATS of NATS_URL. Name the users.conf of that server with --file.`,
    );
  }
  return fileAt(COMPOSE_FILE, options.server);
}

function productAt(dataDir: string, kept: KeptNats, server = kept.address): OutsidePlace {
  return {
    server,
    consumers: outsideConsumersIn(kept.users),
    save: async (consumers) => {
      const isRunning = await setNatsUsers(dataDir, outsideSection(consumers));
      return `Changed the users of the nats-server in ${dataDir}. ${
        isRunning ? 'The running server has loaded them.' : 'They hold from the next start of the product.'
      }`;
    },
  };
}

function fileAt(file: string, server = COMPOSE_SERVER): OutsidePlace {
  if (!existsSync(file))
    throw new UsageError(`${file} is not there. Name the users.conf of NATS with --file.`);
  const text = readFileSync(file, 'utf8');
  return {
    server,
    consumers: outsideConsumersIn(text),
    save: async (consumers) => {
      const draft = `${file}.new`;
      writeFileSync(draft, withOutsideConsumers(text, consumers), { mode: statSync(file).mode });
      renameSync(draft, file);
      return `Changed ${file}. Load it with: docker compose kill -s HUP nats, or systemctl reload nats-server`;
    },
  };
}
