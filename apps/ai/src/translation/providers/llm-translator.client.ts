import { Injectable } from '@nestjs/common';
import { LlmFailure, type LlmFailureReason } from '../../llm/llm-failure';
import { LlmGeneratorFactory } from '../../llm/llm-generator.factory';
import type { LlmConnection } from '../../settings/provider-settings';
import type { BatchLimits, TextBatch, TranslationOutcome } from './translator';

/** Reasons for which the model wrote nothing, so nothing was translated. */
const NOT_ANSWERED: Readonly<Partial<Record<LlmFailureReason, 'unreachable' | 'rejected' | 'refused'>>> = {
  network: 'unreachable',
  blocked: 'unreachable',
  circuit_open: 'unreachable',
  redirected: 'rejected',
  unauthorised: 'rejected',
  not_found: 'rejected',
  bad_request: 'refused',
  too_long: 'refused',
  rate_limited: 'refused',
  server_error: 'refused',
  busy: 'refused',
};

/** Translates with the model that writes for an account. It repeats failed requests and leaves a failing server alone itself. */
@Injectable()
export class LlmTranslatorClient {
  readonly limits: BatchLimits = { texts: 20, characters: 6_000, bytes: 100 * 1024 };
  readonly mixesLanguages = true;

  constructor(private readonly generators: LlmGeneratorFactory) {}

  /** Returns the outcome of one request. A failure of the model is an outcome too; other errors are thrown. */
  async translate(
    connection: LlmConnection,
    accountId: number,
    { texts, target, source }: TextBatch,
  ): Promise<TranslationOutcome> {
    const generator = this.generators.for(connection, accountId);
    const items = texts.map((text, id) => ({ id, text }));
    try {
      return { kind: 'translated', texts: await generator.translate(items, target, source) };
    } catch (error) {
      if (error instanceof LlmFailure) return outcomeOf(error);
      throw error;
    }
  }
}

function outcomeOf({ reason, message }: LlmFailure): TranslationOutcome {
  return { kind: NOT_ANSWERED[reason] ?? 'unusable', msg: message };
}
