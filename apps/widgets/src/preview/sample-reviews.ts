import {
  type ApprovedReview,
  type ApprovedReviewsResponse,
  type ReviewFigures,
  starBucket,
  wireDate,
} from '@plaudit/contracts';
import type { Language } from '../i18n/locale';
import type { SourceSettings } from '../settings/settings';
import samples from './sample-texts.json';

interface SampleTexts {
  /** Says below the widget that the reviews are samples, while there are no others. */
  note: string;
  /** Says the same to someone who asked for samples. */
  chosen_note: string;
  /** Stands for the name of a platform, with a letter behind it. */
  label: string;
  /** The name of an author, with the place of a letter. */
  author: string;
  reply: string;
  /** One text for each entry of RATINGS. An empty one is a rating without a comment. */
  texts: readonly string[];
}

/** Languages that are missing here show the English texts. */
const SAMPLES: Readonly<Partial<Record<Language, SampleTexts>>> & { en: SampleTexts } = samples;

/** All stars, so that the preview shows how low ratings look. */
const RATINGS = [5, 4, 5, 3, 5, 2, 5, 1];
const PLATFORMS = ['A', 'B', 'C'];
const REPLIED = 4;
const DAY_MS = 86_400_000;

/** Returns the sentence that replaces the disclosure. `isChosen` is true if the sub account may have other reviews. */
export function sampleNote(language: Language, isChosen: boolean): string {
  const { note, chosen_note } = textsIn(language);
  return isChosen ? chosen_note : note;
}

/** Returns a first page of invented reviews, which say themselves that they are. It is also the last one. */
export function sampleReviews(
  language: Language,
  { limit, require_text }: Pick<SourceSettings, 'limit' | 'require_text'>,
  now: Date,
): ApprovedReviewsResponse {
  const all = textsIn(language)
    .texts.map((_text, index) => sampleReview(language, index, now))
    .filter(({ text }) => text !== '' || !require_text);
  const figures = figuresOf(all);
  return {
    items: all.slice(0, limit),
    count: all.length,
    next: null,
    summary: { approved: figures, collected: figures },
  };
}

function sampleReview(language: Language, index: number, now: Date): ApprovedReview {
  const { label, author, reply, texts } = textsIn(language);
  const posted_on = wireDate(new Date(now.getTime() - (index * 9 + 1) * DAY_MS));
  return {
    id: index + 1,
    type: 'custom',
    label: `${label} ${PLATFORMS[index % PLATFORMS.length]}`,
    platform: 'custom',
    text: texts[index] ?? '',
    sentiment: null,
    from_name: author.replace('{letter}', String.fromCodePoint('A'.charCodeAt(0) + index)),
    from_image: null,
    from_url: null,
    post_url: null,
    rating_value: RATINGS[index] ?? null,
    rating_scale: 5,
    posted_on,
    tags: [],
    additional: null,
    media: [],
    status: 'approved',
    channel_id: null,
    source_id: null,
    language: SAMPLES[language] ? language : 'en',
    reply: index === REPLIED ? { text: reply, posted_on } : null,
    verified: false,
    removed_on: null,
    created_on: posted_on,
    updated_on: posted_on,
  };
}

function textsIn(language: Language): SampleTexts {
  return SAMPLES[language] ?? SAMPLES.en;
}

function figuresOf(reviews: readonly ApprovedReview[]): ReviewFigures {
  const distribution = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
  for (const { rating_value, rating_scale } of reviews) {
    const star = starBucket(rating_value, rating_scale);
    if (star !== null) distribution[`${star}`] += 1;
  }
  const sum = reviews.reduce((total, { rating_value }) => total + (rating_value ?? 0), 0);
  return { count: reviews.length, average: sum / reviews.length, distribution };
}
