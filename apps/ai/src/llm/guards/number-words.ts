import type { InsightsLanguage } from '../../generation/insights-languages';
import { foldedText } from '../../language/folded-text';

/** How a language counts people and reviews. All words are folded. */
interface CountingWords {
  /** From two to twelve. A number with two forms has both. */
  numbers: readonly (readonly string[])[];
  half: readonly string[];
  all: readonly string[];
  /** Beginnings of the nouns for people and reviews. */
  nouns: readonly string[];
}

const words = (text: string): string[][] => text.split(' ').map((forms) => forms.split('/'));
const list = (text: string): string[] => text.split(' ');

const COUNTING: Readonly<Record<InsightsLanguage, CountingWords>> = {
  en: {
    numbers: words('two three four five six seven eight nine ten eleven twelve'),
    half: list('half'),
    all: list('all every'),
    nouns: list(
      'review customer guest visitor client user people person reviewer buyer patient diner traveller',
    ),
  },
  fr: {
    numbers: words('deux trois quatre cinq six sept huit neuf dix onze douze'),
    half: list('moitie'),
    all: list('tous toutes'),
    nouns: list('avis client visiteur voyageur hote personne utilisateur commentaire patient acheteur'),
  },
  es: {
    numbers: words('dos tres cuatro cinco seis siete ocho nueve diez once doce'),
    half: list('mitad'),
    all: list('todos todas'),
    nouns: list('opinion resena client huesped visitante usuari persona comentario pacient comprador'),
  },
  pt: {
    numbers: words('dois/duas tres quatro cinco seis sete oito nove dez onze doze'),
    half: list('metade'),
    all: list('todos todas'),
    nouns: list(
      'avaliac client hosped visitante usuari utilizador pessoa opini comentario pacient comprador',
    ),
  },
  de: {
    numbers: words('zwei/zweien drei vier funf sechs sieben acht neun zehn elf zwolf'),
    half: list('halfte'),
    all: list('alle allen aller samtliche'),
    nouns: list('bewertung kund gast gaste besucher nutzer person rezension patient kaufer leute'),
  },
  it: {
    numbers: words('due tre quattro cinque sei sette otto nove dieci undici dodici'),
    half: list('meta'),
    all: list('tutti tutte'),
    nouns: list('recension client ospit visitator utent person opinion comment pazient acquirent'),
  },
};

/** How many people or reviews a text claims in words. */
export type CountClaim = number | 'half' | 'all';

/** The most words between the number and its noun, as in "three of the happy guests". */
const MAX_GAP = 3;

/** Returns what the text claims in words about reviews and people, such as 3 for "three of the guests". */
export function countClaims(text: string, language: InsightsLanguage): CountClaim[] {
  const { nouns } = COUNTING[language];
  return foldedText(text)
    .split(/[^\p{L}\p{N}\s'’-]+/u)
    .map((clause) => clause.match(/[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((clause) =>
      clause.flatMap((word, index) => {
        const claim = claimOf(word, language);
        const after = clause.slice(index + 1, index + 2 + MAX_GAP);
        return claim !== null && after.some((next) => nouns.some((noun) => next.startsWith(noun)))
          ? [claim]
          : [];
      }),
    );
}

/** Returns true if a noun for people or reviews is the first word of the text. */
export function beginsWithPeople(text: string): boolean {
  const first = /[\p{L}\p{N}]+/u.exec(foldedText(text))?.[0] ?? '';
  return Object.values(COUNTING).some(({ nouns }) => nouns.some((noun) => first.startsWith(noun)));
}

const VALUES: ReadonlyMap<string, number> = new Map(
  Object.values(COUNTING).flatMap(({ numbers }) =>
    numbers.flatMap((forms, index) => forms.map((form) => [form, index + 2] as const)),
  ),
);

/** Returns the values of the number words in a text of any of the languages. */
export function numberWordsIn(text: string): number[] {
  const found = foldedText(text).match(/\p{L}+/gu) ?? [];
  return found.flatMap((word) => VALUES.get(word) ?? []);
}

function claimOf(word: string, language: InsightsLanguage): CountClaim | null {
  const { numbers, half, all } = COUNTING[language];
  const index = numbers.findIndex((forms) => forms.includes(word));
  if (index >= 0) return index + 2;
  if (half.includes(word)) return 'half';
  return all.includes(word) ? 'all' : null;
}
