import { plainLine, plainText } from '@plaudit/runtime';
import type { TextKey } from './shell/texts';

export const MAX_ANSWER_TEXT = 20_000;
export const MAX_ANSWER_NAME = 191;
/** Markup makes a text longer. Longer input than this is refused before its markup is read. */
const MAX_RAW_TEXT = 100_000;

/** What the recipient sent, as it was typed, to show it again. */
export interface FormInput {
  rating: string;
  text: string;
  name: string;
  consent: boolean;
  /** Text in a field that people do not see. */
  trap: string;
}

export type FormField = 'rating' | 'text' | 'name' | 'consent';

export interface FormFault {
  field: FormField;
  key: Extract<TextKey, `fault_${string}`>;
}

/** A review that can be stored. */
export interface Answer {
  rating: number;
  /** Plain text. */
  text: string;
  name: string;
}

/** Reads the body that a browser sends for the form. Fields that are missing are empty. */
export function readForm(body: Buffer): FormInput {
  const fields = new URLSearchParams(body.toString('utf8'));
  const field = (name: string): string => fields.get(name) ?? '';
  return {
    rating: field('rating'),
    text: field('text').replace(/\r\n?/g, '\n'),
    name: field('name'),
    consent: fields.has('consent'),
    trap: field('homepage'),
  };
}

/** Returns the review, or what is wrong with the input, in the order of the fields. */
export function readAnswer(input: FormInput): { answer: Answer } | { faults: FormFault[] } {
  const rating = /^[1-5]$/.test(input.rating) ? Number(input.rating) : null;
  const isHuge = input.text.length > MAX_RAW_TEXT;
  const text = isHuge ? '' : plainText(input.text);
  const name = plainLine(input.name.slice(0, MAX_RAW_TEXT));
  const faults: (FormFault | false)[] = [
    rating === null && { field: 'rating', key: 'fault_rating' },
    text === '' && !isHuge && { field: 'text', key: 'fault_text' },
    (isHuge || text.length > MAX_ANSWER_TEXT) && { field: 'text', key: 'fault_text_long' },
    name === '' && { field: 'name', key: 'fault_name' },
    name.length > MAX_ANSWER_NAME && { field: 'name', key: 'fault_name_long' },
    !input.consent && { field: 'consent', key: 'fault_consent' },
  ];
  const found = faults.filter((fault) => fault !== false);
  return rating === null || found.length > 0 ? { faults: found } : { answer: { rating, text, name } };
}
