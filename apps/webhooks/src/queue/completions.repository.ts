import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { DeliveryState } from '../deliveries/delivery';
import { type DisableRule, disableRule, type Suspect, suspectsIn } from '../disabling/disable-rule';
import { isOverload } from '../sending/attempt-outcome';
import { WebhooksEnv } from '../webhooks.env';
import type { CompletedAttempt } from './claimed-delivery';
import { RECORD_ATTEMPTS, recordParameters } from './completions.sql';
import { afterAttempt, type LaneState } from './lane-state';

/** Longer than the other transactions keep a lane. */
const LOCK_LIMIT_MS = 1_000;
/** Of a lane that was locked for so long already. */
const LOCK_LIMIT_ALONE_MS = 100;

interface LaneRow extends LaneState {
  webhook_id: number;
  now: Date;
}

export interface CompletionResult {
  /** Attempts that were fenced off because another worker had taken over their lease. They are logged only. */
  fenced: number;
  /** Deliveries that ended, by their state. */
  delivered: number;
  dropped: number;
  cancelled: number;
  /** True if one of their lanes has another delivery that is due before the next poll of the worker. */
  due: boolean;
  /** Webhooks that the attempts give a reason to disable. */
  suspects: Suspect[];
}

/**
 * Records completed attempts, one transaction per group, which locks the lanes and then writes everything with one statement. Each row
 * is fenced by its own lease.
 */
@Injectable()
export class CompletionsRepository {
  private readonly breakerMs: number;
  private readonly disableRule: DisableRule;

  constructor(
    private readonly database: Database,
    env: WebhooksEnv,
  ) {
    this.breakerMs = env.WEBHOOK_BREAKER_SECONDS * 1_000;
    this.disableRule = disableRule(env);
  }

  /** Fails with a lock timeout if another transaction keeps one of the lanes. The group has lanes of several accounts. */
  complete(group: readonly CompletedAttempt[], isAlone = false): Promise<CompletionResult> {
    const record = async (tx: Tx): Promise<CompletionResult> => {
      const lanes = await this.lockLanes(tx, group);
      const states = group.map((attempt) => stateAfter(attempt, lanes));
      const changed = this.changedLanes(group, lanes);
      const parameters = recordParameters(group, states, changed);
      const settled = await queryRows<{ state: number; due: boolean }>(
        tx,
        RECORD_ATTEMPTS,
        parameters,
        'record-attempts',
      );
      const count = (wanted: number): number => settled.filter(({ state }) => state === wanted).length;
      return {
        fenced: group.length - settled.length,
        delivered: count(DeliveryState.delivered),
        dropped: count(DeliveryState.dropped),
        cancelled: count(DeliveryState.cancelled),
        // If every attempt was fenced, the replica that ended the leases looks for due rows.
        due: settled.some(({ due }) => due),
        suspects: this.suspects(group, lanes, changed),
      };
    };
    return this.database.transaction(record, 'background', isAlone ? LOCK_LIMIT_ALONE_MS : LOCK_LIMIT_MS);
  }

  private suspects(
    group: readonly CompletedAttempt[],
    before: ReadonlyMap<number, LaneRow>,
    after: ReadonlyMap<number, LaneState>,
  ): Suspect[] {
    const [lane] = before.values();
    return lane ? suspectsIn(group, after, lane.now, this.disableRule) : [];
  }

  private async lockLanes(tx: Tx, group: readonly CompletedAttempt[]): Promise<Map<number, LaneRow>> {
    const rows = await queryRows<LaneRow>(
      tx,
      `select webhook_id, limit_now, success_streak, failure_streak, failing_since, recent, recent_count, typical_ms,
         breaker_open, breaker_opens, nullif(blocked_until, '-infinity') as blocked_until, clock_timestamp() as now
       from lanes where webhook_id = any ($1) order by webhook_id for update`,
      [[...new Set(group.map(({ delivery }) => delivery.webhook_id))]],
      'lock-lanes-of-attempts',
    );
    return new Map(rows.map((row) => [row.webhook_id, row]));
  }

  /** Applies every attempt to its lane. A fenced attempt counts too, because it also shows how the endpoint behaves. */
  private changedLanes(
    group: readonly CompletedAttempt[],
    lanes: ReadonlyMap<number, LaneRow>,
  ): Map<number, LaneState> {
    const changed = new Map<number, LaneState>();
    for (const { delivery, outcome } of group) {
      const row = lanes.get(delivery.webhook_id);
      if (!row) continue;
      const before = changed.get(delivery.webhook_id) ?? row;
      const result = { ok: outcome.ok, overload: isOverload(outcome), durationMs: outcome.durationMs };
      changed.set(delivery.webhook_id, afterAttempt(before, result, row.now, this.breakerMs));
    }
    return changed;
  }
}

/** If the lane is missing, the webhook was deleted while the attempt was in flight. */
function stateAfter(
  { delivery, outcome, waitMs }: CompletedAttempt,
  lanes: ReadonlyMap<number, LaneRow>,
): number {
  if (outcome.ok) return DeliveryState.delivered;
  if (!lanes.has(delivery.webhook_id)) return DeliveryState.cancelled;
  return waitMs === null ? DeliveryState.dropped : DeliveryState.pending;
}
