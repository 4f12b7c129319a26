import type { InsightsLanguage } from '../../generation/insights-languages';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import it from './texts/it.json';
import pt from './texts/pt.json';

/** What the summary is made of: one or several reviews, rated or not. */
interface BasisTexts {
  one_rated: string;
  one_unrated: string;
  many_rated: string;
  many_unrated: string;
}

/** `one`: one customer says it. `some`: several customers, each aspect once. `most`: an aspect is named more than once. */
export interface SpeakerTexts {
  one: string;
  some: string;
  most: string;
}

/** The sentences of a summary in one language. */
export interface SummaryTexts {
  decimal: string;
  and: string;
  quotation_marks: string[];
  /** The beginning of a sentence. */
  basis: BasisTexts;
  /** The same as a whole sentence. */
  basis_alone: BasisTexts;
  praise_first: SpeakerTexts;
  praise_next: SpeakerTexts;
  criticism_first: SpeakerTexts;
  criticism_next: SpeakerTexts;
  positive_quotes: string;
  negative_quotes: string;
}

export const SUMMARY_TEXTS: Readonly<Record<InsightsLanguage, SummaryTexts>> = { en, fr, es, pt, de, it };
