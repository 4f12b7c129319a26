import { assertSafe, plainAnswer } from '../guards/plain-answer';
import { TestAnswer } from '../prompts/answer-schemas';
import { SYSTEM_PROMPTS } from '../prompts/system-prompts';
import { parsedAnswer, type Question } from './question';

const MAX_TOKENS = 100;

/** Asks for any sentence, to see whether a model answers as it should. It sends no review. */
export const TEST_QUESTION: Question<string> = {
  name: 'test',
  system: SYSTEM_PROMPTS.test,
  schema: TestAnswer,
  maxTokens: MAX_TOKENS,
  message: () => JSON.stringify({ task: 'test', language: 'en' }),
  read: (answer) => {
    const text = plainAnswer(parsedAnswer(answer, TestAnswer).text).slice(0, 200);
    assertSafe(text, '');
    return text;
  },
};
