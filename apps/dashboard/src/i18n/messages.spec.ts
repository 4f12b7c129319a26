import { readFileSync } from 'node:fs';
import type { Text } from './interpolate';
import { LANGUAGES } from './languages';
import { namespaces, placesOf, readTexts, VALUE_TYPES_FILE, valueTypes } from './value-types';

function placesByKey(texts: Readonly<Record<string, Text>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placesOf(text)]));
}

/** Texts with a `count` that is never 1, or whose words are the same for every number in every language. */
const SAME_FOR_EVERY_COUNT = [
  'channels.count_collecting',
  'channels.count_healthy',
  'channels.minutes_left',
  'channels.all_platforms',
  'channels.continue_with',
  'channels.notice_amount',
  'import.text_help',
  'import.tags_help',
  'import.media_help',
  'import.hidden_rows',
  'invitations.funnel_of_planned',
  'overview.n_months',
  'overview.n_days',
  'overview.vs_count',
  'overview.in_7_days',
  'overview.low_waiting',
  'overview.reviewed_of',
  'overview.reviewed_of_kept',
  'overview.checklist_title',
  'reports.of_created',
  'reports.last_months',
  'settings.search_count',
  'webhooks.deliveries',
  'webhooks.older_deliveries',
  'widgets.n_of_characters',
  'widgets.compare',
];

/** Returns what is wrong with the plural forms of a text. */
function pluralFault(name: string, text: Text): string | null {
  if (typeof text !== 'string') return 'one' in text && 'other' in text ? null : `${name} lacks a form`;
  const isPlain = SAME_FOR_EVERY_COUNT.includes(name) || !text.includes('{count}');
  return isPlain ? null : `${name} has one form for every count`;
}

function isPartlyEmpty(text: Text): boolean {
  return (typeof text === 'string' ? [text] : Object.values(text)).includes('');
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it.each(namespaces())('have every text of %s with the same values', (namespace) => {
    const english = readTexts('en', namespace);
    const texts = readTexts(language, namespace);
    expect(placesByKey(texts)).toEqual(placesByKey(english));
    expect(Object.entries(texts).filter(([, text]) => isPartlyEmpty(text))).toEqual([]);
  });

  it.each(namespaces())('have the plural forms of %s', (namespace) => {
    const texts = Object.entries(readTexts(language, namespace));
    expect(texts.map(([key, text]) => pluralFault(`${namespace}.${key}`, text)).filter(Boolean)).toEqual([]);
  });
});

describe('generated/text-values.ts', () => {
  it('equals the output of `npm run generate`', () => {
    expect(readFileSync(VALUE_TYPES_FILE, 'utf8')).toBe(valueTypes());
  });
});
