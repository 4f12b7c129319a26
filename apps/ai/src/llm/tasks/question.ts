import type { z } from 'zod';
import { balancedJson } from '../guards/balanced-json';
import { LlmFailure } from '../llm-failure';

/** How much of its reviews a question sends. A second try sends half after an answer that was cut off or refused. */
export type InputShare = 'whole' | 'half';

/** What a model is asked, and how its answer is checked. */
export interface Question<T> {
  /** Names the task and the schema. */
  name: string;
  system: string;
  schema: z.ZodType;
  /** The most tokens that the answer may have. */
  maxTokens: number;
  /** Returns the user message: a JSON document. `correction` says what was wrong with the last answer. */
  message(input: InputShare, correction: string | null): string;
  /** Returns what the answer says. Throws an LlmFailure if it breaks a rule. */
  read(answer: string, input: InputShare): T;
}

/** Returns the part of the list that is sent: for `half` the first half, at least one. */
export function shareOf<T>(list: readonly T[], input: InputShare): readonly T[] {
  return input === 'whole' ? list : list.slice(0, Math.max(1, Math.floor(list.length / 2)));
}

/** Returns the answer as its schema describes it. Throws `refused` if it is prose, and `malformed` if it does not match. */
export function parsedAnswer<Schema extends z.ZodType>(answer: string, schema: Schema): z.output<Schema> {
  const object = balancedJson(answer);
  if (object === null) {
    throw answer.includes('{')
      ? new LlmFailure('malformed', 'The answer of the model was not valid JSON.')
      : new LlmFailure('refused', 'The model answered in prose instead of JSON.');
  }
  const parsed = schema.safeParse(object);
  if (!parsed.success) throw new LlmFailure('malformed', 'The answer of the model did not match the schema.');
  return parsed.data;
}
