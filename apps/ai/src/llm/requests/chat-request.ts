import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { strictSchema } from '../prompts/answer-schemas';
import type { InputShare, Question } from '../tasks/question';
import type { Dialect } from './dialect';

const TEMPERATURE = 0.2;
/** Reasoning models count their thoughts as part of the answer. */
const TOKENS_FOR_THOUGHTS = 3_000;

interface RequestParts {
  model: string;
  dialect: Dialect;
  input: InputShare;
  correction: string | null;
}

/** Returns the body of a request. The schema is also in the prompt, because some servers accept it as a parameter and ignore it. */
export function chatRequest<T>(
  question: Question<T>,
  { model, dialect, input, correction }: RequestParts,
): ChatCompletionCreateParamsNonStreaming {
  const schema = strictSchema(question.schema);
  return {
    model,
    messages: [
      { role: 'system', content: `${question.system} Schema: ${JSON.stringify(schema)}` },
      { role: 'user', content: question.message(input, correction) },
    ],
    ...limitOf(dialect, question.maxTokens),
    ...(dialect.hasTemperature ? { temperature: TEMPERATURE } : {}),
    ...formatOf(dialect, question.name, schema),
  };
}

function limitOf({ limit }: Dialect, maxTokens: number) {
  return limit === 'max_tokens'
    ? { max_tokens: maxTokens }
    : { max_completion_tokens: maxTokens + TOKENS_FOR_THOUGHTS };
}

function formatOf({ format }: Dialect, name: string, schema: Record<string, unknown>) {
  if (format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' as const } };
  return { response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema } } };
}
