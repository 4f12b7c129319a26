import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { Business } from '../businesses/business';
import { CreditsRepository } from '../credits/credits.repository';
import type { Frozen } from '../queue/claims.repository';
import type { RequestRow } from '../requests/request-rows';
import { localDay, nextInWindow, nextLocalDay } from '../schedule/send-window';
import type { InviteSettings } from '../settings/invite-settings';
import { keyOf } from '../suppressions/suppressions.repository';
import { type ChannelsOf, MessageRendererService } from './message-renderer.service';
import { type SendDecision, sendDecision } from './send-decision';
import type { MessageContext } from './sending-context.service';

const UNLIMITED = -1;

/** A message that is sent now. */
export interface SendVerdict {
  kind: 'send';
  /** Null if the message was frozen at an earlier attempt. */
  frozen: Frozen | null;
  /** The local day on which it is counted. */
  day: string;
}

/** What happens to a message that is not sent now. */
export type OtherVerdict = Exclude<SendDecision, { kind: 'send' }>;
export type Verdict = SendVerdict | OtherVerdict;

/** Decides about leased messages, renders those that are sent and counts them against the limits. */
@Injectable()
export class VerdictsService {
  constructor(
    private readonly renderer: MessageRendererService,
    private readonly credits: CreditsRepository,
  ) {}

  /** Returns the verdict of each row, in the given order. Of two rows to one person, the first one goes. */
  async of(tx: Tx, rows: readonly RequestRow[], contexts: readonly MessageContext[]): Promise<Verdict[]> {
    const channels = await this.renderer.channelsOf(tx, rows);
    const going = new Set<string>();
    const verdicts: Verdict[] = [];
    for (const [place, row] of rows.entries()) {
      const verdict = await this.verdict(
        tx,
        row,
        withOthers(contexts[place]!, going.has(keyOf(row))),
        channels,
      );
      if (verdict.kind === 'send') going.add(keyOf(row));
      verdicts.push(verdict);
    }
    return verdicts;
  }

  private async verdict(
    tx: Tx,
    row: RequestRow,
    context: MessageContext,
    channels: ChannelsOf,
  ): Promise<Verdict> {
    const decision = sendDecision(row, context);
    if (decision.kind !== 'send') return decision;
    const known = { now: context.now, settings: context.settings!, business: context.business! };
    const frozen = row.rendered ? null : this.renderer.render(row, known, channels);
    if (!row.rendered && !frozen) return { kind: 'skip', reason: 'no_review_link' };
    return this.counted(tx, row, context, frozen);
  }

  /** Only the first attempt of a first message takes a credit of the month. */
  private async counted(
    tx: Tx,
    row: RequestRow,
    { now, settings, business, isManual }: MessageContext,
    frozen: Frozen | null,
  ): Promise<Verdict> {
    const { limits, send_window: window } = settings as InviteSettings;
    const zone = row.timezone ?? window.timezone;
    const day = localDay(now, zone);
    const daily = isManual ? UNLIMITED : limits.daily;
    if (!(await this.credits.takeDay(tx, row.sub_account_id, day, daily))) {
      const to = nextInWindow(nextLocalDay(now, zone), window, row.timezone);
      return { kind: 'move', to, reason: 'daily_limit' };
    }
    const { account_id, invites_month } = business as Business;
    const isFirst = row.step === 0 && frozen !== null;
    if (!isFirst || (await this.credits.takeMonth(tx, account_id, invites_month, 1, now)))
      return { kind: 'send', frozen, day };
    await this.credits.giveDayBack(tx, row.sub_account_id, day);
    return { kind: 'skip', reason: 'plan_limit' };
  }
}

function withOthers(context: MessageContext, inFlight: boolean): MessageContext {
  if (!inFlight) return context;
  return { ...context, others: { lastOn: null, lastFirstOn: null, ...context.others, inFlight } };
}
