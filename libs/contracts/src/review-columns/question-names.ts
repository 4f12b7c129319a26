import { withoutAccents } from './column-words';

/** A name is a question of a form if it ends as one, or turns to somebody. Other names consist of known words only. */
const QUESTION =
  /\?\s*\*?\s*$|(?<!\p{L})(?:you|your|us|we|our|please|bitte|sie|ihre?n?|ihr|uns|unsere?n?|du|deine?|votre|vos|vous|nous|notre|nos|ton|su|usted|nuestro|nuestra|tu|tuo|suo|nostro|nostra|seu|sua|voce|nosso|nossa|uw|je|jouw|ons|onze)(?!\p{L})/iu;

const ABOUT_NAME =
  /\b(?:name|names|nom|nombre|nome|naam|hei(?:ss|ß)t|hei(?:ss|ß)en|appelez|llamas?|chiami?|heet)\b/i;
const ABOUT_RATING =
  /\b(?:rate|rating|stars?|score|bewerten|bewertest|sterne|zufrieden|notez|noter|note|etoiles|satisfait|califica\w*|puntua\w*|estrellas|valora\w*|satisfech\w+|vot[oi]|stelle|soddisfatt\w+|avalia\w*|estrelas|nota|tevreden|beoordeel\w*|beoordeelt|sterren|cijfer|satisfied|satisfaction)\b/i;
const ABOUT_TEXT =
  /\b(?:reviews?|comments?|feedback|experience|opinion|testimonial|tell us|say about|think of|think about|thoughts|describe|erfahrung(?:en)?|meinung|kommentare?|bewertung|rezension|anmerkung(?:en)?|avis|commentaires?|temoignage|pensez|comentarios?|experiencia|opiniao|resena|esperienza|opinione|recensione|commenti?|ervaring(?:en)?|mening|beoordeling|opmerking(?:en)?)\b/i;
/** What a question can be about besides, although it has a word of the above. */
const ABOUT_OTHERS =
  /\b(?:company|business|product|order|store|email|e-mail|phone|photos?|pictures?|permission|publish|contact|consent|agree|newsletter|hear|recommend|likely|unternehmen|firma|produkt|telefon|einverstanden|entreprise|produit|empresa|producto|produto|azienda|prodotto|bedrijf)\b/i;

const LIKED = /\b(?:like|love|enjoy|gefallen|gefallt|aime|apprecie|gusta|gusto|piaciuto|gostou|goed)\b/i;
const DISLIKED =
  /\b(?:dislike|not like|like least|least like|improve|better|nicht gefallen|verbessern|ameliorer|mejorar|migliorare|melhorar|verbeteren|beter)\b/i;

/** Returns the fields that the answers to a question can be, the most likely one first. */
export function questionFieldsOf(name: string): ('from_name' | 'rating_value' | 'text')[] {
  const plain = withoutAccents(name);
  if (!QUESTION.test(plain) || ABOUT_OTHERS.test(plain)) return [];
  if (ABOUT_NAME.test(plain)) return ['from_name'];
  return [
    ...(ABOUT_RATING.test(plain) ? (['rating_value'] as const) : []),
    ...(ABOUT_TEXT.test(plain) ? (['text'] as const) : []),
  ];
}

/** Returns whether a question is about what the author liked, or did not. */
export function questionKindOf(name: string): 'pro' | 'con' | null {
  const plain = withoutAccents(name);
  if (!QUESTION.test(plain)) return null;
  if (DISLIKED.test(plain)) return 'con';
  return LIKED.test(plain) ? 'pro' : null;
}
