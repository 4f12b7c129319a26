import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { ClaimsRepository } from '../queue/claims.repository';
import type { RenderedMessage } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import type { MessageContext } from './sending-context.service';
import { SendingContextService } from './sending-context.service';
import { UnsentMessagesService } from './unsent-messages.service';
import type { OtherVerdict, Verdict } from './verdict';
import { VerdictsService } from './verdicts.service';

/** A leased message that may be sent now. */
export interface PreparedMessage {
  row: RequestRow;
  rendered: RenderedMessage;
  messageId: string | null;
  /** The local day that counts it. */
  day: string;
}

/** Decides about leased messages at the moment of sending, and freezes those that are sent. */
@Injectable()
export class PreparationService {
  constructor(
    private readonly database: Database,
    private readonly claims: ClaimsRepository,
    private readonly contexts: SendingContextService,
    private readonly verdicts: VerdictsService,
    private readonly unsent: UnsentMessagesService,
  ) {}

  /** Prepares leased messages in one transaction. Returns those that are sent now. */
  async prepare(rows: readonly RequestRow[]): Promise<PreparedMessage[]> {
    if (rows.length === 0) return [];
    return this.database.transaction(async (tx) => {
      await this.contexts.lockPeople(tx, rows);
      const leased = await this.claims.lockLeased(tx, rows);
      const contexts = await this.contexts.load(tx, leased);
      const verdicts = await this.verdicts.of(tx, leased, contexts, { asked: false });
      await this.recordUnsent(tx, leased, verdicts, contexts);
      const sent = leased.flatMap((row, place) => preparedOf(row, verdicts[place]!));
      await this.freeze(tx, sent);
      return sent;
    }, 'background');
  }

  /** Makes others wait who want to send to, stop or suppress the person. Call it before the row is locked. */
  async lockPerson(tx: Tx, row: RequestRow): Promise<void> {
    await this.contexts.lockPeople(tx, [row]);
  }

  /**
   * Prepares a message that a client asked to send now, in the transaction that leased it. Returns the verdict instead of the message
   * if it cannot be sent; nothing is stored then.
   */
  async prepareOne(tx: Tx, row: RequestRow): Promise<PreparedMessage | OtherVerdict> {
    const contexts = await this.contexts.load(tx, [row]);
    const [verdict] = await this.verdicts.of(tx, [row], contexts, { asked: true });
    if (verdict!.kind !== 'send') return verdict as OtherVerdict;
    const [message] = preparedOf(row, verdict as Verdict);
    await this.freeze(tx, [message as PreparedMessage]);
    return message as PreparedMessage;
  }

  private async freeze(tx: Tx, messages: readonly PreparedMessage[]): Promise<void> {
    await this.claims.freeze(
      tx,
      messages.map(({ row, rendered, messageId, day }) => ({
        id: row.id,
        rendered,
        messageId,
        segments: row.segments,
        day,
      })),
    );
  }

  private async recordUnsent(
    tx: Tx,
    rows: readonly RequestRow[],
    verdicts: readonly Verdict[],
    [context]: readonly MessageContext[],
  ): Promise<void> {
    if (!context) return;
    const messages = rows.flatMap((row, place) => {
      const verdict = verdicts[place]!;
      return verdict.kind === 'send' ? [] : [{ row, verdict }];
    });
    await this.unsent.record(tx, messages, context.now);
  }
}

function preparedOf(row: RequestRow, verdict: Verdict): PreparedMessage[] {
  if (verdict.kind !== 'send') return [];
  const { frozen, day } = verdict;
  if (!frozen) return [{ row, rendered: row.rendered as RenderedMessage, messageId: row.message_id, day }];
  const { rendered, messageId, segments } = frozen;
  return [{ row: { ...row, segments }, rendered, messageId, day }];
}
