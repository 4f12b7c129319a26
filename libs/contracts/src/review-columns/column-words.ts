/**
 * What the words of column names mean, in English, German, French, Spanish, Italian, Portuguese and Dutch. Without accents. A name
 * with a word that is missing here is not understood, so `product_url` is never the URL of a review.
 */
const WORDS = {
  who: `author autor autorin reviewer user customer client guest buyer consumer member shopper commenter rezensent rezensentin
    bewerter verfasser verfasserin kaufer kauferin besteller kunde kundin kunden gast nutzer benutzer auteur utilisateur acheteur autore utente cliente
    usuario usuaria comprador utilizador klant gebruiker`,
  owner: `owner owners admin brand business company merchant seller shop store developer host property hotel hotelier hoteliers restaurant
    management manager vendor provider employer inhaber inhabers handler handlers anbieter anbieters betreiber betreibers unternehmen
    unternehmens arbeitgeber arbeitgebers gastgeber gastgebers verkaufer verkaufers entreprise vendeur commercant marchand proprietaire empresa propietario proprietario eigenaar`,
  reply: 'reply replies response responses antwort reactie reponse respuesta risposta resposta',
  /** A reply only of an owner, because it can be the answer of a survey. */
  answer: 'answer',
  replied: 'replied responded answered beantwortet repondu respondido',
  review: 'review feedback testimonial bewertung rezension',
  /** A review, or of an owner the reply to one. */
  comment: 'comment kommentar kommentars',
  /** In these languages the word that a name is about comes first: `avis client`, but `customer review`. */
  commentaire: 'commentaire commentaires comentario comentarios commento commenti',
  avis: `avis resena resenas opinion opiniones recensione recensioni opinione opinioni opiniao opinioes avaliacao avaliacoes beoordeling`,
  reviews: 'reviews comments testimonials bewertungen rezensionen kommentare',
  text: `text body content detail message description tekst texte texto testo contenu contenido inhalt nachricht mensaje mensagem messaggio bericht bewertungstext rezensionstext
    kommentartext`,
  pro: 'pros liked positive positives advantages vorteile avantages ventajas vantaggi vantagens',
  con: 'cons disliked negative negatives disadvantages nachteile inconvenients desventajas svantaggi desvantagens',
  title:
    'title headline subject summary heading titel titre titulo titolo betreff uberschrift objet asunto oggetto',
  rating: `rating rate score star stars grade points punkte sterne sternebewertung sonnen wertung punktzahl note etoiles valoracion
    puntuacion calificacion estrellas nota estrelas voto valutazione stelle punteggio cijfer gesamtbewertung gesamtnote bewertungssterne bewertungspunkte`,
  value: 'value valeur valor wert',
  scale: 'scale max maximum best highest skala echelle escala scala',
  date: `date datetime timestamp time day horodateur tijdstempel datum zeit zeitpunkt zeitstempel bewertungsdatum rezensionsdatum erstellungsdatum erstelldatum tag jour fecha
    dia data giorno ts`,
  at: 'at on am le',
  did: 'created received posted submitted written erstellt verfasst cree creado creada creato criado',
  /** Without a date these can be flags, such as `published: true`. */
  does: 'create add submit submission publish published publication publicacion publicacao pubblicazione creation creacion criacao creazione added reviewed commented veroffentlicht publie publicado pubblicato',
  by: 'by',
  updated: 'updated update upd modified edited',
  last: 'last',
  name: `name nick nickname display full username screenname fullname nom nombre nome naam kundenname benutzername
    autorenname`,
  profile: 'profile profil perfil profilo',
  avatar: 'avatar portrait profilbild',
  /** A picture of a person only with a word for one. */
  thumbnail: 'thumbnail',
  image: 'image photo picture img pic foto bild imagen immagine imagem',
  images:
    'images photos pictures imgs pics fotos bilder imagenes immagini imagens media video videos gallery attachments',
  link: 'url urls link links href uri permalink lien enlace',
  id: 'id ids uuid guid identifier',
  language: 'language lang locale sprache langue idioma lingua taal',
  verified: 'verified verification verify verifiziert verifizierter verifie verificado verificada verificato',
  purchase: 'purchase purchased order kauf achat compra acquisto',
  is: 'is has was',
  status: 'status',
  email: 'email mail courriel correo',
  address: 'address adresse direccion indirizzo',
  tags: 'tags labels keywords schlagworter etiquettes etiquetas etichette',
  original: 'original',
  service: 'service',
  overall: 'overall gesamt globale general generale geral',
  of: 'of from de du des del della di do da von vom van',
  noise:
    'the your in to for and complet completo vollstandiger utc gmt iso unix our external public code s la les der die das und et y e il l d',
} as const;

type WordClass = keyof typeof WORDS;

const CLASSES = new Map(
  (Object.entries(WORDS) as [WordClass, string][]).flatMap(([kind, words]) =>
    words.split(/\s+/).map((word) => [word, kind] as const),
  ),
);

/** A longer name is not a name. */
const MAX_NAME = 100;

/** The longest word that can consist of several, such as `responsefromownertext`. */
const MAX_WORD = 40;

/** What a word of a column name means. `number` stands for digits. */
export type ColumnWord = WordClass | 'number';

/**
 * Returns what the words of a column name mean, in their order. Capital letters, signs and digits separate words, and what is in
 * brackets does not count. Returns null if a word is not known.
 */
export function columnWordsOf(name: string): readonly ColumnWord[] | null {
  const classes: ColumnWord[] = [];
  for (const word of wordsOf(name)) {
    const found = /^\d+$/.test(word) ? (['number'] as const) : classesOfWord(word);
    if (found === null) return null;
    classes.push(...found);
  }
  return classes;
}

/** Returns a name in small letters without accents and signs: `Rating-Value`, `ratingValue` and `rating value` are the same. */
export function plainColumnName(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function wordsOf(name: string): string[] {
  return withoutAccents(name)
    .replace(/^reviews(?=[./])/i, 'review')
    .replace(/(?:\bout of|\/|\bsur|\bvon|\bsobre|\b[01]\s?(?:-|–|to|bis|à|a))\s*\d{1,3}\s*$/i, '')
    .replace(/[([][^()[\]]*[)\]]/g, ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(?=\p{N})/gu, '$1 ')
    .replace(/(\p{N})(?=\p{L})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns the first characters of a name without accents. */
export function withoutAccents(name: string): string {
  return name.slice(0, MAX_NAME).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Returns the class of a word, or those of the words that it consists of, such as `user` and `name`. */
function classesOfWord(word: string): readonly WordClass[] | null {
  const known = CLASSES.get(word);
  if (known !== undefined) return [known];
  if (word.length > MAX_WORD) return null;
  // The classes up to each position, from the longest words that lead there.
  const found: (readonly WordClass[] | undefined)[] = [[]];
  for (let end = 2; end <= word.length; end += 1) {
    for (let start = 0; start < end - 1 && found[end] === undefined; start += 1) {
      const kind = CLASSES.get(word.slice(start, end));
      const before = found[start];
      if (kind !== undefined && before !== undefined) found[end] = [...before, kind];
    }
  }
  return found[word.length] ?? null;
}
