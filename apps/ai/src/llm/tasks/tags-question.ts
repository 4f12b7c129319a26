import type { GeneratedTags, TagsTask } from '../../generation/generated';
import { cleanForReading } from '../../generation/suspicious-text';
import { LlmFailure } from '../llm-failure';
import { TagsAnswer } from '../prompts/answer-schemas';
import { cutAtWord } from '../prompts/selected-reviews';
import { RULES, SYSTEM_PROMPTS } from '../prompts/system-prompts';
import { parsedAnswer, type Question } from './question';

const MAX_TOKENS = 200;

/** Asks which of the offered tags fit. `text` is what the model may read of the review. */
export function tagsQuestion({ review, tags }: TagsTask, text: string): Question<GeneratedTags> {
  const offered = tags.map(({ id, name }, index) => ({ number: index + 1, id, name: cleanForReading(name) }));
  return {
    name: 'tags',
    system: SYSTEM_PROMPTS.tags,
    schema: TagsAnswer,
    maxTokens: MAX_TOKENS,
    message: (input, correction) =>
      JSON.stringify({
        task: 'tags',
        tags: offered.map(({ number, name }) => ({ id: number, name })),
        reviews: [
          {
            id: 1,
            rating: review.star,
            text: input === 'whole' ? text : cutAtWord(text, Math.ceil(text.length / 2)),
          },
        ],
        ...(correction === null ? {} : { correction }),
        rules: RULES.reviews,
      }),
    read: (answer) => {
      const numbers = new Set(parsedAnswer(answer, TagsAnswer).ids);
      const ids = [...numbers].flatMap((number) => offered[number - 1]?.id ?? []);
      if (numbers.size > 0 && ids.length === 0) {
        throw new LlmFailure('ungrounded', 'The model chose no tag of the list.');
      }
      return { ids };
    },
  };
}
