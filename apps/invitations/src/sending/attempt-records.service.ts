import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { CreditsRepository } from '../credits/credits.repository';
import type { Transition } from '../lifecycle/transition';
import { RemindersService } from '../preparing/reminders.service';
import { SendingFactsReadModel } from '../preparing/sending-facts.read-model';
import type { RequestRow } from '../requests/request-rows';
import { StoredRequestsService } from '../requests/stored-requests.service';
import type { SendWindow } from '../settings/invite-settings';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { afterDeferral, afterMissingAnswer, afterSending, afterStop } from './ended-attempt';
import type { Ending, HeldAttempt, SendOutcome } from './outcome';

/** Open all the time, for a message whose profile is gone and for one that a client has sent at once. */
const ALWAYS: SendWindow = {
  enabled: false,
  timezone: 'UTC',
  days: [1, 2, 3, 4, 5, 6, 7],
  start: '00:00',
  end: '00:00',
  holidays: [],
};

type Windows = ReadonlyMap<number, SendWindow>;

/** Stores attempts that sent a message or will be repeated, and plans what follows. */
@Injectable()
export class AttemptRecordsService {
  constructor(
    private readonly facts: SendingFactsReadModel,
    private readonly profiles: SettingsProfilesRepository,
    private readonly reminders: RemindersService,
    private readonly stored: StoredRequestsService,
    private readonly credits: CreditsRepository,
  ) {}

  /**
   * Stores attempts whose rows are locked. Returns how each ended, in the given order. Nothing is stored about one that ends as
   * `failed`: its message gets no further attempt.
   */
  async store(tx: Tx, attempts: readonly HeldAttempt[]): Promise<Ending[]> {
    if (attempts.length === 0) return [];
    const now = await this.facts.now(tx);
    const windows = await this.windowsOf(
      tx,
      attempts.flatMap(({ row, outcome }) => (isRepeated(outcome) ? [row] : [])),
    );
    const transitions = attempts.map((attempt) => transitionOf(attempt, now, windows));
    const sent = transitions.flatMap((one) => (one?.change.status === 'sent' ? [one.row] : []));
    const cancelled = transitions.flatMap((one) => (one?.change.status === 'cancelled' ? [one.row] : []));
    const next = [
      ...(await this.reminders.afterSent(tx, sent, now)),
      ...(await this.reminders.afterDeleted(tx, cancelled)),
    ];
    await this.stored.update(tx, [...transitions.filter((one) => one !== null), ...next]);
    const endings = attempts.map((attempt, place) => endingOf(attempt, transitions[place]!));
    const taken = transitions.flatMap((one) => (one?.stage === 'sent' ? [one.row] : []));
    const first = taken.filter(({ step }) => step === 0).map(({ account_id }) => account_id);
    await this.credits.countSent(tx, first, now);
    await this.credits.countMails(tx, taken, now);
    return endings;
  }

  private async windowsOf(tx: Tx, rows: readonly RequestRow[]): Promise<Windows> {
    if (rows.length === 0) return new Map();
    const ids = rows.map(({ settings_id }) => settings_id);
    const profiles = await this.profiles.resolved(tx, ids);
    return new Map([...profiles].map(([id, { settings }]) => [id, settings.send_window]));
  }
}

/** Only what is sent again needs a window. */
function isRepeated({ kind }: SendOutcome): boolean {
  return kind === 'retry' || kind === 'operator' || kind === 'repeated';
}

function windowOf({ settings_id, manual }: RequestRow, windows: Windows): SendWindow {
  return (manual ? undefined : windows.get(settings_id)) ?? ALWAYS;
}

function transitionOf(
  { row, provider, outcome }: HeldAttempt,
  now: Date,
  windows: Windows,
): Transition | null {
  switch (outcome.kind) {
    case 'sent':
      return afterSending(row, now, { provider, providerId: outcome.providerId, fault: null });
    case 'unknown':
      return afterSending(row, now, { provider, providerId: null, fault: outcome });
    case 'retry':
    case 'operator':
      return afterDeferral(row, now, windowOf(row, windows), outcome);
    case 'repeated':
      return afterMissingAnswer(row, now, windowOf(row, windows), { provider, fault: outcome });
    case 'stopped':
      return afterStop(row, now, outcome);
    case 'refused':
      return null;
  }
}

function endingOf({ outcome }: HeldAttempt, transition: Transition | null): Ending {
  if (transition === null) return 'failed';
  if (outcome.kind === 'sent' || outcome.kind === 'stopped') return outcome.kind;
  return transition.change.sent_on || transition.change.status === 'sent' ? 'unconfirmed' : 'deferred';
}
