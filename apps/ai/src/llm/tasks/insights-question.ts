import {
  type GeneratedInsights,
  type InsightsTask,
  severityOf,
  type Statement,
} from '../../generation/generated';
import { assertLanguage } from '../guards/answer-language';
import { LlmFailure } from '../llm-failure';
import { InsightsAnswer } from '../prompts/answer-schemas';
import type { Selection } from '../prompts/selected-reviews';
import { RULES, SYSTEM_PROMPTS } from '../prompts/system-prompts';
import { CitedStatements, reviewsJson, selectionShare } from './cited-statements';
import { parsedAnswer, type Question } from './question';

const MAX_TOKENS = 700;

/** Asks for strengths and improvements. Their severity is computed here. `selection` is what the model may read of the reviews. */
export function insightsQuestion(task: InsightsTask, selection: Selection): Question<GeneratedInsights> {
  return {
    name: 'insights',
    system: SYSTEM_PROMPTS.insights,
    schema: InsightsAnswer,
    maxTokens: MAX_TOKENS,
    message: (input, correction) =>
      JSON.stringify({
        task: 'insights',
        language: task.language,
        business: task.business,
        stats: { count: task.reviews.length },
        reviews: reviewsJson(selectionShare(selection, input)),
        ...(correction === null ? {} : { correction }),
        rules: RULES.reviews,
      }),
    read: (answer, input) => {
      const { strengths, improvements } = parsedAnswer(answer, InsightsAnswer);
      const cited = new CitedStatements({ ...task, selection: selectionShare(selection, input) });
      const good = mostFrequentFirst(cited.read(strengths));
      const bad = mostFrequentFirst(cited.read(improvements));
      if (good.length + bad.length === 0) throw new LlmFailure('ungrounded', 'The model cited no review.');
      assertLanguage([...good, ...bad].map(({ text }) => text).join('. '), task.language);
      return {
        strengths: good,
        improvements: bad.map((statement) => ({
          ...statement,
          severity: severityOf(statement.review_ids.length, task.reviews.length),
        })),
      };
    },
  };
}

function mostFrequentFirst(statements: readonly Statement[]): Statement[] {
  return [...statements].sort((a, b) => b.review_ids.length - a.review_ids.length);
}
