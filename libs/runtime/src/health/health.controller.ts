import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  HealthCheckService,
  type HealthIndicatorFunction,
  HealthIndicatorService,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';
import { Open } from '../principal/scoped.decorator';
import { type ReadinessCheck, ReadinessRegistry } from './readiness';

const MAX_CHECK_MS = 2_000;

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: ReadinessRegistry,
  ) {}

  /** Responds 200 while the process runs. Checks nothing else, so that a database outage does not restart every pod. */
  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Responds 200 if every readiness check passes, otherwise 503 with the failed checks. */
  @Get('ready')
  @Open()
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const indicators = this.readiness.all().map(
      (check): HealthIndicatorFunction =>
        async () =>
          this.indicate(check.name, await problemOf(check)),
    );
    try {
      await reply.code(200).send(await this.health.check(indicators));
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      await reply.code(503).send(error.getResponse());
    }
  }

  private indicate(name: string, problem: string | null): HealthIndicatorResult {
    const session = this.indicators.check(name);
    return problem === null ? session.up() : session.down({ reason: problem });
  }
}

/** Returns what is wrong, or null. A check that hangs counts as failed and does not delay the response. */
async function problemOf(readiness: ReadinessCheck): Promise<string | null> {
  const timeout = delay(MAX_CHECK_MS, `the check did not finish within ${MAX_CHECK_MS} ms`, { ref: false });
  return Promise.race([readiness.check(), timeout]).catch(reasonOf);
}

/** Node's error for a refused connection to a host with two addresses has a code but no message. */
function reasonOf(error: Error & { code?: string }): string {
  return error.message || error.code || error.name;
}
