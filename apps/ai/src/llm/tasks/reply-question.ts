import type { GeneratedReply, ReplyTask } from '../../generation/generated';
import { assertLanguage } from '../guards/answer-language';
import { assertNothingInvented } from '../guards/invented-facts';
import { assertSafe, plainAnswer } from '../guards/plain-answer';
import { replyBody } from '../guards/reply-body';
import { areNumbersSupported, figuresOf } from '../guards/supported-numbers';
import { LlmFailure } from '../llm-failure';
import { ReplyAnswer } from '../prompts/answer-schemas';
import { cutAtWord } from '../prompts/selected-reviews';
import { RULES, SYSTEM_PROMPTS } from '../prompts/system-prompts';
import { parsedAnswer, type Question } from './question';

const MAX_TOKENS = 700;

/** Asks for a reply without greeting and signature. `text` is what the model may read of the review; empty if the review is only a rating. */
export function replyQuestion(task: ReplyTask, text: string): Question<GeneratedReply> {
  const { review, language, tone, business } = task;
  return {
    name: 'reply',
    system: SYSTEM_PROMPTS.reply,
    schema: ReplyAnswer,
    maxTokens: MAX_TOKENS,
    message: (input, correction) =>
      JSON.stringify({
        task: 'reply',
        language,
        tone,
        business,
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
      const reply = replyBody(plainAnswer(parsedAnswer(answer, ReplyAnswer).text, true));
      assertSafe(reply, business);
      const figures = figuresOf([review]);
      if (!areNumbersSupported(reply, { figures, cited: 1, texts: [text, business], language: null })) {
        throw new LlmFailure('wrong_numbers', 'The model stated a number that the review does not have.');
      }
      assertLanguage(reply, language);
      assertNothingInvented(reply, language, [text, business]);
      return { text: reply };
    },
  };
}
