import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
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
  ) {}

  /** Returns the verdict of each row, in the given order. Of two rows to one person, the first one goes. */
  async of(tx: Tx, rows: readonly RequestRow[], contexts: readonly MessageContext[]): Promise<Verdict[]> {
    const channels = await this.renderer.channelsOf(tx, rows);
    const going = new Map<string, RequestRow[]>();
    const decided = rows.map((row, place): Candidate | OtherVerdict => {
      const decision = this.decide(row, withOthers(contexts[place]!, going.get(keyOf(row)) ?? []), channels);
      if (!('kind' in decision)) going.set(keyOf(row), [...(going.get(keyOf(row)) ?? []), row]);
      return decision;
    });
    const candidates = decided.flatMap((one) => ('kind' in one ? [] : [one]));
    const counted = await this.quotas.count(tx, candidates);
    return decided.map((one) => ('kind' in one ? one : counted.get(one.row)!));
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

function withOthers(context: MessageContext, going: readonly RequestRow[]): MessageContext {
  if (going.length === 0) return context;
  const firstInFlight = (context.others?.firstInFlight ?? false) || going.some(({ step }) => step === 0);
  return {
    ...context,
    others: { lastOn: null, lastFirstOn: null, ...context.others, inFlight: true, firstInFlight },
  };
}
