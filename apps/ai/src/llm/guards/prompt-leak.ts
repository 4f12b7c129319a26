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

/** How models speak of themselves, and how they refuse, in words as {@link plainWords} writes them. */
const OF_ITSELF = new RegExp(
  `\\b(?:${[
    'as an? (?:ai|artificial intelligence|language model)',
    '(?:large|ai) language model',
    'en tant qu (?:ia|intelligence artificielle)|modèle de langage',
    'como (?:una |uma )?(?:ia|inteligencia artificial|inteligência artificial)',
    'als (?:ki|künstliche intelligenz|sprachmodell)',
    'come (?:ia|intelligenza artificiale)|modello linguistico',
    'system prompt',
    'i (?:cannot|can not|can t|am unable to|m unable to) (?:help with|help you|assist|comply|fulfil|translate|summari[sz]e)',
    'je ne (?:peux|puis) pas (?:vous aider|traduire|résumer)',
    'ich kann (?:ihnen |dir )?(?:dabei |damit |das )?nicht (?:helfen|übersetzen|zusammenfassen)',
    'no puedo (?:ayudar|traducir|resumir)|não posso (?:ajudar|traduzir|resumir)|non posso (?:aiutar|tradurre|riassumere)',
  ].join('|')})\\b`,
  'u',
);

/** Returns true if the text repeats our instructions, or a model speaks of itself in it. */
export function leaksPrompt(text: string): boolean {
  const words = plainWords(text).join(' ');
  return (
    OF_ITSELF.test(words) ||
    OUR_RULES.some((rule) => words.includes(rule)) ||
    fullRuns(text, LEAKED_WORDS).some((run) => OUR_RUNS.has(run))
  );
}
