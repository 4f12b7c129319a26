import { ApiError, type Maker } from '@plaudit/contracts';
import type { TranslatorName } from './provider-names';

/** Who chose a server. */
interface ServerChoice {
  /** `own` if the account chose it, and `shared` if the operator chose it for all accounts. */
  origin: 'own' | 'shared';
}

/** How to reach a server with the API of OpenAI. */
export interface LlmConnection extends ServerChoice {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Null for a server that asks for none. */
  apiKey: string | null;
  model: string;
}

/** Stands for a provider that the account chose and that gets nothing, because the key or user that chose it was removed. */
export interface Paused {
  name: 'paused';
  maker: Maker | null;
}

/** Returns why a provider is paused and how it goes on, in one sentence. */
export function pausedSentence({ maker }: Paused): string {
  const who = maker ? `the ${maker.type} that chose it, ${maker.name},` : 'the key or user that chose it';
  return `The provider is paused, because ${who} was removed or lost sub accounts; an admin of the whole account can take it over with PUT /account/ai.`;
}

/** 409: nothing is sent to a provider that is paused. */
export function providerPaused(paused: Paused): ApiError {
  return new ApiError('forwarding_paused', pausedSentence(paused));
}

/** Who writes for an account. */
export type AiProvider = { name: 'embedded' } | { name: 'openai'; connection: LlmConnection } | Paused;

/** Who translates for an account. */
export type TranslatorSettings =
  | { name: 'none' }
  | Paused
  | { name: 'llm'; connection: LlmConnection; monthlyChars: number }
  | {
      name: Exclude<TranslatorName, 'none' | 'llm'>;
      baseUrl: string | null;
      apiKey: string | null;
      region: string | null;
      origin: ServerChoice['origin'];
      /** -1 means no limit. */
      monthlyChars: number;
    };
