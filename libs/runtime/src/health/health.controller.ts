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

const CHECK_LIMIT_MS = 2_000;

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: ReadinessRegistry,
  ) {}

  /** The process runs. Never looks at anything else, so that a database outage does not restart every pod. */
  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The service can do its work; 503 names what is missing. */
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

/** A check that hangs is a problem too, and must not hold the answer. */
async function problemOf(readiness: ReadinessCheck): Promise<string | null> {
  const silence = delay(CHECK_LIMIT_MS, `no answer within ${CHECK_LIMIT_MS} ms`, { ref: false });
  return Promise.race([readiness.check(), silence]).catch(reasonOf);
}

/** A refused connection to a name with two addresses has no message of its own. */
function reasonOf(error: Error & { code?: string }): string {
  return error.message || error.code || error.name;
}
