import type { SeededRandom } from '@plaudit/testing';

/** A review of an invented guest of an invented business. */
export interface InventedReview {
  author: string;
  text: string;
  /** From 1 to 5. */
  stars: number;
  postedOn: Date;
  tags: string[];
  /** The code of the language of a text that is not English. */
  language?: string;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The reviews at the top of the inbox, newest first. */
const NEWEST: readonly (Omit<InventedReview, 'postedOn'> & { hoursAgo: number })[] = [
  {
    author: 'Jonas R.',
    text: 'Wunderbares Frühstück mit Blick auf den Hafen. Das Team an der Rezeption hat uns spontan ein ruhigeres Zimmer gegeben, und zum Abschied gab es Brot für die Fahrt.',
    stars: 5,
    hoursAgo: 0.2,
    tags: ['Breakfast', 'Staff'],
    language: 'de',
  },
  {
    author: 'Amélie F.',
    text: 'Chambre propre et bien située, mais le bruit de la rue nous a réveillés deux nuits de suite. Petit-déjeuner correct et personnel très aimable au bar.',
    stars: 3,
    hoursAgo: 1.1,
    tags: ['Noise', 'Breakfast'],
    language: 'fr',
  },
  {
    author: 'Peter V.',
    text: 'Five minutes from the ferry and right on the promenade. The lift is slow and the rooms to the yard get little light, but the terrace makes up for all of it.',
    stars: 4,
    hoursAgo: 3.2,
    tags: ['Location'],
  },
  {
    author: 'Hannah O.',
    text: 'Booked the boathouse for an anniversary. Someone had put fresh flowers and a handwritten card on the table. We will be back in spring.',
    stars: 5,
    hoursAgo: 5.4,
    tags: ['Staff', 'Anniversary'],
  },
  {
    author: 'Tomasz W.',
    text: 'Great bed, great shower, quiet floor. Wi-Fi dropped twice during a call, which is the only reason this is not a full score.',
    stars: 4,
    hoursAgo: 7.3,
    tags: ['Wi-Fi'],
  },
  {
    author: 'Lukas B.',
    text: 'Parkplatz war trotz Reservierung belegt und kostete am Ende mehr als angegeben. Zimmer in Ordnung, Ärger hätte man vermeiden können.',
    stars: 2,
    hoursAgo: 9.6,
    tags: ['Parking'],
    language: 'de',
  },
  {
    author: 'Inés C.',
    text: 'Desayuno buenísimo y vistas al lago desde la cama. Nos dejaron salir más tarde sin coste.',
    stars: 5,
    hoursAgo: 11.5,
    tags: ['Breakfast'],
    language: 'es',
  },
];

const AUTHORS = [
  'Mira',
  'Noa',
  'Ida',
  'Samir',
  'Lea',
  'Owen',
  'Chiara',
  'Emil',
  'Yuki',
  'Greta',
  'Paulo',
  'Zoe',
];
const INITIALS = 'ABCDEFGHKLMNPRSTVW';
const OPENINGS: Readonly<Record<number, readonly string[]>> = {
  5: ['Everything worked.', 'One of our best stays this year.', 'We felt welcome from the first minute.'],
  4: ['A good stay.', 'Friendly house in a good place.', 'We would come again.'],
  3: ['Fine, but not more.', 'Good place, some wear.', 'Mixed feelings.'],
  2: ['We had hoped for more.', 'Not worth the price this time.'],
  1: ['A disappointing stay.', 'This did not go well.'],
};
const DETAILS: readonly { text: string; tag: string }[] = [
  { text: 'The breakfast is fresh and generous.', tag: 'Breakfast' },
  { text: 'The team at the desk knows the town well.', tag: 'Staff' },
  { text: 'The station and the lake are both close.', tag: 'Location' },
  { text: 'Rooms to the street are loud in the morning.', tag: 'Noise' },
  { text: 'Parking is tight, so ask before you arrive.', tag: 'Parking' },
  { text: 'The rooms are clean and smell of wood.', tag: 'Rooms' },
  { text: 'The Wi-Fi is slow on the upper floor.', tag: 'Wi-Fi' },
];
/** Most guests are content. */
const STARS = [5, 5, 5, 5, 5, 4, 4, 4, 3, 3, 2, 1];

/** Returns the reviews at the top of the inbox, newest first. */
export function newestReviews(now: Date): InventedReview[] {
  return NEWEST.map(({ hoursAgo, ...review }) => ({ ...review, postedOn: hoursBefore(now, hoursAgo) }));
}

/** Returns `count` older reviews, spread over the last `days` days. */
export function olderReviews(random: SeededRandom, now: Date, count: number, days: number): InventedReview[] {
  return Array.from({ length: count }, (_, at) => {
    const stars = random.pick(STARS);
    const [first, second] = random.shuffled(DETAILS);
    const opening = random.pick(OPENINGS[stars] ?? []);
    return {
      author: `${random.pick(AUTHORS)} ${random.pick([...INITIALS])}.`,
      text: `${opening} ${first?.text} ${second?.text}`,
      stars,
      postedOn: hoursBefore(now, 14 + ((at + random.next()) / count) * days * DAY_HOURS),
      tags: first ? [first.tag] : [],
    };
  });
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}
