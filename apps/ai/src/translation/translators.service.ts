import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { pausedSentence, type TranslatorSettings } from '../settings/provider-settings';
import { LlmTranslatorClient } from './providers/llm-translator.client';
import type {
  TextBatch,
  TranslationFailure,
  TranslationOutcome,
  TranslatorAdapter,
} from './providers/translator';
import { ADAPTERS, TranslatorClient } from './providers/translator.client';
import { TranslatorRests } from './providers/translator-rests';
import { type ActiveTranslator, contractIdentity } from './translator-identity';

/** What one small translation showed. `error` is a sentence that a customer may see. */
export interface TranslatorTest {
  ok: boolean;
  latency_ms: number;
  result: string | null;
  error: string | null;
}

/** Without a time from the translator, the second attempt follows after this time. */
const RETRY_MS = 500;
/** A translator that asks to wait longer gets no second attempt. */
const MAX_RETRY_WAIT_MS = 5_000;
const TEST_MS = 15_000;
const TEST_BATCH: TextBatch = { texts: ['Hello'], target: 'fr', source: 'en' };
const LOG_AGAIN_MS = 600_000;

/** Asks the translator that an account has, whichever it is. */
@Injectable()
export class TranslatorsService {
  private readonly logger = new Logger(TranslatorsService.name);
  private readonly rests: TranslatorRests;
  /** The failures that were logged in the last ten minutes. */
  private readonly logged: LRUCache<string, true>;

  constructor(
    private readonly client: TranslatorClient,
    private readonly llm: LlmTranslatorClient,
    private readonly clock: Clock,
  ) {
    this.rests = new TranslatorRests(clock);
    const perf = { now: () => clock.now().getTime() };
    this.logged = new LRUCache({ max: 1_000, ttl: LOG_AGAIN_MS, ttlResolution: 0, perf });
  }

  /** Returns what one request may contain. */
  limitsOf({ name }: ActiveTranslator): Pick<TranslatorAdapter, 'limits' | 'mixesLanguages'> {
    return name === 'llm' ? this.llm : ADAPTERS[name];
  }

  /**
   * Returns what became of a batch, after a second attempt if the first failed in a way that passes. A translator that refused
   * the key, or asked to wait, is not asked for up to a minute. Throws only if `signal` aborts it.
   */
  async translate(
    settings: ActiveTranslator,
    accountId: number,
    batch: TextBatch,
    signal: AbortSignal,
  ): Promise<TranslationOutcome> {
    // What one account sent says nothing about the requests of another one, even if both have the same contract.
    const contract = `${accountId} ${contractIdentity(settings)}`;
    const rest = this.rests.find(contract);
    if (rest) return rest;
    let outcome = await this.send(settings, accountId, batch, signal);
    const waitMs = retryWaitMs(outcome);
    if (waitMs !== null) {
      await pause(waitMs, undefined, { signal });
      outcome = await this.send(settings, accountId, batch, signal);
    }
    if (outcome.kind !== 'translated') {
      this.rests.note(contract, outcome);
      this.log(settings, accountId, outcome);
    }
    return outcome;
  }

  /** Translates one word and returns what came back. Never throws. */
  async test(settings: TranslatorSettings, accountId: number): Promise<TranslatorTest> {
    if (settings.name === 'none') return failedTest(0, 'No translator is configured.');
    if (settings.name === 'paused') return failedTest(0, pausedSentence(settings));
    const began = this.clock.now().getTime();
    const elapsed = (): number => this.clock.now().getTime() - began;
    try {
      const signal = AbortSignal.timeout(TEST_MS);
      const outcome = await this.send(settings, accountId, TEST_BATCH, signal);
      if (outcome.kind !== 'translated') return failedTest(elapsed(), outcome.msg);
      const [result] = outcome.texts;
      if (!result?.trim()) return failedTest(elapsed(), 'The translator returned an empty text.');
      return { ok: true, latency_ms: elapsed(), result, error: null };
    } catch {
      return failedTest(elapsed(), `The translator did not answer within ${TEST_MS / 1_000} seconds.`);
    }
  }

  private async send(
    settings: ActiveTranslator,
    accountId: number,
    batch: TextBatch,
    signal: AbortSignal,
  ): Promise<TranslationOutcome> {
    signal.throwIfAborted();
    return settings.name === 'llm'
      ? this.llm.translate(settings.connection, accountId, batch)
      : this.client.translate(settings, accountId, batch, signal);
  }

  private log({ name }: ActiveTranslator, accountId: number, { kind, msg }: TranslationFailure): void {
    const key = `${accountId} ${name} ${kind}`;
    if (this.logged.has(key)) return;
    this.logged.set(key, true);
    const message = 'A translator did not translate';
    this.logger.warn({ message, translator: name, account_id: accountId, outcome: kind, reason: msg });
  }
}

/** Returns how long to wait for the second attempt, or null if there is none. */
function retryWaitMs(outcome: TranslationOutcome): number | null {
  if (outcome.kind === 'lost') return RETRY_MS;
  if (outcome.kind !== 'busy') return null;
  const waitMs = outcome.retryAfterMs ?? RETRY_MS;
  return waitMs <= MAX_RETRY_WAIT_MS ? waitMs : null;
}

function failedTest(latencyMs: number, error: string): TranslatorTest {
  return { ok: false, latency_ms: latencyMs, result: null, error };
}
