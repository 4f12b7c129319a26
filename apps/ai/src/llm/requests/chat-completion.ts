import { z } from 'zod';
import { LlmFailure } from '../llm-failure';

/** The fields of a completion that are read. Servers differ in the others. */
const Completion = z.object({
  model: z.string().max(200).nullish().catch(null),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
});

/** What a model wrote. */
export interface ChatAnswer {
  text: string;
  /** The model that the server says it used; null if it does not say. */
  model: string | null;
}

/** The server answered, and the failure lies in what it said. */
const ANSWERED = { status: 200 };

/** Returns what the model wrote. Throws an LlmFailure if it refused, was cut off, or wrote nothing. */
export function readCompletion(completion: unknown): ChatAnswer {
  const parsed = Completion.safeParse(completion);
  if (!parsed.success)
    throw new LlmFailure('malformed', 'The server did not answer with a chat completion.', ANSWERED);
  const [choice] = parsed.data.choices;
  if (!choice) throw new LlmFailure('empty', 'The model returned no answer.', ANSWERED);
  if (choice.message.refusal || choice.finish_reason === 'content_filter') {
    throw new LlmFailure('refused', 'The model refused to answer.', ANSWERED);
  }
  if (choice.finish_reason === 'length') {
    throw new LlmFailure('truncated', 'The answer of the model was cut off.', ANSWERED);
  }
  const text = choice.message.content ?? '';
  if (text.trim() === '') throw new LlmFailure('empty', 'The model returned an empty answer.', ANSWERED);
  return { text, model: parsed.data.model ?? null };
}
