import { INSIGHTS_LANGUAGES, type InsightsLanguage } from '../generation/insights-languages';
import { foldedText, wordsOf } from './folded-text';
import { detectAll } from './tinyld';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import it from './words/it.json';
import pt from './words/pt.json';

/**
 * The text behind this is not read. It decides nothing more, and detection takes time in proportion to the
 * length.
 */
export const MAX_DETECTED_TEXT = 2_000;

/** One word says little: `super` and `service` belong to several languages. */
const MIN_HITS = 2;

/** At least this share of the words are among those of the winner. Dutch and Catalan text has fewer hits. */
const MIN_SHARE = 0.3;

/** The frequent words of each language, and words of reviews. They are folded as {@link foldedText} does. */
const WORDS: Readonly<Record<InsightsLanguage, { words: string }>> = { en, fr, es, pt, de, it };

const VOTERS = votersOf();

/**
 * Returns the language whose frequent words the text has most of. Returns null if it has fewer than two of
 * them, if few of its words are among them, or if it has as many of several languages and their letters do
 * not tell those apart either.
 */
export function votedLanguage(text: string): InsightsLanguage | null {
  const read = text.slice(0, MAX_DETECTED_TEXT);
  const words = wordsOf(foldedText(read));
  const { leaders, hits } = countedVotes(words);
  if (hits < MIN_HITS || hits < MIN_SHARE * words.length) {
    return null;
  }
  const winner = leaders.length === 1 ? leaders[0] : likeliestOf(leaders, read);
  return winner !== undefined && words.some((word) => isOnlyOf(winner, word)) ? winner : null;
}

/** Returns the same as {@link votedLanguage}, but null if several languages have as many words. It is faster. */
export function clearlyVotedLanguage(text: string): InsightsLanguage | null {
  const words = wordsOf(foldedText(text.slice(0, MAX_DETECTED_TEXT)));
  const { leaders, hits } = countedVotes(words);
  const [winner] = leaders;
  if (leaders.length > 1 || winner === undefined || hits < MIN_HITS || hits < MIN_SHARE * words.length) {
    return null;
  }
  return words.some((word) => isOnlyOf(winner, word)) ? winner : null;
}

/** Returns true if no other language has more of its frequent words in the text, be it only one. */
export function isLeadingLanguage(language: string, text: string): boolean {
  const { leaders, hits } = countedVotes(wordsOf(foldedText(text.slice(0, MAX_DETECTED_TEXT))));
  return hits > 0 && leaders.some((leader) => leader === language);
}

/** Returns the languages with the most hits, and how many they have. */
function countedVotes(words: readonly string[]): { leaders: InsightsLanguage[]; hits: number } {
  const votes = hitsIn(words);
  const hits = Math.max(...votes.values());
  return { leaders: INSIGHTS_LANGUAGES.filter((language) => votes.get(language) === hits), hits };
}

function hitsIn(words: readonly string[]): Map<InsightsLanguage, number> {
  const hits = new Map<InsightsLanguage, number>(INSIGHTS_LANGUAGES.map((language) => [language, 0]));
  for (const word of words) {
    for (const language of VOTERS.get(word) ?? []) {
      hits.set(language, (hits.get(language) ?? 0) + 1);
    }
  }
  return hits;
}

/** Words of several languages, such as `de` and `super`, do not suffice: other languages have them too. */
function isOnlyOf(language: InsightsLanguage, word: string): boolean {
  const voters = VOTERS.get(word);
  return voters?.length === 1 && voters[0] === language;
}

function likeliestOf(leaders: readonly InsightsLanguage[], text: string): InsightsLanguage | undefined {
  const [first, second] = detectAll(text, [...leaders]);
  if (first === undefined || first.accuracy === second?.accuracy) {
    return undefined;
  }
  return leaders.find((language) => language === first.lang);
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
