import { Logger } from '@nestjs/common';
import { EnvError } from '../env/load-env';
import { useProcessLogger } from '../logging/pino-logger';
import type { ServiceDefinition } from './define-service';
import { startServices } from './start-services';
import { superviseProcess } from './supervise-process';

/**
 * Runs a service with the process's environment, and stops it in order on SIGTERM and SIGINT. Each `main.ts` calls
 * it.
 */
export async function runService(definition: ServiceDefinition): Promise<void> {
  useProcessLogger(process.env.LOG_LEVEL || 'info');
  try {
    const running = await startServices([{ definition, settings: process.env }]);
    superviseProcess(running);
  } catch (error) {
    new Logger(definition.name).fatal(error instanceof EnvError ? error.message : error);
    process.exitCode = 1;
    // A part that has half started must not keep the process of a failed service alive.
    setTimeout(() => process.exit(1), 1_000).unref();
  }
}
