import { PhraseBook } from '../../language/phrase-book';
import { phrasesOf } from './phrases';

/** How a language says times of day. */
export interface ClockFile {
  /** What stands before a time. */
  at: string;
  /** The words for 1 to 12. */
  hours: string;
  /** What is added to an hour, with its minutes: `half past=30`. */
  minutes: string;
  /** That the turn of a customer has come. */
  seen: string;
}

export interface Clock {
  at: PhraseBook<true>;
  hours: ReadonlyMap<string, number>;
  minutes: PhraseBook<number>;
  seen: PhraseBook<true>;
}

export function clockOf({ at, hours, minutes, seen }: ClockFile): Clock {
  return {
    at: new PhraseBook(phrasesOf(at).map((phrase) => [phrase, true])),
    hours: new Map(phrasesOf(hours).map((word, index) => [word, index + 1])),
    minutes: new PhraseBook(
      phrasesOf(minutes).map((entry) => {
        const [phrase = '', count] = entry.split('=');
        return [phrase, Number(count)];
      }),
    ),
    seen: new PhraseBook(phrasesOf(seen).map((phrase) => [phrase, true])),
  };
}
