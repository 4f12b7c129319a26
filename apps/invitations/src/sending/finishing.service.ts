import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { ClaimsRepository } from '../queue/claims.repository';
import { AttemptRecordsService } from './attempt-records.service';
import { FailuresService } from './failures.service';
import type { EndedAttempt, Ending, SendOutcome } from './outcome';
import { OperatorRepliesService } from './operator-replies.service';

/** Records what became of attempts. Each message is fenced by its lease: only its holder can record something. */
@Injectable()
export class FinishingService {
  constructor(
    private readonly database: Database,
    private readonly claims: ClaimsRepository,
    private readonly records: AttemptRecordsService,
    private readonly failures: FailuresService,
    private readonly operatorReplies: OperatorRepliesService,
  ) {}

  /** Records a group of attempts. Returns how each ended, in the given order. May be repeated with the same attempts. */
  async finish(attempts: readonly EndedAttempt[]): Promise<Ending[]> {
    const endings = await this.database.transaction((tx) => this.record(tx, attempts), 'background');
    for (const attempt of attempts) {
      if (endings.get(attempt) === 'failed') endings.set(attempt, await this.failures.fail(attempt));
    }
    return attempts.map((attempt) => endings.get(attempt) ?? 'fenced');
  }

  private async record(tx: Tx, attempts: readonly EndedAttempt[]): Promise<Map<EndedAttempt, Ending>> {
    const rows = await this.claims.lockLeased(
      tx,
      attempts.map(({ row }) => row),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    // A group may have two attempts of one message. Only one of them still has the lease.
    const held = attempts.filter(({ row }) => byId.get(row.id)?.lease_id === row.lease_id);
    const given = held.filter(({ outcome }) => outcome.kind === 'released');
    const ended = held.filter(({ outcome }) => outcome.kind !== 'released');
    const locked = ended.map((attempt) => ({
      ...attempt,
      row: byId.get(attempt.row.id)!,
      outcome: attempt.outcome as SendOutcome,
    }));
    const endings = await this.records.store(tx, await this.operatorReplies.apply(tx, locked));
    await this.release(tx, given);
    const result = new Map<EndedAttempt, Ending>(given.map((attempt) => [attempt, 'released']));
    for (const [place, attempt] of ended.entries()) result.set(attempt, endings[place]!);
    return result;
  }

  private async release(tx: Tx, attempts: readonly EndedAttempt[]): Promise<void> {
    const releases = attempts.flatMap(({ row, outcome }) =>
      outcome.kind === 'released' ? [{ lease: row, delayMs: outcome.delayMs }] : [],
    );
    await this.claims.release(tx, releases);
  }
}
