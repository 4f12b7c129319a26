import { Logger } from '@nestjs/common';
import { natsAccess } from '@plaudit/events';
import { EnvError, loadEnv } from '../env/load-env';
import { sessionUrl } from '../env/service-env';
import { useProcessLogger } from '../logging/pino-logger';
import { reseal } from '../reseal';
import { Secrets } from '../secrets';
import { snapshotCommand } from '../snapshot';
import { sealedColumns, type ServiceDefinition } from './define-service';
import { startServices } from './start-services';
import { superviseProcess } from './supervise-process';

const USAGE = `Without an argument it runs the service with the settings of the environment.

reseal
    encrypts the stored secrets of the service again, with SECRETS_KEY
snapshot --to reports__review [--rate 5000] [--restart]
    sends every record of the service to one durable in its current state
`;

/**
 * Runs a service with the process's environment, and stops it in order on SIGTERM and SIGINT. Each `main.ts` calls
 * it. With the argument `reseal` it only encrypts the stored secrets again, see {@link reseal}. With `snapshot` it only sends
 * records of the service to another one, see {@link snapshotCommand}. With `--help` it prints these.
 */
export async function runService(definition: ServiceDefinition): Promise<void> {
  useProcessLogger(process.env.LOG_LEVEL || 'info');
  try {
    if (process.argv[2] === '--help') return void process.stdout.write(USAGE);
    if (process.argv[2] === 'reseal') return await resealService(definition);
    if (process.argv[2] === 'snapshot') return await snapshotOfService(definition, process.argv.slice(3));
    const running = await startServices([{ definition, settings: process.env }]);
    superviseProcess(running);
  } catch (error) {
    new Logger(definition.name).fatal(error instanceof EnvError ? error.message : error);
    process.exitCode = 1;
    // A part that has half started must not keep the process of a failed service alive.
    setTimeout(() => process.exit(1), 1_000).unref();
  }
}

async function snapshotOfService(definition: ServiceDefinition, args: string[]): Promise<void> {
  const env = loadEnv(definition.name, definition.env, process.env);
  const bus = { databaseUrl: sessionUrl(env), nats: natsAccess(env) };
  process.exitCode = await snapshotCommand(definition, bus, args);
}

async function resealService(definition: ServiceDefinition): Promise<void> {
  const env = loadEnv(definition.name, definition.env, process.env);
  const secrets = new Secrets(env.SECRETS_KEY, env.SECRETS_KEY_PREVIOUS);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const readable = await reseal(sessionUrl(env), sealedColumns(definition), secrets, print);
  process.exitCode = readable ? 0 : 1;
}
