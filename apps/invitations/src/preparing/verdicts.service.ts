import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { UNSCHEDULED } from '../queue/unscheduled';
import type { RequestRow } from '../requests/request-rows';
import type { StopFault } from '../stops/sending-stop';
import { SendingStopsService } from '../stops/sending-stops.service';
import { keyOf } from '../suppressions/suppressions.repository';
import { type ChannelsOf, MessageRendererService } from './message-renderer.service';
import { type Candidate, QuotasService } from './quotas.service';
import { sendDecision } from './send-decision';
import type { MessageContext } from './sending-context.service';
import type { OtherVerdict, Verdict } from './verdict';

/** Decides about leased messages, renders those that are sent and counts them against the limits. */
@Injectable()
export class VerdictsService {
  constructor(
    private readonly renderer: MessageRendererService,
    private readonly quotas: QuotasService,
    private readonly stops: SendingStopsService,
  ) {}

  /**
   * Returns the verdict of each row, in the given order. Of two rows to one person, the first one goes. `asked`: a person waits for what
   * the mail server says, so a stopped sender is tried.
   */
  async of(
    tx: Tx,
    rows: readonly RequestRow[],
    contexts: readonly MessageContext[],
    { asked }: { asked: boolean },
  ): Promise<Verdict[]> {
    const channels = await this.renderer.channelsOf(tx, rows);
    const going = new Map<string, RequestRow[]>();
    const decided = rows.map((row, place): Candidate | OtherVerdict => {
      const decision = this.decide(row, withOthers(contexts[place]!, going.get(keyOf(row)) ?? []), channels);
      if (!('kind' in decision)) going.set(keyOf(row), [...(going.get(keyOf(row)) ?? []), row]);
      return decision;
    });
    const sendable = decided.flatMap((one) => ('kind' in one ? [] : [one]));
    const waiting = asked ? new Map<number, StopFault>() : await this.stopped(tx, sendable);
    const counted = await this.quotas.count(
      tx,
      sendable.filter(({ row }) => !waiting.has(row.id)),
    );
    return decided.map((one) => {
      if ('kind' in one) return one;
      const stopped = waiting.get(one.row.id);
      return stopped ? moved(stopped) : counted.get(one.row)!;
    });
  }

  /** Returns those whose sender is stopped, by their ids. */
  private async stopped(tx: Tx, candidates: readonly Candidate[]): Promise<Map<number, StopFault>> {
    const mails = candidates.filter(({ row }) => row.type === 'email');
    return this.stops.waiting(
      tx,
      mails.map(({ row, settings }) => ({
        id: row.id,
        sub_account_id: row.sub_account_id,
        account_id: row.account_id,
        sender: this.renderer.senderOf(row, settings),
      })),
    );
  }

  private decide(row: RequestRow, context: MessageContext, channels: ChannelsOf): Candidate | OtherVerdict {
    const decision = sendDecision(row, context);
    if (decision.kind !== 'send') return decision;
    const known = { now: context.now, settings: context.settings!, business: context.business! };
    const frozen = row.rendered ? null : this.renderer.render(row, known, channels);
    if (!row.rendered && !frozen) return { kind: 'skip', reason: 'no_review_link' };
    return { row, frozen, ...known };
  }
}

function moved(fault: StopFault): OtherVerdict {
  return { kind: 'move', to: UNSCHEDULED, reason: 'sending_stopped', fault };
}

function withOthers(context: MessageContext, going: readonly RequestRow[]): MessageContext {
  if (going.length === 0) return context;
  const firstInFlight = (context.others?.firstInFlight ?? false) || going.some(({ step }) => step === 0);
  return {
    ...context,
    others: { lastOn: null, lastFirstOn: null, ...context.others, inFlight: true, firstInFlight },
  };
}
