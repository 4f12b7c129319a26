import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Logger, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  HealthCheckService,
  type HealthIndicatorFunction,
  HealthIndicatorService,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';
import type { Gauge } from 'prom-client';
import { Clock } from '../clock-and-randomness';
import { Metrics } from '../metrics/metrics';
import { Open } from '../principal/scoped.decorator';
import { type ReadinessCheck, ReadinessRegistry } from './readiness';

const MAX_CHECK_MS = 2_000;
/** How long a result is used for further requests. */
const MAX_AGE_MS = 1_000;

interface Outcome {
  status: 200 | 503;
  body: object | string;
}

/** One run of the checks, whose outcome all requests share that arrive meanwhile or shortly after. */
interface Run {
  checks: readonly ReadinessCheck[];
  startedAt: number;
  isOver: boolean;
  outcome: Promise<Outcome>;
}

@ApiExcludeController()
@Controller('health')
export class HealthController {
  private latest: Run | null = null;
  private readonly logger = new Logger('Readiness');
  /** The problem of each check that failed last, so that only changes are logged. */
  private readonly problems = new Map<string, string>();
  private readonly failed: Gauge<'check'>;

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: ReadinessRegistry,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.failed = metrics.gauge({
      name: 'readiness_check_failed',
      help: '1 if the check of /health/ready failed when it last ran. The log has the reason',
      labelNames: ['check'],
    });
  }

  /**
   * Responds 200 while the process runs, also while it starts and stops. Checks nothing else, so that a database outage
   * does not restart every pod.
   */
  @Get('live')
  @Open()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Responds 200. Until the application runs, the listener of the port responds 503 with the step of the start. */
  @Get('startup')
  @Open()
  startup(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * Responds 200 if every readiness check passes, otherwise 503 with the names of the failed checks. Anybody may send this
   * request. So the checks run at most once a second, and the reasons, which may name hosts and databases, are only logged.
   */
  @Get('ready')
  @Open()
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { status, body } = await this.currentRun().outcome;
    await reply.code(status).send(body);
  }

  private currentRun(): Run {
    const checks = this.readiness.all();
    const now = this.clock.now().getTime();
    const { latest } = this;
    const isFresh = latest && (!latest.isOver || Math.abs(now - latest.startedAt) < MAX_AGE_MS);
    // The checks are others when the service is shutting down.
    if (isFresh && latest.checks === checks) return latest;
    const run: Run = { checks, startedAt: now, isOver: false, outcome: this.run(checks) };
    const end = (): boolean => (run.isOver = true);
    run.outcome.then(end, end);
    return (this.latest = run);
  }

  private async run(checks: readonly ReadinessCheck[]): Promise<Outcome> {
    const indicators = checks.map(
      (check): HealthIndicatorFunction =>
        async () =>
          this.indicate(check.name, await problemOf(check)),
    );
    try {
      return { status: 200, body: await this.health.check(indicators) };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return { status: 503, body: error.getResponse() };
    }
  }

  private indicate(name: string, problem: string | null): HealthIndicatorResult {
    this.record(name, problem);
    const session = this.indicators.check(name);
    return problem === null ? session.up() : session.down();
  }

  private record(name: string, problem: string | null): void {
    this.failed.set({ check: name }, problem === null ? 0 : 1);
    if (problem === (this.problems.get(name) ?? null)) return;
    if (problem === null) {
      this.problems.delete(name);
      this.logger.log({ message: 'A readiness check passes again', check: name });
    } else {
      this.problems.set(name, problem);
      this.logger.warn({ message: 'A readiness check failed', check: name, reason: problem });
    }
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
