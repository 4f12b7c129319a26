import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { warnOfFailure } from '@plaudit/runtime';
import type {
  GeneratedInsights,
  GeneratedReply,
  GeneratedSummary,
  GeneratedTags,
  InsightsTask,
  ReplyTask,
  SummaryTask,
  TagsTask,
} from '../generation/generated';
import { isReadableText, type SourceReview } from '../generation/source-review';
import { cleanForReading, isSuspicious } from '../generation/suspicious-text';
import type { TextGenerator } from '../generation/text-generator';
import type { LlmConnection } from '../settings/provider-settings';
import { configKeyOf } from './config-key';
import { LlmFailure, type LlmFailureReason } from './llm-failure';
import { selectedReviews, type Selection, sentText } from './prompts/selected-reviews';
import type { NewAnswer, RememberedAnswersRepository } from './remembered-answers.repository';
import type { AnswerFormat } from './requests/dialect';
import type { LlmRequestsService } from './requests/llm-requests.service';
import { insightsQuestion } from './tasks/insights-question';
import type { Question } from './tasks/question';
import { replyQuestion } from './tasks/reply-question';
import { summaryQuestion } from './tasks/summary-question';
import { tagsQuestion } from './tasks/tags-question';
import { TEST_QUESTION } from './tasks/test-question';
import { type TranslationItem, translationQuestion } from './tasks/translation-question';

const MAX_BUSINESS = 200;

/** For whom a model writes, and with what. */
export interface GeneratorOptions {
  connection: LlmConnection;
  accountId: number;
  /** The most characters of reviews that one request carries. */
  maxInputChars: number;
  /** Receives each failure before it is thrown. */
  onFailure: (failure: LlmFailure) => void;
}

/** What one request said about the settings of a model. */
export interface LlmTestResult {
  ok: boolean;
  /** The HTTP status; null if there was no response. */
  status: number | null;
  latency_ms: number;
  /** The model that the server says it used. */
  model: string | null;
  /** How the server was asked for JSON. */
  format: AnswerFormat | null;
  /** What the model wrote. */
  sample: string | null;
  reason: LlmFailureReason | null;
  /** One sentence that says what failed; null if nothing did. */
  error: string | null;
}

/** Writes with a model. Every method but `test` throws an {@link LlmFailure} if the model gives no usable answer. */
export class LlmGenerator implements TextGenerator {
  private readonly logger = new Logger(LlmGenerator.name);

  constructor(
    private readonly options: GeneratorOptions,
    private readonly requests: LlmRequestsService,
    private readonly answers: RememberedAnswersRepository,
  ) {}

  async summary(task: SummaryTask): Promise<GeneratedSummary> {
    const selection = await this.selected(task.reviews);
    const question = summaryQuestion({ ...task, business: cleanName(task.business) }, selection);
    return this.remembered(question, selection, task.mayRepeat);
  }

  async insights(task: InsightsTask): Promise<GeneratedInsights> {
    const selection = await this.selected(task.reviews);
    const question = insightsQuestion({ ...task, business: cleanName(task.business) }, selection);
    return this.remembered(question, selection, true);
  }

  /** A review that is only a rating gets a reply too. */
  async reply(task: ReplyTask): Promise<GeneratedReply> {
    const text = isReadableText(task.review.text) ? sendable(task.review.text) : '';
    return this.ask(replyQuestion({ ...task, business: cleanName(task.business) }, text));
  }

  async tags(task: TagsTask): Promise<GeneratedTags> {
    return this.ask(tagsQuestion(task, sendable(task.review.text)));
  }

