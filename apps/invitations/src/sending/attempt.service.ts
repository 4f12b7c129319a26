import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { InviteType } from '@plaudit/contracts';
import { GroupBuffer } from '@plaudit/queue';
import { warnOfFailure } from '@plaudit/runtime';
import type { PreparedMessage } from '../preparing/preparation.service';
import { ClaimsRepository, LEASE_SECONDS, type Lease } from '../queue/claims.repository';
import { FinishingService } from './finishing.service';
import type { EndedAttempt, Ending, Released, SendOutcome } from './outcome';
import { SendingMetrics } from './sending.metrics';
import { TransportsService } from './transports.service';

const PAUSE_AFTER_ERROR_MS = 1_000;
/** A message waits for this with its connection taken. */
const GATHER_BEGINS = { gatherMs: 4, maxItems: 128 };
/** Nothing waits until an end is recorded. Recording takes the most statements, so its groups are large. */
const GATHER_ENDS = { gatherMs: 50, maxItems: 128 };

/** Begins, sends and records single messages. What happens at the same time is written together. */
@Injectable()
export class AttemptService implements OnApplicationShutdown {
  private readonly logger = new Logger(AttemptService.name);
  private readonly begins = new GroupBuffer<Lease, boolean>({
    ...GATHER_BEGINS,
    write: async (leases) => {
      const begun = await this.claims.begin(leases);
      return leases.map(({ id }) => begun.has(id));
    },
  });
  private readonly ends = new GroupBuffer<EndedAttempt, Ending>({
    ...GATHER_ENDS,
    write: (attempts) => this.finishing.finish(attempts),
  });

  private isStopped = false;

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly transports: TransportsService,
    private readonly finishing: FinishingService,
    readonly metrics: SendingMetrics,
  ) {}

  /** The database is gone now. What is not recorded is left to the recovery. */
  onApplicationShutdown(): void {
    this.isStopped = true;
  }

  /** Returns false if messages of this type cannot be sent at all, because nothing is configured for them. */
  canSend(type: InviteType): boolean {
    return this.transports.isConfigured(type);
  }

  /** Returns how many messages of this type the process may send at once. With 0 they are left to other processes. */
  connectionsFor(type: InviteType): number {
    return this.transports.connectionsFor(type);
  }

  /**
   * Sends a prepared message, once this is recorded. Returns its outcome. Returns null, and sends nothing, if the message must not be
   * sent any more or if that could not be recorded.
   */
  async send(message: PreparedMessage): Promise<SendOutcome | null> {
    try {
      if (!(await this.begins.add(message.row))) return null;
    } catch (error) {
      warnOfFailure(this.logger, 'Could not begin to send a message; it is sent later', error);
      return null;
    }
    const began = performance.now();
    const outcome = await this.transports.send(message);
    this.metrics.attempted(message.row.type, (performance.now() - began) / 1_000);
    return outcome;
  }

  /**
   * Records what became of a message. Tries until it succeeds, the lease has ended or the process stops, because nobody else knows the outcome. Never
   * rejects.
   */
  async finish({ row }: PreparedMessage, outcome: SendOutcome | Released): Promise<void> {
    const attempt = { row, provider: this.transports.providerOf(row.type), outcome };
    const deadline = performance.now() + LEASE_SECONDS * 1_000;
    for (let tries = 0; ; tries += 1) {
      try {
        // A row that the database refuses must not keep the others of its group back.
        const [ending] =
          tries === 0 ? [await this.ends.add(attempt)] : await this.finishing.finish([attempt]);
        this.metrics.ended(row.type, ending!);
        return;
      } catch (error) {
        const message = 'Could not record what became of a message; the next try is in 1 s';
        warnOfFailure(this.logger, message, error);
        if (this.isStopped || performance.now() > deadline) return;
      }
      await pause(PAUSE_AFTER_ERROR_MS);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
