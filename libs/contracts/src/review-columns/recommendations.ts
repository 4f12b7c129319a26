import { plainColumnName } from './column-words';

const NAME =
  /^(?:(?:is|do|does|would|will|review|user|customer)*(?:you)?recommend(?:s|ed|ation|ations|ationtype)?(?:us|thisproduct|theproduct|tofriends?|status)?|(?:weiter)?empfehlung|(?:weiter)?empfohlen|recommandation|recommande|recomendacion|recomendado|recomienda|raccomandazione|consigliato|recomendacao|aanbeveling|aanbevolen)$/;
const POSITIVE =
  /^(?:(?:highly )?recommend(?:s|ed)?|recommended by .*|positive|positiv|positif|positivo|thumbs up|empfohlen|empfiehlt|👍)$/i;
const NEUTRAL = /^(?:neutral|neutre|neutro|neutraal)$/i;
const NEGATIVE =
  /^(?:(?:does not|do not|doesn.t|don.t|would not|not|never|nicht) ?(?:recommend(?:s|ed)?|empfohlen)|negative|negativ|negatif|negativo|negatief|thumbs down|👎)$/i;
const YES = /^(?:yes|true|y|ja|oui|s[ií]|sim|1)$/i;
const NO = /^(?:no|false|n|nein|nee|non|n[ãa]o|0)$/i;

/** Returns true for the name of a column that says whether the author recommends something, as on Facebook. */
export function isRecommendation(name: string): boolean {
  return NAME.test(plainColumnName(name));
}

/**
 * Returns the stars of 5 that a recommendation or an opinion of one word stands for: 5, 3 or 1. Pass true as `isAsked` if the name of the
 * column asks for it, so that yes and no are answers. Returns null for any other text.
 */
export function starsOfOpinion(text: string, isAsked: boolean): number | null {
  const word = text.trim().slice(0, 100);
  if (POSITIVE.test(word) || (isAsked && YES.test(word))) return 5;
  if (NEGATIVE.test(word) || (isAsked && NO.test(word))) return 1;
  return NEUTRAL.test(word) ? 3 : null;
}
