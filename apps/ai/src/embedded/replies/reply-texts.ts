import { createHash } from 'node:crypto';
import type { ReplyTone } from '../../generation/generated';
import type { InsightsLanguage } from '../../generation/insights-languages';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import it from './texts/it.json';
import pt from './texts/pt.json';

/** How the review sounds as a whole. */
export type Mood = 'positive' | 'mixed' | 'negative';

/** What the formal tones have in common. Each list has several phrasings of one sentence or two. */
interface FormalTexts {
  greeting: string[];
  /** Stands for `greeting` if the name of the reviewer is known. */
  greeting_by_name: string[];
  praise: string[];
  /** Stands for `praise` if the review praises nothing by name. */
  content: string[];
  return: string[];
  contact: string[];
  sign_off: string[];
}

interface FeelingTexts {
  thanks: Record<Mood, string[]>;
  criticism: string[];
  /** Stands for `criticism` if the review criticises nothing by name. */
  discontent: string[];
}

/** The sentences of a tone. */
export type ToneTexts = FormalTexts & FeelingTexts;

/** The sentences of a language. `formal` belongs to `professional` and `apologetic`. */
export interface LanguageTexts {
  and: string;
  /** Stands for `and` between labels that have an `and` themselves. */
  as_well_as: string;
  formal: FormalTexts;
  professional: FeelingTexts;
  apologetic: FeelingTexts;
  friendly: ToneTexts;
}

export const REPLY_TEXTS: Readonly<Record<InsightsLanguage, LanguageTexts>> = { en, fr, es, pt, de, it };

/** Returns all sentences of a tone. */
export function toneTexts(texts: LanguageTexts, tone: ReplyTone): ToneTexts {
  return tone === 'friendly' ? texts.friendly : { ...texts.formal, ...texts[tone] };
}

/** Reviews with neighbouring ids get different phrasings, and a review another one for each slot. */
export function chosenPhrase(phrasings: readonly string[], slot: string, reviewId: number): string {
  const [byte = 0] = createHash('sha256').update(`${slot}:${reviewId}`).digest();
  return phrasings[byte % phrasings.length] as string;
}
