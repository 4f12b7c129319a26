import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { Visitor } from '../hits/hit';
import { HitsService } from '../hits/hits.service';
import { brandOf } from '../landing/shell/brand';
import type { Page } from '../landing/shell/page';
import { type VisitedMessage, VisitedMessagesService } from '../links/visited-messages.service';
import { maskedRecipient } from './masked-recipient';
import type { UnsubscribeAction } from './unsubscribe-form';
import { oneClickText, unsubscribePage, type UnsubscribeState } from './unsubscribe-page';
import { UnsubscriptionsService } from './unsubscriptions.service';

/** Null if there is no such link. A text is for a mail program. */
export type UnsubscribeView = { page: Page } | { text: string } | null;

const KINDS = ['unsubscribe'] as const;

/**
 * The links for unsubscribing. They never expire, and work for deleted requests too. Only a POST unsubscribes, because programs
 * open every link of a mail.
 */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly visited: VisitedMessagesService,
    private readonly unsubscriptions: UnsubscriptionsService,
    private readonly hits: HitsService,
    private readonly clock: Clock,
  ) {}

  /** Shows the question, or that the person is unsubscribed. */
  async show(token: string, visitor: Visitor | null): Promise<UnsubscribeView> {
    return this.visit(token, async (tx, visit) => {
      const { link, message, settings } = visit;
      if (visitor && message.deleted_on === null) await this.hits.record(tx, link, settings, visitor);
      return pageOf(visit, token, await this.unsubscriptions.stateOf(tx, message));
    });
  }

  /** Unsubscribes, or undoes it. A repeat changes nothing. */
  async act(token: string, action: UnsubscribeAction): Promise<UnsubscribeView> {
    return this.visit(token, async (tx, visit) => {
      const { message } = visit;
      const at = this.clock.now();
      if (action === 'undo') {
        const undone = await this.unsubscriptions.undo(tx, message, at);
        return pageOf(visit, token, undone ? 'undone' : await this.afterUndo(tx, visit));
      }
      const source = action === 'one_click' ? ('list_unsubscribe' as const) : ('recipient' as const);
      await this.unsubscriptions.add(tx, message, { at, source });
      if (action === 'one_click') return { text: oneClickText(brandOf(visit)) };
      return pageOf(visit, token, await this.unsubscriptions.stateOf(tx, message));
    });
  }

  /** Nothing was undone: it is too late, or it was undone before. */
  private async afterUndo(tx: Tx, { message }: VisitedMessage): Promise<UnsubscribeState> {
    const state = await this.unsubscriptions.stateOf(tx, message);
    return state === 'question' ? 'undone' : 'too_late';
  }

  private async visit(
    token: string,
    work: (tx: Tx, visit: VisitedMessage) => Promise<UnsubscribeView>,
  ): Promise<UnsubscribeView> {
    if (!this.visited.isLink(token, KINDS)) return null;
    return this.database.transaction(async (tx) => {
      const visit = await this.visited.find(tx, token, KINDS);
      return visit && work(tx, visit);
    });
  }
}

function pageOf(visit: VisitedMessage, token: string, state: UnsubscribeState): { page: Page } {
  const { type, recipient } = visit.message;
  return {
    page: unsubscribePage({
      brand: brandOf(visit),
      state,
      recipient: maskedRecipient(type, recipient),
      action: `/u/${token}`,
    }),
  };
}
