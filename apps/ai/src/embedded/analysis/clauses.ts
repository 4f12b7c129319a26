import { wordsOf } from '../../language/folded-text';
import { spelled } from '../lexicon/phrases';

/** A text of one sentence per 20 characters that fills the longest review has fewer. */
const MAX_SENTENCES = 250;

/** The end of a sentence: a mark before a space or the end, or a line break. `9.30` has none. */
const SENTENCE_END = /[.!?…]+(?=\s|$)|\n+/u;
/** What separates clauses besides words. A hyphen or a slash within a word does not, nor do the colon of `9:30` and the comma of `3,60`. */
const CLAUSE_END = /[;()[\]–—|•]|[,:](?!\d)|\s-\s|--|\s\/|\/\s/u;

/** Returns the sentences of a text. */
export function sentencesOf(text: string): string[] {
  return text
    .split(SENTENCE_END, MAX_SENTENCES)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Returns the folded words of each part of a sentence between commas, brackets and dashes. */
export function clausesOf(sentence: string): string[][] {
  return spelled(sentence)
    .split(CLAUSE_END)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}
