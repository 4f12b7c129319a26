import { OUR_TEXTS, RULES } from '../prompts/system-prompts';
import { fullRuns, plainWords } from './word-runs';

/** So many words in a row are no coincidence. */
const LEAKED_WORDS = 8;

const OUR_RUNS: ReadonlySet<string> = new Set(OUR_TEXTS.flatMap((text) => fullRuns(text, LEAKED_WORDS)));

/** The sentences of the rules are shorter. */
const OUR_RULES: readonly string[] = Object.values(RULES).flatMap((rules) =>
  rules
    .split('.')
    .map((sentence) => plainWords(sentence).join(' '))
    .filter((sentence) => sentence !== ''),
);

/** How models speak of themselves, in words as {@link plainWords} writes them. */
const OF_ITSELF =
  /\b(?:as an? (?:ai|artificial intelligence|language model|assistant)|(?:large|ai) language model|en tant qu (?:ia|intelligence artificielle|assistant|modèle de langage)|como (?:una |uma )?(?:ia|inteligencia artificial|inteligência artificial)|als (?:ki|künstliche intelligenz|sprachmodell)|come (?:ia|intelligenza artificiale|modello linguistico)|system prompt)\b/u;

/** Returns true if the text repeats our instructions, or speaks as a machine. */
export function leaksPrompt(text: string): boolean {
  const words = plainWords(text).join(' ');
  return (
    OF_ITSELF.test(words) ||
    OUR_RULES.some((rule) => words.includes(rule)) ||
    fullRuns(text, LEAKED_WORDS).some((run) => OUR_RUNS.has(run))
  );
}
