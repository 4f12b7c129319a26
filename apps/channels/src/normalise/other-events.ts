import { foldedDate } from './date-text';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that say that the time beside them is the one of the review. */
const POSTED = words(
  'reviewed review posted written published rated left avis publie poste ecrit redige ' +
    'bewertet geschrieben veroffentlicht bewertung publicado publicada escrito escrita resena ' +
    'valorado recensito pubblicato scritto recensione avaliado avaliada avaliacao geplaatst geschreven beoordeeld',
);

/** The same words for a review that was changed. */
const EDITED = words(
  'edited updated modified modifie modifiee bearbeitet aktualisiert editado editada actualizado actualizada modificato ' +
    'modificata aggiornato atualizado atualizada bewerkt bijgewerkt',
);

/** Words between the others and the time. */
const POSTED_ON = words('on sur par auf von su op');

/** Words that say that the time beside them is the one of something else than the review. */
const OTHER_EVENTS = words(
  'bought purchased joined founded launched opened owned released installed established started since until expires ' +
    'achete achetee achetes achetees inscrit inscrite fonde fondee rejoint installe cree depuis ' +
    'gekauft erworben beigetreten gegrundet registriert eroffnet seit gultig ' +
    'comprado comprada compre compramos fundado fundada inscrito abierto desde ' +
    'comprei aberto entrou comprato comprata acquistato acquistata iscritto iscritta fondato fondata ' +
    'gekocht opgericht geopend geregistreerd sinds',
);

/** Words of what is reviewed or answered. Its time stands in for the one of the review if the text has no other. */
const OCCASIONS = words(
  'visited visit stayed stay experience order ordered delivered delivery response replied reply answered ' +
    'visite visitee sejour experience commande livraison reponse ' +
    'besucht besuch aufenthalt erfahrung bestellt bestellung lieferung geliefert antwort geantwortet ' +
    'visita visitado estancia experiencia pedido entrega respuesta visitato soggiorno esperienza ordine risposta ' +
    'estadia resposta bezocht bezoek verblijf ervaring besteld bestelling geleverd reactie',
);

/** What stands in place of the part of a text that tells of something else. */
export const CUT = '¦';

export const isOtherEvent = (word: string): boolean => OTHER_EVENTS.has(word);

/** Returns true for a word beside the time of a review. At its beginning, the Scandinavian "for" belongs to the time. */
export function isPosted(word: string, place: number): boolean {
  const isWord = POSTED.has(word) || EDITED.has(word) || POSTED_ON.has(word);
  return isWord || (place === 0 && /^(?:for|vor|pred|przed)$/.test(word));
}

const PIECES = /\p{L}[\p{L}\p{M}]*|[^\p{L}]/gu;
/** The marks between parts of a line. The comma of "June 3, 2025" is part of a date. */
const PART_MARK = /[;·•|()]|,(?! ?\d{4})|(?<= )-(?= )/y;

/** Replaces each part of a text that begins with such a word and ends at a mark or a posted word. */
function withoutParts(text: string, isBeginning: (word: string) => boolean, replacement: string): string {
  let isCut = false;
  return text.replace(PIECES, (piece, place: number) => {
    const word = foldedDate(piece);
    const wasCut = isCut;
    PART_MARK.lastIndex = place;
    if (isBeginning(word)) isCut = true;
    else if (POSTED.has(word) || PART_MARK.test(text)) isCut = false;
    if (!isCut) return piece;
    return wasCut ? '' : replacement;
  });
}

/**
 * Returns what is left of a text in which other things have dates: "Member since June 2019 · 3 July 2024". The first text tells
 * of the review alone, the second one also of its occasion, such as a stay, and of later changes.
 */
export function textsOfReview(text: string): string[] {
  const told = withoutParts(text, isOtherEvent, CUT);
  const own = withoutParts(told, (word) => OCCASIONS.has(word) || EDITED.has(word), '|');
  return own === told ? [told] : [own, told];
}
