import { detectAll } from 'tinyld';
import { INSIGHTS_LANGUAGES, type InsightsLanguage } from '../generation/insights-languages';
import { foldedText, wordsOf } from './folded-text';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import it from './words/it.json';
import pt from './words/pt.json';

/** The text behind this is not read. It decides nothing more, and detection takes time in proportion to the length. */
export const MAX_DETECTED_TEXT = 2_000;

/** One word says little: `super` and `service` belong to several languages. */
const MIN_HITS = 2;

/** The frequent words of each language, and words of reviews. They are folded as {@link foldedText} does. */
const WORDS: Readonly<Record<InsightsLanguage, { words: string }>> = { en, fr, es, pt, de, it };

const VOTERS = votersOf();

/**
 * Returns the language whose frequent words the text has most of. Returns null if it has fewer than two of them,
 * or as many of several languages and their letters do not tell the languages apart either.
 */
export function votedLanguage(text: string): InsightsLanguage | null {
  const read = text.slice(0, MAX_DETECTED_TEXT);
  const hits = hitsIn(read);
  const most = Math.max(...hits.values());
  if (most < MIN_HITS) {
    return null;
  }
  const leaders = INSIGHTS_LANGUAGES.filter((language) => hits.get(language) === most);
  return leaders.length === 1 ? (leaders[0] ?? null) : likeliestOf(leaders, read);
}

function hitsIn(text: string): Map<InsightsLanguage, number> {
  const hits = new Map<InsightsLanguage, number>(INSIGHTS_LANGUAGES.map((language) => [language, 0]));
  for (const word of wordsOf(foldedText(text))) {
    for (const language of VOTERS.get(word) ?? []) {
      hits.set(language, (hits.get(language) ?? 0) + 1);
    }
  }
  return hits;
}

function likeliestOf(leaders: readonly InsightsLanguage[], text: string): InsightsLanguage | null {
  const [first, second] = detectAll(text, { only: [...leaders] });
  if (first === undefined || first.accuracy === second?.accuracy) {
    return null;
  }
  return leaders.find((language) => language === first.lang) ?? null;
}

function votersOf(): Map<string, InsightsLanguage[]> {
  const voters = new Map<string, InsightsLanguage[]>();
  for (const language of INSIGHTS_LANGUAGES) {
    for (const word of new Set(wordsOf(WORDS[language].words))) {
      voters.set(word, [...(voters.get(word) ?? []), language]);
    }
  }
  return voters;
}
