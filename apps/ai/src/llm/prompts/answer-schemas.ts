import { z } from 'zod';

const Ids = z.array(z.int().min(0)).min(1).max(200);
const Insight = z.object({ text: z.string().min(3).max(120), ids: Ids });

/** The answers of models. Each is sent to the server as a JSON schema, and each answer is parsed with it. Unknown fields are dropped. */
export const SummaryAnswer = z.object({
  language: z.string().max(40),
  statements: z
    .array(z.object({ text: z.string().min(3).max(600), ids: Ids }))
    .min(1)
    .max(8),
});

export const InsightsAnswer = z.object({
  strengths: z.array(Insight).max(5),
  improvements: z.array(Insight).max(5),
});

export const ReplyAnswer = z.object({ text: z.string().min(20).max(1_200) });

export const TagsAnswer = z.object({ ids: z.array(z.int().min(0)).max(5) });

export const TranslationAnswer = z.object({
  items: z.array(z.object({ id: z.int().min(0), text: z.string().max(20_000) })).max(100),
});

export const TestAnswer = z.object({ text: z.string().min(1).max(1_000) });

/**
 * Keywords that OpenAI refuses in a strict schema, or that servers support unevenly. The answer is checked for them anyway.
 * https://platform.openai.com/docs/guides/structured-outputs
 */
const LEFT_OUT = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;

/** Returns the JSON schema of an answer in the subset that `strict` allows: every field required, no others. */
export function strictSchema(schema: z.ZodType): Record<string, unknown> {
  const removeUnsupported = ({ jsonSchema }: { jsonSchema: object }): void => {
    for (const keyword of LEFT_OUT) delete (jsonSchema as Record<string, unknown>)[keyword];
  };
  const { $schema: _dialect, ...strict } = z.toJSONSchema(schema, { override: removeUnsupported });
  return strict;
}
