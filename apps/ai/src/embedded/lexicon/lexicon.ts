import type { InsightsLanguage } from '../../generation/insights-languages';
import { PhraseBook } from '../../language/phrase-book';
import { type Aspect, ASPECTS, type Polarity } from '../analysis/aspect-finding';
import { type Clock, type ClockFile, clockOf } from './clock';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import { phrasesOf } from './phrases';
import pt from './pt.json';

/** What a phrase says about each aspect. */
export type Sides = Readonly<Partial<Record<Aspect, Polarity>>>;

/** What a phrase does in a sentence. */
export type Role =
  | { kind: 'noun'; aspect: Aspect }
  /** Judges the aspect that the clause names. */
  | { kind: 'opinion'; polarity: Polarity }
  /** Names an aspect and judges it. */
  | { kind: 'verdict'; aspect: Aspect; polarity: Polarity }
  /** A verdict that judges another aspect instead, such as delivery, if the clause names it: "quick delivery". */
  | { kind: 'manner'; aspect: Aspect; polarity: Polarity }
  /** Names something unwelcome, such as a queue. It is a criticism unless the clause says that it was short, or that there was none. */
  | { kind: 'nuisance'; aspect: Aspect }
  /** Judges the aspect whose noun stands near it: a bed is hard, a price is high. It is `otherwise` if there is no such noun. */
  | { kind: 'trait'; sides: Sides; otherwise: Role | null }
  | { kind: 'negation' }
  /** Begins a clause that may say the opposite. */
  | { kind: 'contrast' }
  | { kind: 'conjunction' }
  /** Begins a clause that says what a guest may wish for: "if you want good food". */
  | { kind: 'condition' }
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
  /** True if a noun may end in another one, which says what it is: `Hotelzimmer`. */
  compounds: boolean;
  contrasts: string;
  conjunctions: string;
  conditions: string;
  /** A noun behind one is often a place or a means: "we ate on the terrace". */
  prepositions: string;
  excess: string;
  wishes: string;
  ignored: string;
  positive: string;
  negative: string;
  /** Without another aspect, speed is about waiting. */
  speed: Readonly<Record<Polarity, string>>;
  /** Without another aspect, ease is about ease of use. */
  ease: Readonly<Record<Polarity, string>>;
  clock: ClockFile;
  aspects: Readonly<Record<Aspect, AspectWords>>;
}

interface AspectWords extends Readonly<Record<Polarity, string>> {
  nouns: string;
  /** They judge the aspect only beside one of its nouns. A phrase may be in the lists of several aspects. */
  positive_if_named?: string;
  negative_if_named?: string;
}

export interface Lexicon {
  phrases: PhraseBook<Role>;
  /** What traits say, also of words that have another role without a noun. */
  traits: PhraseBook<Sides>;
  negationAfter: number;
  compounds: boolean;
  prepositions: ReadonlySet<string>;
  clock: Clock;
}

const FILES: Readonly<Record<InsightsLanguage, LexiconFile>> = { de, en, es, fr, it, pt };

const POLARITIES = ['positive', 'negative'] as const;

/** The nouns of these aspects complain: nobody mentions a queue that was not there. */
const NUISANCES: ReadonlySet<Aspect> = new Set(['wait', 'noise']);

/** They are built when they are first needed. */
const lexicons = new Map<InsightsLanguage, Lexicon>();

export function lexiconOf(language: InsightsLanguage): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const file = FILES[language];
  const lexicon = {
    // No phrase reaches over a negation: "the place is not cosy".
    phrases: new PhraseBook(rolesOf(file), phrasesOf(file.negations)),
    traits: new PhraseBook(traitsOf(file)),
    negationAfter: file.negation_after,
    compounds: file.compounds,
    prepositions: new Set(phrasesOf(file.prepositions)),
    clock: clockOf(file.clock),
  };
  lexicons.set(language, lexicon);
  return lexicon;
}

/** Returns the names of aspects in a language, by aspect, and by aspect and polarity for those whose name differs. */
export function labelsOf(language: InsightsLanguage): Readonly<Record<string, string>> {
  return FILES[language].labels;
}

function traitsOf({ aspects }: LexiconFile): Map<string, Sides> {
  const traits = new Map<string, Sides>();
  for (const aspect of ASPECTS) {
    for (const polarity of POLARITIES) {
      for (const phrase of phrasesOf(aspects[aspect][`${polarity}_if_named`] ?? '')) {
        traits.set(phrase, { ...traits.get(phrase), [aspect]: polarity });
      }
    }
  }
  return traits;
}

function* rolesOf(file: LexiconFile): Generator<[string, Role]> {
  for (const aspect of ASPECTS) {
    const kind = NUISANCES.has(aspect) ? 'nuisance' : 'noun';
    yield* phrases(file.aspects[aspect].nouns, { kind, aspect });
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
  yield* phrases(file.conditions, { kind: 'condition' });
  yield* phrases(file.excess, { kind: 'excess' });
  yield* phrases(file.wishes, { kind: 'wish' });
  yield* phrases(file.ignored, { kind: 'ignored' });
}

function phrases(list: string, role: Role): [string, Role][] {
  return phrasesOf(list).map((phrase) => [phrase, role]);
}
