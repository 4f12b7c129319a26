import type { ReviewPayload } from '@plaudit/contracts';
import { type ElementWorld, SUB_ACCOUNT } from './element-world.suite';

/** Sets of reviews that differ in what the height of a widget depends on. The source of a set has its position as id, from 1. */
export const CONTENT_SETS = ['Few', 'Brief', 'Long', 'Mixed', 'Russian'] as const;
export type ContentSet = (typeof CONTENT_SETS)[number];

const NAMES = [
  'Ada',
  'Benedikta',
  'Chi',
  'Dominique',
  'Eleonora',
  'Femi',
  'Gus',
  'Hildegard',
  'Ines',
  'Jonathan',
  'Kim',
  'Lu',
];
/** Each of its words begins a line of a narrow card. */
const LONG_NAME = 'Maximiliane-Theodora Freifrau von Hohenstein-Waldburg-Zollernalb';
const BRIEF = [
  'Great bread.',
  'Always fresh, always friendly.',
  'Lovely place',
  'We come back every week for the rye.',
  'Ok.',
];
const SENTENCES = [
  'We ordered forty rolls for a wedding on Saturday and they were still warm when they arrived.',
  'The people behind the counter remember what you like, which is rare in a town of this size.',
  'Parking is difficult before nine, so come by bicycle or take the tram to the market.',
  'I have tried every sourdough within ten miles, and none has a crust like this one.',
  'The queue looks long, but it moves quickly.',
  'My daughter cannot eat nuts, and they took the time to go through all the labels with us.',
];
const RUSSIAN =
  'Заказывали торт на день рождения, привезли вовремя, всё было свежее и очень вкусное. Отдельное спасибо девушке, которая помогла выбрать начинку и терпеливо отвечала на вопросы.';

function textOf(set: ContentSet, at: number): string {
  const long = (count: number): string =>
    Array.from({ length: count }, (_, n) => SENTENCES[(at + n) % 6]).join(' ');
  if (set === 'Few' || set === 'Brief') return BRIEF[at % 5] as string;
  if (set === 'Russian') return RUSSIAN.slice(0, 20 + at * 14);
  if (set === 'Long') return long(4 + (at % 4) * 3);
  return at % 6 === 5 ? '' : long(at % 5);
}

/** The id in `source.sources` of a widget that shows this set. */
export function sourceOf(set: ContentSet): number {
  return CONTENT_SETS.indexOf(set) + 1;
}

/** Adds the reviews of a set: two of `Few`, twelve of the others. */
export function addContent(world: ElementWorld, set: ContentSet, imageUrl: string): void {
  const medium = (at: number): ReviewPayload['media'][number] => {
    const url = `${imageUrl}/${at}.png`;
    return { type: 'image', url, src: url };
  };
  for (let at = 0; at < (set === 'Few' ? 2 : 12); at++) {
    const photos = set === 'Mixed' && at % 4 === 1 ? 1 + (at % 3) : 0;
    world.reviews.add(SUB_ACCOUNT, {
      text: textOf(set, at),
      from_name: at === 2 ? LONG_NAME : `${NAMES[at]} ${set}`,
      source_id: sourceOf(set),
      posted_on: `2026-03-${String(28 - at).padStart(2, '0')} 10:00:00`,
      rating_value: (at % 5) + 1,
      post_url: `https://platform.example/r/${at}`,
      verified: set !== 'Brief' && at % 3 === 0,
      media: Array.from({ length: photos }, (_, n) => medium(n)),
      from_image: set === 'Mixed' && at % 2 === 0 ? `${imageUrl}/face.png` : null,
    });
  }
}
