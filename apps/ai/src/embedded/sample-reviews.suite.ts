import type { SourceReview } from '../generation/source-review';

type Row = readonly [star: number | null, language: string | null, text: string];

/** A hotel with friendly people, good food and old bathrooms, as 25 invented guests describe it. The newest comes first. */
const ROWS: readonly Row[] = [
  [
    5,
    'en',
    'The staff were friendly and helpful from the first minute. We loved the breakfast with fresh bread.',
  ],
  [2, 'en', 'The shower was broken and nobody came to repair it. Our room was also quite noisy at night.'],
  [4, 'fr', "L'accueil était très chaleureux et le petit déjeuner délicieux. La douche fonctionnait mal."],
  [
    5,
    'de',
    'Sehr freundliches Personal und ein leckeres Frühstück mit frischen Brötchen. Wir kommen gern wieder.',
  ],
  [
    1,
    'en',
    'The bathroom was dirty when we arrived and there was hair in the sink. The lift was broken too.',
  ],
  [4, 'es', 'El personal fue muy amable y la comida estaba muy rica. La ubicación es perfecta para pasear.'],
  [3, 'en', 'Friendly staff, but the street was very noisy and the walls are thin. The bed was comfortable.'],
  [5, 'it', 'Il personale è stato gentilissimo e la colazione era ottima. Camera tranquilla e pulita.'],
  [
    2,
    'de',
    'Das Zimmer war leider sehr laut und die Klimaanlage war kaputt. An der Rezeption mussten wir lange warten.',
  ],
  [
    5,
    'en',
    'Lovely breakfast, friendly staff and a fair price. We would stay here again without thinking twice.',
  ],
  [4, 'pt', 'A equipe foi muito simpática e o café da manhã estava delicioso. A localização é excelente.'],
  [1, 'fr', "La chambre n'était pas propre et il y avait beaucoup de bruit dans le couloir toute la nuit."],
  [5, 'en', 'The beds were very comfortable and the location is perfect for exploring the old town on foot.'],
  [null, 'en', 'The dinner was delicious and the waiters were attentive without being pushy.'],
  [3, 'en', 'Good location near the station, but the furniture is old and the heating did not work.'],
  [4, 'en', 'We liked the large comfortable bed and the helpful people at the reception desk.'],
  [2, 'en', 'We waited almost an hour to check in, and the wifi did not work during our whole stay.'],
  [5, 'en', 'Excellent food in the restaurant and very kind service every evening.'],
  [4, 'fr', 'Le personnel est souriant et attentif. Le lit était confortable et la chambre bien située.'],
  [1, 'en', 'Terrible noise from the bar downstairs until three in the morning. We could not sleep at all.'],
  [
    5,
    'de',
    'Tolle Lage am Fluss und ein sehr bequemes Bett. Auch das Personal war freundlich und hilfsbereit.',
  ],
  [3, null, 'Ok'],
  [4, 'en', 'Nice breakfast and good coffee. The rooms could do with a new coat of paint.'],
  [
    2,
    'es',
    'El baño estaba sucio y el aire acondicionado no funcionaba. Además había mucho ruido en la calle.',
  ],
  [5, 'en', 'Great value for money, and the location could not be better for a short trip.'],
];

export const SAMPLE_REVIEWS: readonly SourceReview[] = ROWS.map(([star, language, text], at) => ({
  id: 1_000 - at,
  star,
  text,
  language,
  posted_on: `2026-03-${String(28 - at).padStart(2, '0')}T10:00:00Z`,
}));

/** Mean of their ratings. */
export const SAMPLE_AVERAGE = 3.5;

/** Returns a review that an invented customer wrote. */
export function reviewOf(review: Partial<SourceReview>): SourceReview {
  return { id: 1, star: 5, text: '', language: null, posted_on: '2026-03-01T10:00:00Z', ...review };
}
