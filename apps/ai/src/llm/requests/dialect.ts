/** How a server is asked to answer in JSON, the strictest first. */
export const ANSWER_FORMATS = ['json_schema', 'json_object', 'none'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** What a server and its model understand of the API. */
export interface Dialect {
  format: AnswerFormat;
  /** Reasoning models of OpenAI refuse `max_tokens`. Many other servers do not know `max_completion_tokens`. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** Reasoning models of OpenAI refuse every temperature but their own. */
  hasTemperature: boolean;
}

/** What most servers understand. */
export const FIRST_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens', hasTemperature: true };

const FORMAT_PROBLEM = /response_format|json_schema|json_object|structured.?output/i;

/** Returns a simpler dialect for a server that refused a request with `problem`. Returns null if the refusal is about something else. */
export function simplerDialect(dialect: Dialect, problem: string): Dialect | null {
  const format = ANSWER_FORMATS[ANSWER_FORMATS.indexOf(dialect.format) + 1];
  if (format !== undefined && FORMAT_PROBLEM.test(problem)) return { ...dialect, format };
  if (dialect.limit === 'max_tokens' && /max_completion_tokens/i.test(problem)) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (dialect.hasTemperature && /temperature/i.test(problem)) return { ...dialect, hasTemperature: false };
  return null;
}
