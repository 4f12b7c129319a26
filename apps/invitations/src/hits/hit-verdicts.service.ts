import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { Chore, warnOfFailure } from '@plaudit/runtime';
import type { NewActivity } from '../activity/activity';
import { ActivityRepository } from '../activity/activity.repository';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import { rootIdOf } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import type { StoredHit } from './hit';
import { EVIDENCE_MS, type ProgramReason, programReason } from './hit-verdict';
import { HitsRepository } from './hits.repository';

/** Hits that one transaction decides. Each of a person's hits takes a few statements. */
const BATCH = 50;

/** The entry in the activity for each kind of link. Views of the page for unsubscribing and hidden links have none. */
const ACTIVITY = { review: 'clicked', open: 'opened', unsubscribe: null, trap: null } as const;

interface Decided {
  hit: StoredHit;
  /** Null for a person. */
  reason: ProgramReason | null;
}

/** Decides which hits were those of people. Only these count and end a sequence. */
@Injectable()
export class HitVerdictsService {
  private readonly logger = new Logger(HitVerdictsService.name);

  constructor(
    private readonly database: Database,
    private readonly hits: HitsRepository,
    private readonly requests: RequestsRepository,
    private readonly lifecycle: LifecycleService,
    private readonly activity: ActivityRepository,
  ) {}

  /** Decides due hits, and returns true if there may be more. A message whose hits cannot be decided keeps no others waiting. */
  @Chore({ name: 'hits', everyMs: 5_000, per: 'process' })
  async decideDue(_now: Date, stopping: AbortSignal): Promise<boolean> {
    const due = await this.hits.dueRequests();
    for (const requestId of due) {
      if (stopping.aborted) break;
      await this.decide(requestId).catch((error: unknown) => this.postpone(requestId, error));
    }
    return due.length > 0;
  }

  /**
   * Decides hits of one message, the oldest first. Replicas that do so at the same time take turns, so that the first click is the
   * one that counts as the first. The sequence is locked before the hits, as everywhere else.
   */
  private async decide(requestId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const message = await this.lock(tx, requestId);
      const claimed = await this.hits.claim(tx, requestId, BATCH);
      const [first, last] = [claimed[0], claimed.at(-1)];
      if (!first || !last) return;
      const around = await this.hits.between(
        tx,
        requestId,
        new Date(first.at.getTime() - EVIDENCE_MS),
        new Date(last.at.getTime() + EVIDENCE_MS),
      );
      const decided = claimed.map((hit) => ({
        hit,
        reason: programReason(hit, around, message?.sent_on ?? null),
      }));
      await this.hits.decide(
        tx,
        claimed.map(({ id }) => id),
        decided.map(({ reason }) => (reason === null ? 'person' : 'program')),
      );
      if (message && message.deleted_on === null) await this.apply(tx, message, decided);
    });
  }

  private async postpone(requestId: number, error: unknown): Promise<void> {
    const lost = await this.hits.postpone(requestId);
    const line = { message: 'Could not decide the hits of a message', invitation_id: requestId };
    warnOfFailure(this.logger, line, error);
    if (lost === 0) return;
    const message = 'Gave up to decide whether a person opened or clicked';
    this.logger.error({ message, invitation_id: requestId, hits: lost });
  }

  /** Locks the sequence of a message, and returns the message. Returns null if there is none. */
  private async lock(tx: Tx, requestId: number): Promise<RequestRow | null> {
    const found = await this.requests.find(tx, requestId);
    const sequence = found ? await this.requests.lockSequences(tx, [rootIdOf(found)]) : [];
    return sequence.find(({ id }) => id === requestId) ?? null;
  }

  private async apply(tx: Tx, message: RequestRow, decided: readonly Decided[]): Promise<void> {
    for (const { hit, reason } of decided) {
      const cause = { at: hit.at, source: 'recipient' as const };
      if (reason !== null) continue;
      if (hit.kind === 'review') await this.lifecycle.clicked(tx, message, cause);
      if (hit.kind === 'open') await this.lifecycle.opened(tx, message, cause);
    }
    await this.activity.add(
      tx,
      ignored(decided).map((entry) => ({ ...entry, requestId: message.id })),
    );
  }
}

/** Returns one entry for the hits of one kind that were ignored for one reason. */
function ignored(decided: readonly Decided[]): NewActivity[] {
  const groups = new Map<
    string,
    { type: 'clicked' | 'opened'; reason: ProgramReason; at: Date; hits: number }
  >();
  for (const { hit, reason } of decided) {
    const type = ACTIVITY[hit.kind];
    if (reason === null || type === null) continue;
    const name = `${type} ${reason}`;
    const group = groups.get(name) ?? { type, reason, at: hit.at, hits: 0 };
    groups.set(name, { ...group, hits: group.hits + 1 });
  }
  return [...groups.values()].map(({ type, reason, at, hits }) => ({
    type,
    source: 'system',
    status: 'ignored',
    at,
    detail: { reason, hits },
  }));
}
