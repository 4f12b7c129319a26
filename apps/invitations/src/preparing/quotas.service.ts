import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { Business } from '../businesses/business';
import { CreditsRepository } from '../credits/credits.repository';
import type { Frozen } from '../queue/claims.repository';
import type { RequestRow } from '../requests/request-rows';
import { localDay, nextInWindow, nextLocalDay } from '../schedule/send-window';
import type { InviteSettings } from '../settings/invite-settings';
import type { OtherVerdict, SendVerdict, Verdict } from './verdict';

const UNLIMITED = -1;

/** A message that is sent now if the limits allow it. */
export interface Candidate {
  row: RequestRow;
  frozen: Frozen | null;
  now: Date;
  settings: InviteSettings;
  business: Business;
}

interface Counted {
  candidate: Candidate;
  verdict: Verdict;
}

/** Counts messages against the limit of the day and the credits of the month. */
@Injectable()
export class QuotasService {
  constructor(private readonly credits: CreditsRepository) {}

  /** Returns the verdict of each candidate by its row. If a limit does not suffice for all, the first ones go. */
  async count(tx: Tx, candidates: readonly Candidate[]): Promise<Map<RequestRow, Verdict>> {
    const counted: Counted[] = [];
    for (const group of groupsOf(candidates, dayKeyOf)) counted.push(...(await this.countDay(tx, group)));
    const going = counted.flatMap(({ candidate, verdict }) =>
      verdict.kind === 'send' && takesCredit(candidate) ? [candidate] : [],
    );
    const unpaid = new Set<Candidate>();
    for (const group of groupsOf(going, ({ business }) => String(business.account_id))) {
      for (const candidate of await this.unpaidOf(tx, group)) unpaid.add(candidate);
    }
    return new Map(
      counted.map(({ candidate, verdict }) => [candidate.row, unpaid.has(candidate) ? NO_CREDIT : verdict]),
    );
  }

  /** The candidates share a sub account, a local day and a limit. */
  private async countDay(tx: Tx, group: readonly Candidate[]): Promise<Counted[]> {
    const [first] = group as [Candidate];
    const { row } = first;
    const day = dayOf(first);
    const limit = limitOf(first);
    const sent: SendVerdict = { kind: 'send', frozen: null, day };
    const going = (candidate: Candidate): Counted => ({
      candidate,
      verdict: { ...sent, frozen: candidate.frozen },
    });
    if (await this.credits.takeDay(tx, row.sub_account_id, day, limit, group.length)) return group.map(going);
    const counted: Counted[] = [];
    for (const candidate of group) {
      const isCounted = await this.credits.takeDay(tx, row.sub_account_id, day, limit);
      counted.push(isCounted ? going(candidate) : { candidate, verdict: tomorrow(candidate) });
    }
    return counted;
  }

  /**
   * The candidates share an account. Returns those for which it has no credit, which are no longer counted on their day. Adding a
   * request keeps a credit for it, so only a smaller plan leaves some without one.
   */
  private async unpaidOf(tx: Tx, group: readonly Candidate[]): Promise<readonly Candidate[]> {
    const [{ business, now }] = group as [Candidate];
    const { account_id, invites_month: limit } = business;
    if (limit === UNLIMITED) return [];
    const sent = await this.credits.sentInMonth(tx, account_id, now);
    const used = sent + (await this.credits.onTheirWay(tx, account_id));
    const unpaid = group.slice(Math.max(0, limit - used));
    await this.credits.giveDaysBack(
      tx,
      unpaid.map((candidate) => ({
        sub_account_id: candidate.row.sub_account_id,
        counted_day: dayOf(candidate),
      })),
    );
    return unpaid;
  }
}

const NO_CREDIT: OtherVerdict = { kind: 'skip', reason: 'plan_limit' };

/** Reminders need no credit, and a message that is sent once more has used its own. */
function takesCredit({ row }: Candidate): boolean {
  return row.step === 0 && row.sent_on === null;
}

function tomorrow({ row, now, settings }: Candidate): OtherVerdict {
  const { send_window: window } = settings;
  const day = nextLocalDay(now, row.timezone ?? window.timezone);
  return { kind: 'move', to: nextInWindow(day, window, row.timezone), reason: 'daily_limit' };
}

/** A message that a client has sent at once counts, and is not stopped. */
function limitOf({ row, settings }: Candidate): number {
  return row.manual ? UNLIMITED : settings.limits.daily;
}

function dayOf({ row, now, settings }: Candidate): string {
  return localDay(now, row.timezone ?? settings.send_window.timezone);
}

function dayKeyOf(candidate: Candidate): string {
  return `${candidate.row.sub_account_id}/${dayOf(candidate)}/${limitOf(candidate)}`;
}

/** The groups are in the order of their keys, so that two transactions lock the counters in the same order. */
function groupsOf(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const group = groups.get(keyOf(candidate));
    if (group) group.push(candidate);
    else groups.set(keyOf(candidate), [candidate]);
  }
  return [...groups.keys()].sort().map((key) => groups.get(key)!);
}
