import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { InviteType } from '@plaudit/contracts';
import { QueueNotifier } from '@plaudit/queue';
import { InvitationsEnv } from '../invitations.env';
import { Circuit } from '../mail/circuit';
import { DomainPace } from '../pace/domain-pace';
import { TokenBucket } from '../pace/token-bucket';
import { PreparationService } from '../preparing/preparation.service';
import { ClaimsRepository } from '../queue/claims.repository';
import { AttemptService } from './attempt.service';
import { MessagePump, type PumpLimits, type PumpWork } from './message-pump';

const NO_LIMIT = 0;

/** Sends due messages. Mails and text messages do not wait for each other. A type that is not configured stays in the queue. */
@Injectable()
export class SendingWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly pumps: MessagePump[] = [];

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly preparation: PreparationService,
    private readonly attempts: AttemptService,
    private readonly env: InvitationsEnv,
    private readonly notifier: QueueNotifier,
  ) {}

  onApplicationBootstrap(): void {
    const { SMTP_PER_MINUTE, SMTP_DOMAIN_PER_MINUTE } = this.env;
    this.pump('email', SMTP_PER_MINUTE, SMTP_DOMAIN_PER_MINUTE);
    this.pump('sms', NO_LIMIT, NO_LIMIT);
  }

  /** Stops claiming and waits for the conversations under way. Messages that wait for a connection are given back. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pumps.map((pump) => pump.worker.stop()));
  }

  private pump(type: InviteType, perMinute: number, domainPerMinute: number): void {
    const connections = this.attempts.connectionsFor(type);
    if (connections === 0 || !this.attempts.canSend(type)) return;
    const limits: PumpLimits = {
      connections,
      circuit: new Circuit(this.env.SMTP_PAUSE_SECONDS * 1_000),
      bucket: new TokenBucket(perMinute),
      domains: new DomainPace(domainPerMinute),
    };
    this.attempts.metrics.watchCircuit(type, () => limits.circuit.isOpen);
    const pump = new MessagePump(type, this.work(), limits, this.notifier);
    this.pumps.push(pump);
    pump.worker.start();
  }

  private work(): PumpWork {
    const { claims, preparation, attempts } = this;
    return {
      claim: (type, rows) => claims.claim(type, rows),
      nextDueMs: (type) => claims.nextDueMs(type),
      prepare: (rows) => preparation.prepare(rows),
      release: async (rows, delayMsOf) => {
        await claims.releaseAll(rows.map((row) => ({ lease: row, delayMs: delayMsOf(row) })));
      },
      send: (message) => attempts.send(message),
      finish: (message, outcome) => attempts.finish(message, outcome),
    };
  }
}
