import { Injectable } from '@nestjs/common';
import type { InvitePayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { type NewEvent, Outbox } from '@plaudit/events';
import type { ActivitySource } from '../activity/activity';
import { ActivityRepository } from '../activity/activity.repository';
import { eventOf, type Stage, type Transition } from '../lifecycle/transition';
import { QueuePlacesRepository } from '../queue/queue-places.repository';
import { SettingsNamesRepository } from '../settings/settings-names.repository';
import { invitePayload } from './invite-payload';
import type { NewRequest, RequestRow } from './request-rows';
import { RequestsRepository } from './requests.repository';

/** A stored request and the stage that it reached. */
interface Reached {
  row: RequestRow;
  stage: Stage;
  at: Date;
}

/** Writes requests, each with its activity and its event, in the caller's transaction. */
@Injectable()
export class StoredRequestsService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly activity: ActivityRepository,
    private readonly places: QueuePlacesRepository,
    private readonly settings: SettingsNamesRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores new requests. Each has the entry `queued`, and one that is skipped from the start has `skipped`, too. Publishes
   * `invite.queued` for those that are pending. Returns the rows in the given order.
   */
  async insert(tx: Tx, requests: readonly NewRequest[], source: ActivitySource): Promise<RequestRow[]> {
    const rows = await this.requests.insert(
      tx,
      requests.map((request) => ({ ...request, queued: request.status !== 'skipped' })),
    );
    await this.activity.add(
      tx,
      rows.flatMap(({ id, skip_reason }) => [
        { requestId: id, type: 'queued' as const, source },
        ...(skip_reason === null
          ? []
          : [
              {
                requestId: id,
                type: 'skipped' as const,
                source: 'system' as const,
                detail: { reason: skip_reason },
              },
            ]),
      ]),
    );
    await this.places.update(tx, rows);
    const queued = rows.filter((row) => row.queued);
    await this.publish(
      tx,
      queued.map((row) => ({ row, stage: 'queued', at: row.created_on })),
    );
    return rows;
  }

  /**
   * Applies changes of locked requests, each at most once. Returns the rows as they are now, in the given order. A message that is
   * taken from its worker unsent is given back to its day.
   */
  async update(tx: Tx, transitions: readonly Transition[]): Promise<RequestRow[]> {
    const rows = await this.requests.updateAll(tx, transitions);
    const unsent = transitions.filter(({ row, change }) => change.counted_day === null && row.prepared_at);
    await this.activity.add(
      tx,
      transitions.flatMap(({ row, activity }) => activity.map((entry) => ({ ...entry, requestId: row.id }))),
    );
    await this.places.update(
      tx,
      rows,
      unsent.map(({ row }) => row),
    );
    const reached = transitions.flatMap(({ stage, at }, place): Reached[] =>
      stage === null ? [] : [{ row: rows[place] as RequestRow, stage, at }],
    );
    await this.publish(tx, reached);
    return rows;
  }

  private async publish(tx: Tx, reached: readonly Reached[]): Promise<void> {
    if (reached.length === 0) return;
    const names = await this.settings.namesOf(
      tx,
      reached.map(({ row }) => row.settings_id),
    );
    for (const stage of new Set(reached.map((one) => one.stage))) {
      const events = reached.filter((one) => one.stage === stage);
      await this.outbox.addAll(
        tx,
        eventOf(stage),
        events.map((one) => newEvent(one, names.get(one.row.settings_id) ?? '')),
      );
    }
  }
}

function newEvent({ row, stage, at }: Reached, settingsName: string): NewEvent<InvitePayload> {
  const data: InvitePayload = {
    ...invitePayload(row, settingsName, at),
    ...(stage === 'sent' && { delivery: row.delivery ?? 'confirmed' }),
    ...(stage === 'failed' && { error_code: row.error_code ?? 'failed' }),
  };
  return {
    accountId: row.account_id,
    subAccountId: row.sub_account_id,
    subject: row.id,
    version: row.version,
    data,
  };
}
