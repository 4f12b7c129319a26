import { LlmFailure } from '../llm-failure';

/** What businesses offer to a customer who complains, in the six languages, without accents. A group has one meaning. */
const OFFERS: readonly RegExp[] = [
  ['refund', 'reimburs', 'erstatt', 'ruckerstatt', 'rembours', 'reembols', 'rimbors'],
  [
    'discount',
    'rabatt',
    'erma(?:ß|ss)ig',
    'preisnachlass',
    'remise(?! en)',
    'reduction (?:de|sur)',
    'descuento',
    'scont[oi]',
    'desconto',
  ],
  ['voucher', 'coupon', 'gift card', 'gutschein', "bon d'achat", 'cupon', 'cupom', 'cupao', 'buono sconto'],
  [
    'complimentary',
    'free of charge',
    'for free',
    'on the house',
    'gift',
    'kostenlos',
    'gratis',
    'gratuit',
    'geschenk',
    'cadeau',
    'regal[oi]',
    'omaggi',
    'brinde',
  ],
  ['compensat', 'entschadig', 'dedommag', 'indemni[sz]', 'indeniz', 'compensaci', 'risarc'],
].map((words) => new RegExp(`(?<!\\p{L})(?:${words.join('|')})`, 'u'));

/** Words before the name of a person in German, which writes all nouns with a capital letter. */
const GERMAN_PERSON =
  /(?<!\p{L})(?:Herrn?|Frau|Chef(?:in|koch|köchin)?|Küchenchef(?:in)?|Kolleg(?:en?|in)|Mitarbeiter(?:in)?|Manager(?:in)?|Inhaber(?:in)?|Geschäftsführer(?:in)?)\s+(\p{Lu}[\p{L}'’-]+)/gu;
/** Languages that write few words but names with a capital letter within a sentence. */
const NAMES_BY_CAPITAL = ['en', 'fr', 'es', 'it', 'pt'];
const WORD = /\p{Lu}\p{Ll}[\p{L}'’-]*/gu;
/** A sentence also ends before a bracket or with an emoji. */
const SENTENCE_BEGINS = /(?:^|[.!?…:\n\p{Extended_Pictographic}])[^\p{L}\p{N},;]*$/u;
/** Capital letters out of politeness, and the reader's own team. */
const POLITE = new Set(
  'sir madam team management staff madame monsieur usted ustedes lei suo sua suoi sue le la vi voi vostro vostra vostri vostre senhor senhora sr sra'.split(
    ' ',
  ),
);

/**
 * Throws an LlmFailure if a reply offers something, or names a person or place, that none of the sources has. `sources` are the
 * review and the name of the business. Names are found by their capital letters, in German after words such as `Frau`.
 */
export function assertNothingInvented(reply: string, language: string, sources: readonly string[]): void {
  const known = folded(sources.join('\n'));
  const text = folded(reply);
  const isOffered = OFFERS.some((offer) => offer.test(text) && !offer.test(known));
  const knownWords = new Set(known.match(/\p{L}+/gu));
  const isKnown = (name: string): boolean =>
    (folded(name).match(/\p{L}+/gu) ?? []).every((word) => knownWords.has(word) || POLITE.has(word));
  if (isOffered || !namesIn(reply, language).every(isKnown))
    throw new LlmFailure(
      'invented',
      'The model named a person, a place or an offer that the review does not name.',
    );
}

function namesIn(text: string, language: string): string[] {
  if (language === 'de') return [...text.matchAll(GERMAN_PERSON)].map(([, name = '']) => name);
  if (!NAMES_BY_CAPITAL.includes(language)) return [];
  return [...text.matchAll(WORD)]
    .filter(({ index }) => !SENTENCE_BEGINS.test(text.slice(Math.max(0, index - 12), index)))
    .map(([word]) => word);
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
