import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, WorkQueue } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { AiEnv } from '../../ai.env';
import { LlmClient } from '../llm.client';
import { LlmFailure } from '../llm-failure';
import type { InputShare, Question } from '../tasks/question';
import { type ChatAnswer, readCompletion } from './chat-completion';
import { chatRequest } from './chat-request';
import type { Asker } from './asker';
import { type CircuitEnds, Circuits } from './circuits';
import { type AnswerFormat, simplerDialect } from './dialect';
import { DialectsCache } from './dialects.cache';
import { MAX_TRIES, nextTry } from './retry-rule';
import { failureOfStatus, isFailureOfServer } from './server-failure';

const MAX_AT_ONCE = 16;
const MAX_WAITING = 100;
const MAX_WAITING_OF_ACCOUNT = 50;
const MAX_SERVERS = 1_000;
/** Both tries together take this many times as long as one may: with the embedded provider after them, less than 31 s by default. */
const TOTAL_FACTOR = 1.4;
/** A try with less of its time than this is not begun. */
const MIN_SHARE_OF_TIME = 0.1;

/** What one request says of a server, for the test of an account's settings. */
export interface Probe {
  answer: ChatAnswer;
  format: AnswerFormat;
}

interface Attempt<T> extends Asker {
  question: Question<T>;
  input: InputShare;
  correction: string | null;
  /** On the clock of `performance.now`. */
  deadline: number;
}

/**
 * Asks models: at most two tries within 1.4 times AI_TIMEOUT_MS, at most 16 requests at once to one server, of which an account
 * has half of what the others leave, and none to a server that keeps failing.
 */
@Injectable()
export class LlmRequestsService implements OnApplicationShutdown {
  private readonly circuits: Circuits;
  private readonly queues = new LRUCache<string, WorkQueue>({ max: MAX_SERVERS });
  private readonly stopping = new AbortController();

  constructor(
    private readonly env: AiEnv,
    private readonly client: LlmClient,
    private readonly dialects: DialectsCache,
    clock: Clock,
  ) {
    this.circuits = new Circuits(clock);
  }

  /** Returns what the model answers, after all checks. Throws an LlmFailure, and nothing else, if it gives no usable answer. */
  async ask<T>({ accountId, connection }: Asker, question: Question<T>): Promise<T> {
    const deadline = performance.now() + this.env.AI_TIMEOUT_MS * TOTAL_FACTOR;
    const attempt: Attempt<T> = {
      accountId,
      connection,
      question,
      input: 'whole',
      correction: null,
      deadline,
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const { answer } = await this.inQueue(attempt);
        return question.read(answer.text, attempt.input);
      } catch (error) {
        const next = tries < MAX_TRIES && error instanceof LlmFailure ? nextTry(error) : null;
        if (next === null || !(await this.waitFor(next.waitMs, deadline))) throw error;
        attempt.input = next.input;
        attempt.correction = next.correction;
      }
    }
  }

  /** Sends one request, also to a server that failed before. Throws an LlmFailure if there is no answer. */
  async probe<T>({ accountId, connection }: Asker, question: Question<T>): Promise<Probe> {
    const deadline = performance.now() + this.env.AI_TIMEOUT_MS;
    return this.inQueue(
      { accountId, connection, question, input: 'whole', correction: null, deadline },
      true,
    );
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async inQueue<T>(attempt: Attempt<T>, isForced = false): Promise<Probe> {
    const { accountId, connection, deadline } = attempt;
    const { baseUrl } = connection;
    let queue = this.queues.get(baseUrl);
    if (!queue) this.queues.set(baseUrl, (queue = newQueue()));
    let isRunning = false;
    const work = (): Promise<Probe> => {
      isRunning = true;
      return this.guarded(attempt, isForced);
    };
    try {
      return await queue.runFor(accountId, work, Math.max(0, deadline - performance.now()));
    } catch (error) {
      if (isRunning) throw error;
      throw new LlmFailure('busy', 'Too many requests to the server are under way.', { cause: error });
    }
  }

  private async guarded<T>(attempt: Attempt<T>, isForced: boolean): Promise<Probe> {
    const ends = endsOf(attempt);
    if (!isForced && !this.circuits.permits(ends)) {
      throw new LlmFailure('circuit_open', 'The server failed repeatedly and is left alone for a minute.');
    }
    try {
      const answered = await this.inDialect(attempt);
      this.circuits.recordSuccess(ends);
      return answered;
    } catch (error) {
      const speaksAgainst = !(error instanceof LlmFailure) || isFailureOfServer(error);
      if (speaksAgainst) this.circuits.recordFailure(ends);
      else this.circuits.recordSuccess(ends);
      throw error;
    }
  }

  /** Sends the request, and again in a simpler dialect while the server does not understand it. */
  private async inDialect<T>(attempt: Attempt<T>): Promise<Probe> {
    const { connection, question, input, correction, deadline } = attempt;
    const known = this.dialects.of(attempt);
    for (let dialect = known; ;) {
      const body = chatRequest(question, { model: connection.model, dialect, input, correction });
      const withinMs = Math.min(this.env.AI_TIMEOUT_MS, Math.max(1, deadline - performance.now()));
      const reply = await this.client.send(connection, body, Math.ceil(withinMs));
      if ('completion' in reply) {
        if (dialect !== known) this.dialects.remember(attempt, dialect);
        return { answer: readCompletion(reply.completion), format: dialect.format };
      }
      const { refusal } = reply;
      const isMisunderstood = refusal.status === 400 || refusal.status === 422;
      const simpler = isMisunderstood ? simplerDialect(dialect, refusal.problem) : null;
      if (simpler === null) throw failureOfStatus(refusal);
      dialect = simpler;
    }
  }

  /** Returns false if no time is left for another try. */
  private async waitFor(ms: number, deadline: number): Promise<boolean> {
    const needed = ms + this.env.AI_TIMEOUT_MS * MIN_SHARE_OF_TIME;
    if (performance.now() + needed > deadline) return false;
    try {
      await pause(ms, undefined, { signal: this.stopping.signal });
      return true;
    } catch {
      return false;
    }
  }
}

function newQueue(): WorkQueue {
  const longest = 2 * 60_000;
  return new WorkQueue({
    what: 'requests to a model',
    maxRunning: MAX_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingPerAccount: MAX_WAITING_OF_ACCOUNT,
    maxWaitMs: longest,
    isDivided: true,
  });
}

/** A wrong key says nothing about other keys. The key itself is not kept. */
function endsOf({ accountId, connection: { baseUrl, apiKey, origin } }: Asker): CircuitEnds {
  const server = createHash('sha256')
    .update(JSON.stringify([baseUrl, apiKey, origin]))
    .digest('base64');
  return { account: accountId, origin, server };
}
