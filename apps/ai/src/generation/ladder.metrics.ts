import { Injectable } from '@nestjs/common';
import { Metrics } from '@plaudit/runtime';
import { AI_PROVIDERS, type AiProviderName } from '../settings/provider-names';

export const TEXT_KINDS = ['summary', 'insights', 'reply', 'tags'] as const;
/** What is written. */
export type TextKind = (typeof TEXT_KINDS)[number];

/** `fallback`: the model failed, and the embedded provider wrote instead. `failed`: nothing was written. */
const OUTCOMES = ['written', 'fallback', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

@Injectable()
export class LadderMetrics {
  private readonly generations;

  constructor(metrics: Metrics) {
    this.generations = metrics.counter({
      name: 'ai_generations_total',
      help: 'Texts that a provider was asked for, by kind, configured provider and outcome',
      labelNames: ['kind', 'provider', 'outcome'],
    });
    // Prometheus sees no increase in a series that begins above 0.
    for (const kind of TEXT_KINDS) {
      for (const provider of AI_PROVIDERS) {
        for (const outcome of OUTCOMES) this.generations.inc({ kind, provider, outcome }, 0);
      }
    }
  }

  ended(kind: TextKind, provider: AiProviderName, outcome: Outcome): void {
    this.generations.inc({ kind, provider, outcome });
  }
}
