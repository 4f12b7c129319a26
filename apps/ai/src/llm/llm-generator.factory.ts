import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { AiEnv } from '../ai.env';
import type { LlmConnection } from '../settings/provider-settings';
import { configKeyOf } from './config-key';
import type { LlmFailure } from './llm-failure';
import { LlmGenerator } from './llm-generator';
import { RememberedAnswersRepository } from './remembered-answers.repository';
import { LlmRequestsService } from './requests/llm-requests.service';

/** Statuses that stay until somebody changes the settings. */
const LASTING: readonly (number | null)[] = [401, 403, 404];
const LOGGED_EVERY_MS = 600_000;
const MAX_LOGGED = 1_000;

/** Makes generators that write with a model. */
@Injectable()
export class LlmGeneratorFactory {
  private readonly logger = new Logger(LlmGeneratorFactory.name);
  private readonly loggedAt = new LRUCache<string, number>({ max: MAX_LOGGED });

  constructor(
    private readonly env: AiEnv,
    private readonly requests: LlmRequestsService,
    private readonly answers: RememberedAnswersRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns what writes for an account with the model of a connection. */
  for(connection: LlmConnection, accountId: number): LlmGenerator {
    const options = {
      connection,
      accountId,
      maxInputChars: this.env.AI_MAX_INPUT_CHARS,
      onFailure: (failure: LlmFailure) => this.logLasting(failure, connection, accountId),
    };
    return new LlmGenerator(options, this.requests, this.answers);
  }

  /** Logs a refusal that will repeat itself at most once in ten minutes. The path of the address may hold a secret. */
  private logLasting({ status, reason }: LlmFailure, connection: LlmConnection, account_id: number): void {
    if (!LASTING.includes(status)) return;
    const key = `${configKeyOf(connection)} ${account_id} ${status}`;
    const now = this.clock.now().getTime();
    if (now - (this.loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < LOGGED_EVERY_MS) return;
    this.loggedAt.set(key, now);
    const server = new URL(connection.baseUrl).host;
    this.logger.warn({ message: 'A model refused the settings', account_id, server, status, reason });
  }
}
