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

/** Who writes for an account. */
export type AiProvider = { name: 'embedded' } | { name: 'openai'; connection: LlmConnection };

/** Who translates for an account. */
export type TranslatorSettings =
  | { name: 'none' }
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
