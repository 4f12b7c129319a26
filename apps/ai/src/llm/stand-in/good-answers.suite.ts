import type { StandInTask } from './chat.suite';

interface Phrases {
  praise: string;
  criticism: string;
  strength: string;
  improvement: string;
  reply: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    praise: 'Customers praise the friendly staff and the good service.',
    criticism: 'Some of them were not happy with the long waiting times.',
    strength: 'The staff is friendly and helpful',
    improvement: 'The waiting times are too long',
    reply: 'Thank you for your review. We are glad that you took the time to tell us about your visit.',
  },
  fr: {
    praise: 'Les clients apprécient le personnel aimable et la qualité du service.',
    criticism: "Certains n'étaient pas contents des temps d'attente trop longs.",
    strength: 'Le personnel est aimable et attentif',
    improvement: "Les temps d'attente sont trop longs",
    reply: 'Merci pour votre avis. Nous sommes heureux que vous ayez pris le temps de nous écrire.',
  },
  es: {
    praise: 'Los clientes valoran el personal amable y la buena atención que reciben.',
    criticism: 'Algunos no quedaron contentos con los largos tiempos de espera.',
    strength: 'El personal es amable y muy atento',
    improvement: 'Los tiempos de espera son demasiado largos',
    reply: 'Gracias por su opinión. Nos alegra que haya dedicado tiempo a contarnos su visita.',
  },
  pt: {
    praise: 'Os clientes elogiam a equipe simpática e o bom atendimento que receberam.',
    criticism: 'Alguns não ficaram satisfeitos com os longos tempos de espera.',
    strength: 'A equipe é simpática e muito atenciosa',
    improvement: 'Os tempos de espera são muito longos',
    reply: 'Obrigado pela sua avaliação. Ficamos felizes que você tenha dedicado tempo a nos escrever.',
  },
  de: {
    praise: 'Die Kunden loben das freundliche Personal und den guten Service.',
    criticism: 'Einige waren mit den langen Wartezeiten nicht zufrieden.',
    strength: 'Das Personal ist freundlich und sehr aufmerksam',
    improvement: 'Die Wartezeiten sind zu lang',
    reply: 'Vielen Dank für Ihre Bewertung. Wir freuen uns, dass Sie sich die Zeit genommen haben.',
  },
  it: {
    praise: 'I clienti apprezzano il personale gentile e la qualità del servizio.',
    criticism: 'Alcuni non erano contenti dei lunghi tempi di attesa.',
    strength: 'Il personale è gentile e molto attento',
    improvement: 'I tempi di attesa sono troppo lunghi',
    reply: 'Grazie per la sua recensione. Siamo felici che abbia trovato il tempo di scriverci.',
  },
  nl: {
    praise: 'De klanten zijn blij met het vriendelijke personeel en de goede bediening.',
    criticism: 'Sommigen waren niet tevreden over de lange wachttijden.',
    strength: 'Het personeel is vriendelijk en behulpzaam',
    improvement: 'De wachttijden zijn te lang',
    reply: 'Bedankt voor uw beoordeling. Wij zijn blij dat u de tijd heeft genomen om ons te schrijven.',
  },
};

/** Returns what the stand-in writes in a language, in English if it does not know the language. */
export function phrasesIn(language: string | undefined): Phrases {
  return PHRASES[language ?? 'en'] ?? (PHRASES['en'] as Phrases);
}

/** Returns what the stand-in calls the translation of a text: each word with its letters in reverse order. */
export function standInTranslation(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => [...word].reverse().join(''));
}

/** Returns a sensible answer to any task of this product: true to its schema, and to the ids that it was sent. */
export function goodAnswer({ task, language, reviews = [], tags = [], items = [] }: StandInTask): object {
  const phrases = phrasesIn(language);
  const good = reviews.filter(({ rating }) => rating === null || rating > 3).map(({ id }) => id);
  const bad = reviews.map(({ id }) => id).filter((id) => !good.includes(id));
  const one = (text: string, ids: number[]) => (ids.length > 0 ? [{ text, ids }] : []);
  switch (task) {
    case 'summary':
      return { language, statements: [...one(phrases.praise, good), ...one(phrases.criticism, bad)] };
    case 'insights':
      return { strengths: one(phrases.strength, good), improvements: one(phrases.improvement, bad) };
    case 'tags':
      return { ids: tags.slice(0, 2).map(({ id }) => id) };
    case 'translation':
      return { items: items.map(({ id, text }) => ({ id, text: standInTranslation(text) })) };
    default:
      return { text: phrases.reply };
  }
}
