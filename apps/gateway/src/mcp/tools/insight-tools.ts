import { id, integer, text } from '../argument-schemas';
import { ADDS, READS, type Tool } from '../tool';

/** Reports and AI. */
export const INSIGHT_TOOLS: readonly Tool[] = [
  {
    name: 'get_rating_history',
    title: 'Rating history of a channel',
    description: 'Score and number of reviews of a channel by day, oldest first.',
    method: 'GET',
    path: '/public/v1/channels/rating_history/{id}',
    scope: 'reports:read',
    effect: READS,
    arguments: {
      path: { id: id('channel') },
      query: { days: integer('How far back, 90 when left out', { minimum: 1, maximum: 365 }) },
    },
  },
  {
    name: 'get_ratings_report',
    title: 'Ratings by platform',
    description: 'Score and number of reviews of every platform and channel, and of all together.',
    method: 'GET',
    path: '/public/v1/reports/ratings',
    scope: 'reports:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'get_reviews_over_time',
    title: 'Reviews over time',
    description: 'Number of reviews by month and platform, and how many have each number of stars.',
    method: 'GET',
    path: '/public/v1/reports/reviews_over_time',
    scope: 'reports:read',
    effect: READS,
    arguments: {
      query: {
        range: integer('Months, 12 when left out', { minimum: 1, maximum: 60 }),
        type: integer('Only this platform: its type_id', { minimum: 1 }),
        channel_id: integer('Only this channel', { minimum: 1 }),
      },
    },
  },
  {
    name: 'get_average_rating',
    title: 'Average rating by month',
    description:
      'Average rating of all channels by month, on five stars, weighted by number of reviews, oldest first.',
    method: 'GET',
    path: '/public/v1/reports/average_rating',
    scope: 'reports:read',
    effect: READS,
    arguments: { query: { months: integer('12 when left out', { minimum: 1, maximum: 24 }) } },
  },
  {
    name: 'get_rating_distribution',
    title: 'Distribution of stars',
    description: 'How many reviews have one, two, three, four and five stars.',
    method: 'GET',
    path: '/public/v1/reports/rating_distribution',
    scope: 'reports:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'get_ai_summary',
    title: 'Summary of a channel',
    description: 'A summary of what the reviews of a channel say; null while it has none.',
    method: 'GET',
    path: '/public/v1/channels/ai/summary/{id}',
    scope: 'ai:read',
    effect: READS,
    arguments: { path: { id: id('channel') } },
  },
  {
    name: 'get_ai_insights',
    title: 'Strengths and weaknesses of a channel',
    description:
      'Sentiment of the reviews of a channel, the strengths they name and what they ask to improve.',
    method: 'GET',
    path: '/public/v1/channels/ai/insights/{id}',
    scope: 'ai:read',
    effect: READS,
    arguments: {
      path: { id: id('channel') },
      query: { language: text('en when left out', { enum: ['en', 'fr', 'es', 'pt', 'de', 'it'] }) },
    },
  },
  {
    name: 'regenerate_ai_summary',
    title: 'Write a new summary of a channel',
    description:
      'Replaces the summary of a channel by a new one. Once a minute per channel, and limited per account and day.',
    method: 'POST',
    path: '/public/v1/channels/ai/summary/{id}',
    scope: 'ai:write',
    effect: { ...ADDS, openWorldHint: true },
    arguments: {
      path: { id: id('channel') },
      body: {
        length: integer('About how many words', { minimum: 20, maximum: 300 }),
        language: text('ISO language code; the language of the reviews when left out'),
      },
    },
  },
];
