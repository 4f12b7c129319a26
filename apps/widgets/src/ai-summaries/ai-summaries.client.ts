import { Injectable } from '@nestjs/common';
import {
  STORED_SUMMARY_PATH,
  type StoredSummaryRequest,
  type StoredSummaryResponse,
  type WidgetSummary,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';
import { WidgetsEnv } from '../widgets.env';

/** A visitor waits no longer for the answer. It normally takes a millisecond. */
const MAX_WAIT_MS = 500;

/** `isKnown` is false if the ai service did not say whether there is a summary. */
export interface FoundSummary {
  summary: WidgetSummary | null;
  isKnown: boolean;
}

export const NO_SUMMARY: FoundSummary = { summary: null, isKnown: true };
const NO_ANSWER: FoundSummary = { summary: null, isKnown: false };

/** Asks the ai service for summaries that it has stored. It writes none for a visitor. */
@Injectable()
export class AiSummariesClient {
  /** The questions under way. Many visitors of a widget ask the same at once. */
  private readonly asking = new Map<string, Promise<FoundSummary>>();

  constructor(
    private readonly services: ServiceClient,
    private readonly env: WidgetsEnv,
  ) {}

  /** Returns the summary of these channels that is based on the most reviews. Without AI_URL there is none. Never throws. */
  async find(request: StoredSummaryRequest): Promise<FoundSummary> {
    if (!this.env.AI_URL) return NO_SUMMARY;
    const key = JSON.stringify(request);
    const running = this.asking.get(key);
    if (running) return running;
    const asked = this.ask(request).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async ask(body: StoredSummaryRequest): Promise<FoundSummary> {
    try {
      const answer = await this.services.request<StoredSummaryResponse | null>('ai', {
        method: 'POST',
        path: STORED_SUMMARY_PATH,
        body,
        timeoutMs: MAX_WAIT_MS,
        lane: 'public',
      });
      const summary = answer.body?.summary;
      if (answer.status !== 200 || summary === undefined) return NO_ANSWER;
      return summary === null || isUsable(summary) ? { summary, isKnown: true } : NO_ANSWER;
    } catch {
      // The ServiceClient has logged the error.
      return NO_ANSWER;
    }
  }
}

/** A different release of ai must not break the widget. */
function isUsable({ channel_id, text, based_on_reviews }: Partial<WidgetSummary>): boolean {
  return (
    Number.isSafeInteger(channel_id) && typeof text === 'string' && Number.isSafeInteger(based_on_reviews)
  );
}
