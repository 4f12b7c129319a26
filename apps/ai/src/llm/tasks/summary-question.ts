import type { GeneratedSummary, Statement, SummaryTask } from '../../generation/generated';
import { languageOf, languageOfMost } from '../../language/text-language';
import { assertLanguage } from '../guards/answer-language';
import { maxWords, shortened, wordCount } from '../guards/shortened-text';
import { LlmFailure } from '../llm-failure';
import { SummaryAnswer } from '../prompts/answer-schemas';
import type { Selection } from '../prompts/selected-reviews';
import { RULES, SYSTEM_PROMPTS } from '../prompts/system-prompts';
import { CitedStatements, reviewsJson, selectionShare } from './cited-statements';
import { parsedAnswer, type Question } from './question';

/** 80 words with the numbers of the reviews need less. A longer summary gets more, for languages whose words are many tokens. */
const MIN_TOKENS = 700;
const TOKENS_PER_WORD = 6;

/** Asks for a summary. `selection` is what the model may read of the task's reviews. */
export function summaryQuestion(task: SummaryTask, selection: Selection): Question<GeneratedSummary> {
  const language = task.language === 'auto' ? languageOfMost(readable(selection)) : task.language;
  return {
    name: 'summary',
    system: SYSTEM_PROMPTS.summary,
    schema: SummaryAnswer,
    maxTokens: Math.max(MIN_TOKENS, task.length * TOKENS_PER_WORD),
    message: (input, correction) =>
      JSON.stringify({
        task: 'summary',
        language: language ?? 'same as most reviews',
        target_words: task.length,
        business: task.business,
        stats: { count: task.count, average: rounded(task.average) },
        reviews: reviewsJson(selectionShare(selection, input)),
        ...(correction === null ? {} : { correction }),
        rules: RULES.reviews,
      }),
    read: (answer, input) => {
      const { statements, language: named } = parsedAnswer(answer, SummaryAnswer);
      const context = { ...task, selection: selectionShare(selection, input), language };
      const evidence = withinWords(new CitedStatements(context).read(statements), maxWords(task.length));
      if (evidence.length === 0) throw new LlmFailure('ungrounded', 'The model cited no review.');
      const summary = evidence.map(({ text }) => text).join(' ');
      assertLanguage(summary, language);
      return { summary, written_in: language ?? languageOf(summary) ?? codeIn(named) ?? 'en', evidence };
    },
  };
}

function readable({ sent }: Selection) {
  return sent.map(({ review, text }) => ({ ...review, text }));
}

/** Cuts behind the sentence with which the text has enough words. The first statement stays, however long it is. */
function withinWords(statements: readonly Statement[], max: number): Statement[] {
  const kept: Statement[] = [];
  let words = 0;
  for (const { text, review_ids } of statements) {
    const sentence = asSentence(text);
    const cut = shortened(sentence, max - words);
    if (cut !== '') kept.push({ text: cut, review_ids });
    else if (kept.length === 0) kept.push({ text: sentence, review_ids });
    if (cut !== sentence) break;
    words += wordCount(cut);
  }
  return kept;
}

/** Ends a text that ends in a word with a full stop, because the next statement follows it. */
function asSentence(text: string): string {
  return /[\p{L}\p{N})"'’”»]$/u.test(text) ? `${text}.` : text;
}

function rounded(average: number | null): number | null {
  return average === null ? null : Math.round(average * 100) / 100;
}

function codeIn(named: string): string | null {
  return /^[a-z]{2}(?=$|-)/.exec(named.trim().toLowerCase())?.[0] ?? null;
}