  /**
   * Returns a translation for each item, in their order; null for one that is not usable. `target` and `source` are ISO 639-1, with a
   * region or without; null is an unknown source. Suspicious texts go in a request of their own, so that they cannot change the
   * translations of others. Throws if nothing was translated.
   */
  async translate(
    items: readonly TranslationItem[],
    target: string,
    source: string | null,
  ): Promise<(string | null)[]> {
    const groups = [true, false]
      .map((wanted) => items.filter(({ text }) => isSuspicious(text) === wanted))
      .filter(({ length }) => length > 0);
    const outcomes = await Promise.allSettled(
      groups.map((group) => this.ask(translationQuestion(group, target, source))),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed && outcomes.every(({ status }) => status === 'rejected')) throw failed.reason;
    const translated = new Map<TranslationItem, string | null>();
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') continue;
      for (const [place, item] of (groups[index] ?? []).entries()) {
        translated.set(item, outcome.value[place] ?? null);
      }
    }
    return items.map((item) => translated.get(item) ?? null);
  }

  /** Sends one small request and returns what came back. It never throws for a failure of the server or the model. */
  async test(): Promise<LlmTestResult> {
    const began = performance.now();
    const taken = () => Math.round(performance.now() - began);
    try {
      const { answer, format } = await this.requests.probe(this.options, TEST_QUESTION);
      const came = { status: 200, latency_ms: taken(), model: answer.model, format };
      try {
        const sample = TEST_QUESTION.read(answer.text, 'whole');
        return { ...came, ok: true, sample, reason: null, error: null };
      } catch (error) {
        return { ...came, ok: false, sample: null, ...failureIn(error) };
      }
    } catch (error) {
      const { status } = error as { status?: number | null };
      const nothing = {
        status: status ?? null,
        latency_ms: taken(),
        model: null,
        format: null,
        sample: null,
      };
      return { ...nothing, ok: false, ...failureIn(error) };
    }
  }

  /** Returns what the model may read of the reviews. Throws `nothing_to_send` if there is nothing. */
  private async selected(reviews: readonly SourceReview[]): Promise<Selection> {
    const selection = await selectedReviews(reviews, this.options.maxInputChars);
    if (selection.sent.length > 0) return selection;
    throw new LlmFailure('nothing_to_send', 'No review is fit to be sent to a model.');
  }

  /** Returns the remembered answer if there is one and it may be repeated. Otherwise asks, and remembers the new answer in its place. */
  private async remembered<T>(question: Question<T>, { sent }: Selection, mayRepeat = false): Promise<T> {
    const reviews = sent.map(({ review }) => review);
    const key = this.keyOf(question, reviews);
    const known = mayRepeat ? await this.answers.find(key) : null;
    if (known !== null) return known as T;
    const answer = await this.ask(question);
    await this.remember({ key, accountId: this.options.accountId, reviews, answer });
    return answer;
  }

  /** An answer that cannot be stored is used all the same. */
  private async remember(answer: NewAnswer): Promise<void> {
    try {
      await this.answers.store(answer);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not remember the answer of a model', error);
    }
  }

  private async ask<T>(question: Question<T>): Promise<T> {
    try {
      return await this.requests.ask(this.options, question);
    } catch (error) {
      if (error instanceof LlmFailure) this.options.onFailure(error);
      throw error;
    }
  }

  private keyOf(question: Question<unknown>, reviews: readonly SourceReview[]): Buffer {
    const { accountId, connection } = this.options;
    const ids = reviews.map(({ id }) => id);
    const request = [question.system, question.message('whole', null), question.maxTokens];
    return createHash('sha256')
      .update(JSON.stringify([configKeyOf(connection), accountId, ids, ...request]))
      .digest();
  }
}

function failureIn(error: unknown): Pick<LlmTestResult, 'reason' | 'error'> {
  if (error instanceof LlmFailure) return { reason: error.reason, error: error.message };
  throw error;
}

/** Returns what a model may read of a single review. Throws `nothing_to_send` if it may read nothing. */
function sendable(text: string): string {
  const sent = sentText(text);
  if (sent === null) throw new LlmFailure('nothing_to_send', 'The review is not fit to be sent to a model.');
  return sent;
}

/** Names of profiles come from platforms, too. */
function cleanName(business: string): string {
  return cleanForReading(business).slice(0, MAX_BUSINESS);
}
