import { gzipSync } from 'node:zlib';
import type { ApprovedReview } from '@plaudit/contracts';
import { buildReview } from '@plaudit/testing';
import { readSettings } from '../settings/change-settings';
import { WIDGET_TYPES } from '../settings/widget-types';
import { widgetCss } from '../styles/widget-css';
import { renderWidget } from './render-widget';

const MAX_BYTES = 7 * 1024;

/** More marks than one widget sends, and one platform with letters. */
const PLATFORMS = ['google_maps', 'facebook', 'booking', 'tripadvisor', 'surveymonkey'];

const TEXTS = [
  'We stayed three nights in April. The room was quiet and larger than we expected.',
  'The bread is fresh every morning and the staff remember what you like.',
  'Ordered on Monday, delivered on Wednesday. One cup had a chip and was replaced at once.',
  'The app crashed twice after the update, but support answered within an hour.',
  'Lovely garden, slow service at lunch. We waited forty minutes for two soups.',
  'The audio guide for children kept ours busy for two hours.',
  'The mechanic explained every line of the invoice and showed me the worn part.',
  'Friendly host, but the street is loud until midnight. Ask for the back room.',
  'Sizes run small, so take one up; returns are free and quick.',
  'Our teacher corrected everybody patiently, and the studio is warm and bright.',
  'The soup of the day was cold. The dessert saved the evening.',
  'Honest advice: they told me that the cheaper model would do, and it does.',
];

/** Hashes do not compress, so they have their real length. */
const unlike = (id: number, width: number): string => `${(id + 1) * 7_919 * width}`.padEnd(12, 'q8Zr_x2');

function review(text: string, id: number): ApprovedReview {
  return buildReview({
    id,
    text,
    from_name: `Author ${unlike(id, 3)}`,
    from_image: `https://cdn.platform.example/${id}.jpg`,
    rating_value: 3 + (id % 3),
    platform: PLATFORMS[id % PLATFORMS.length] as string,
    post_url: `https://platform.example/r/${unlike(id, 5)}`,
  });
}

describe('the public JSON of a widget with twelve reviews', () => {
  it.each(WIDGET_TYPES)('is small for the type %s', (type) => {
    const settings = readSettings(type, {});
    const figures = {
      count: 60,
      average: 4.2,
      distribution: { '1': 3, '2': 5, '3': 12, '4': 15, '5': 25 },
    };
    const widget = renderWidget({
      key: 'w_8fJ2kQ0vT3nYb5Lx',
      type,
      settings,
      language: 'ar',
      reviews: {
        items: TEXTS.map(review),
        count: 60,
        next: '12',
        summary: { approved: figures, collected: figures },
      },
      channels: PLATFORMS.map((type, id) => ({
        id,
        type,
        label: type,
        name: 'Acme',
        url: null,
        group_id: null,
        score: 4.5,
        rating_scale: 5,
        reviews: 100 - id,
      })),
      css: widgetCss(type, settings),
      pagesUrl: 'https://reviews.example',
      next: unlike(1, 7).repeat(4),
      naming: {
        publicId: (id) => unlike(id, 2),
        imageUrl: (url) => `https://reviews.example/embed/v1/img/${unlike(url.length, 144)}?w=144`,
      },
    });
    expect(gzipSync(JSON.stringify(widget), { level: 9 }).length).toBeLessThan(MAX_BYTES);
  });
});
