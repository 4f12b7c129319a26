import { Logger } from '@nestjs/common';
import { EnvError } from '../env/load-env';
import { useProcessLogger } from '../logging/pino-logger';
import type { ServiceDefinition } from './define-service';
import { startServices } from './start-services';
import { superviseProcess } from './supervise-process';

/** The whole of a service's `main.ts`: environment in, running service out, ordered stop on SIGTERM and SIGINT. */
export async function runService(definition: ServiceDefinition): Promise<void> {
  useProcessLogger(process.env.LOG_LEVEL || 'info');
  try {
    const running = await startServices([{ definition, settings: process.env }]);
    superviseProcess(running);
  } catch (error) {
    new Logger(definition.name).fatal(error instanceof EnvError ? error.message : error);
    process.exitCode = 1;
    // Whatever half-started part still holds the loop open must not keep a dead service alive.
    setTimeout(() => process.exit(1), 1_000).unref();
  }
}
