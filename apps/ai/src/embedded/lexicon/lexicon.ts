import type { InsightsLanguage } from '../../generation/insights-languages';
import { foldedText } from '../../language/folded-text';
import { PhraseBook } from '../../language/phrase-book';
import { type Aspect, ASPECTS, type Polarity } from '../analysis/aspect-finding';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import pt from './pt.json';

/** What a phrase does in a sentence. */
export type Role =
  | { kind: 'noun'; aspect: Aspect }
  /** Judges the aspect that the clause names. */
  | { kind: 'opinion'; polarity: Polarity }
  /** Names an aspect and judges it. */
  | { kind: 'verdict'; aspect: Aspect; polarity: Polarity }
  /** A verdict that judges another aspect instead, such as delivery, if the clause names it: "quick delivery". */
  | { kind: 'manner'; aspect: Aspect; polarity: Polarity }
  | { kind: 'negation' }
  /** Begins a clause that may say the opposite. */
  | { kind: 'contrast' }
  | { kind: 'conjunction' }
  /** Makes the word behind it a criticism: "too small". */
  | { kind: 'excess' }
  /** Makes the praise behind it a criticism: "could be cleaner". */
  | { kind: 'wish' }
  /** Says nothing about what it seems to say. */
  | { kind: 'ignored' };

/** The words of one language. Each list is one text with commas; the form of a phrase is that of {@link PhraseBook}. */
interface LexiconFile {
  labels: Readonly<Record<string, string>>;
  negations: string;
  /** How many words behind its verb a negation may stand. */
  negation_after: number;
  contrasts: string;
  conjunctions: string;
  excess: string;
  wishes: string;
  ignored: string;
  positive: string;
  negative: string;
  /** Without another aspect, speed is about waiting. */
  speed: Readonly<Record<Polarity, string>>;
  /** Without another aspect, ease is about ease of use. */
  ease: Readonly<Record<Polarity, string>>;
  aspects: Readonly<Record<Aspect, { nouns: string } & Readonly<Record<Polarity, string>>>>;
}

export interface Lexicon {
  phrases: PhraseBook<Role>;
  negationAfter: number;
}

const FILES: Readonly<Record<InsightsLanguage, LexiconFile>> = { de, en, es, fr, it, pt };

const POLARITIES = ['positive', 'negative'] as const;

/** They are built when they are first needed. */
const lexicons = new Map<InsightsLanguage, Lexicon>();

export function lexiconOf(language: InsightsLanguage): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const file = FILES[language];
  const lexicon = { phrases: new PhraseBook(rolesOf(file)), negationAfter: file.negation_after };
  lexicons.set(language, lexicon);
  return lexicon;
}

/** Returns the names of aspects in a language, by aspect, and by aspect and polarity for those whose name differs. */
export function labelsOf(language: InsightsLanguage): Readonly<Record<string, string>> {
  return FILES[language].labels;
}

function* rolesOf(file: LexiconFile): Generator<[string, Role]> {
  for (const aspect of ASPECTS) {
    yield* phrases(file.aspects[aspect].nouns, { kind: 'noun', aspect });
  }
  for (const polarity of POLARITIES) {
    yield* phrases(file[polarity], { kind: 'opinion', polarity });
    yield* phrases(file.speed[polarity], { kind: 'manner', aspect: 'wait', polarity });
    yield* phrases(file.ease[polarity], { kind: 'manner', aspect: 'ease', polarity });
    for (const aspect of ASPECTS) {
      yield* phrases(file.aspects[aspect][polarity], { kind: 'verdict', aspect, polarity });
    }
  }
  yield* phrases(file.negations, { kind: 'negation' });
  yield* phrases(file.contrasts, { kind: 'contrast' });
  yield* phrases(file.conjunctions, { kind: 'conjunction' });
  yield* phrases(file.excess, { kind: 'excess' });
  yield* phrases(file.wishes, { kind: 'wish' });
  yield* phrases(file.ignored, { kind: 'ignored' });
}

function phrases(list: string, role: Role): [string, Role][] {
  return list
    .split(',')
    .map((phrase) => foldedText(phrase.trim()))
    .filter((phrase) => phrase !== '')
    .map((phrase) => [phrase, role]);
}
