import { languageOf } from '../../language/text-language';
import { leaksPrompt } from '../guards/prompt-leak';
import { LlmFailure } from '../llm-failure';
import { TranslationAnswer } from '../prompts/answer-schemas';
import { RULES, SYSTEM_PROMPTS } from '../prompts/system-prompts';
import { parsedAnswer, type Question } from './question';

const MIN_TOKENS = 700;
/** What the JSON around one text takes. */
const TOKENS_PER_ITEM = 20;
/** A longer translation has more than the text in it. Between Chinese and German texts grow fourfold. */
const MAX_GROWTH = 6;
const GROWTH_OF_SHORT_TEXTS = 100;

export interface TranslationItem {
  id: number;
  text: string;
}

/** Asks for the translation of texts. The answer has one for each, in the same order; null for one that is not usable. */
export function translationQuestion(
  items: readonly TranslationItem[],
  target: string,
  source: string | null,
): Question<(string | null)[]> {
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  return {
    name: 'translation',
    system: SYSTEM_PROMPTS.translation,
    schema: TranslationAnswer,
    maxTokens: Math.max(MIN_TOKENS, characters + items.length * TOKENS_PER_ITEM),
    message: (_input, correction) =>
      JSON.stringify({
        task: 'translation',
        language: target,
        source: source ?? 'unknown',
        items: items.map(({ text }, index) => ({ id: index + 1, text })),
        ...(correction === null ? {} : { correction }),
        rules: RULES.items,
      }),
    read: (answer) => {
      const answered = parsedAnswer(answer, TranslationAnswer).items;
      const byId = new Map(answered.map(({ id, text }) => [id, text]));
      const isComplete = items.every((_item, index) => byId.has(index + 1));
      if (!isComplete || answered.length !== items.length) {
        throw new LlmFailure('malformed', 'The model did not translate each text exactly once.');
      }
      return items.map(({ text }, index) => usable(byId.get(index + 1) as string, text, target));
    },
  };
}

/** Returns null for a translation that is empty, far too long, not translated at all, or our own instructions. */
function usable(translation: string, text: string, target: string): string | null {
  const isTooLong = translation.length > text.length * MAX_GROWTH + GROWTH_OF_SHORT_TEXTS;
  if (translation.trim() === '' || isTooLong || leaksPrompt(translation)) return null;
  const language = languageOf(translation);
  const isUntranslated = language !== null && language !== primaryOf(target) && language === languageOf(text);
  return isUntranslated ? null : translation;
}

function primaryOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? language;
}
