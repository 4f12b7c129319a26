import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { Transition } from '../lifecycle/transition';
import { rootIdOf } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import { nextInWindow, type SendWindow } from '../schedule/send-window';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { NextRemindersRepository } from './next-reminders.repository';

const SECOND_MS = 1_000;

/** Plans the reminders that wait for the message before them. */
@Injectable()
export class RemindersService {
  constructor(
    private readonly reminders: NextRemindersRepository,
    private readonly profiles: SettingsProfilesRepository,
  ) {}

  /** Returns how the reminders after messages change that were sent at this time. The rows of the messages are locked. */
  async afterSent(tx: Tx, sent: readonly RequestRow[], at: Date): Promise<Transition[]> {
    const next = await this.reminders.lockAfter(tx, sent);
    return this.planned(tx, [...next.values()], () => at);
  }

  /**
   * Returns how the reminders after deleted ones change, which were on their way and will not be sent: they follow the last message
   * that was sent.
   */
  async afterDeleted(tx: Tx, deleted: readonly RequestRow[]): Promise<Transition[]> {
    const gone = deleted.filter(({ parent_id, deleted_on }) => parent_id !== null && deleted_on !== null);
    const next = await this.reminders.lockAfter(tx, gone);
    const sentOn = await this.reminders.lastSentOn(tx, [...next.keys()]);
    const alive = [...next.values()].filter((row) => sentOn.has(rootIdOf(row)));
    return this.planned(tx, alive, (row) => sentOn.get(rootIdOf(row))!);
  }

  private async planned(
    tx: Tx,
    reminders: readonly RequestRow[],
    sentOnOf: (reminder: RequestRow) => Date,
  ): Promise<Transition[]> {
    if (reminders.length === 0) return [];
    const ids = reminders.map(({ settings_id }) => settings_id);
    const profiles = await this.profiles.resolved(tx, ids);
    return reminders.map((row) =>
      anchored(row, sentOnOf(row), profiles.get(row.settings_id)?.settings.send_window ?? null),
    );
  }
}

/** Without a profile, the reminder is due at once after its delay. It is skipped then. */
function anchored(reminder: RequestRow, sentOn: Date, window: SendWindow | null): Transition {
  const planned = new Date(sentOn.getTime() + (reminder.step_delay ?? 0) * SECOND_MS);
  const due = window ? nextInWindow(planned, window, reminder.timezone) : planned;
  return {
    row: reminder,
    change: { schedule: planned, send_at: due, due_at: due },
    activity: [],
    stage: null,
    at: sentOn,
  };
}
