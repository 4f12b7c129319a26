import { LANGUAGES, stringsOf } from '../i18n/locale';
import { changeSettings } from '../settings/change-settings';
import { RATING_BASES, type Settings } from '../settings/settings';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { disclosureOf, pageDisclosureOf } from './disclosure';
import type { RatingSummary } from './rating-summary';

const platform = (label: string, count = 9) => ({ platform: label, label, rating: 4, count });

const SUMMARY: RatingSummary = {
  rating: 4,
  count: 20,
  basis: 'collected',
  distribution: [0, 20, 0, 0, 0],
  platforms: [platform('Google'), platform('Yelp'), platform('Uncounted', 0)],
  unrated: 0,
  matching: 8,
  collected: 20,
};
const ALL = { matching: 20 };
const NONE = { matching: 0 };
const OFFICIAL = { basis: 'official' } as const;
const APPROVED = { basis: 'approved' } as const;
const NO_HEADER = { header: { show: false } };
const NO_RATING = { ...NO_HEADER, layout: { show_distribution: false } };
const FOUR = { source: { min_rating: 4 } };

const SELECTED = 'The business selected 8 of 20 collected reviews';
const STARS = `${SELECTED}, all with 4 or 5 stars`;
const INCLUDED = 'All 20 collected reviews are included';
const PART = '12 of 20 collected reviews are shown';
const AND_OFFICIAL = ', and the overall rating comes from Google and Yelp.';
const AND_COLLECTED = ', and the overall rating counts every collected review with stars.';
const AND_APPROVED = ', and the overall rating counts only these.';
const ONLY_COLLECTED = 'The overall rating counts every collected review with stars.';

type Case = [type: WidgetType, patch: object, summary: Partial<RatingSummary>, sentence: string | undefined];

function settingsOf(type: WidgetType, patch: object): Settings {
  const told = { legal: { show_disclosure: true } };
  return changeSettings(type, changeSettings(type, {}, told).overrides, patch).settings;
}

function inputOf(type: WidgetType, patch: object, summary: Partial<RatingSummary>) {
  const strings = stringsOf('en', {});
  return { type, settings: settingsOf(type, patch), summary: { ...SUMMARY, ...summary }, strings };
}

function text(...[type, patch, summary]: [WidgetType, object, Partial<RatingSummary>]): string | undefined {
  return disclosureOf(inputOf(type, patch, summary))?.text;
}

/** Every type with filters and limits that change the sentence. */
const WIDGETS = WIDGET_TYPES.flatMap((type) =>
  [{}, FOUR, NO_HEADER, { source: { limit: 3 } }, { source: { limit: 3, sort: 'highest' } }].map((patch) => ({
    type,
    settings: settingsOf(type, patch),
  })),
);
const COUNTS = [
  [0, 0],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 11],
  [8, 20],
  [20, 20],
  [105, 105],
] as const;

describe('disclosureOf', () => {
  it.each<Case>([
    ['list', {}, {}, SELECTED + AND_COLLECTED],
    ['list', {}, OFFICIAL, SELECTED + AND_OFFICIAL],
    ['list', {}, APPROVED, SELECTED + AND_APPROVED],
    ['list', NO_RATING, {}, `${SELECTED}.`],
    ['list', NO_RATING, APPROVED, `${SELECTED}.`],
    ['list', {}, { ...OFFICIAL, rating: null }, `${SELECTED}.`],
    ['list', {}, ALL, `${INCLUDED}.`],
    ['list', {}, { ...ALL, ...APPROVED }, `${INCLUDED}.`],
    ['list', {}, { ...ALL, ...OFFICIAL }, INCLUDED + AND_OFFICIAL],
    ['list', {}, { matching: 1, collected: 1 }, 'The only collected review is included.'],
    ['list', {}, { matching: 0, collected: 0, rating: null }, undefined],
    ['list', {}, { ...NONE, ...OFFICIAL }, 'The overall rating comes from Google and Yelp.'],
    ['list', {}, { ...NONE, ...APPROVED, rating: null }, undefined],
    ['list', {}, NONE, ONLY_COLLECTED],
  ])('tells about a %s with %j and %j: %s', (type, patch, summary, sentence) => {
    expect(text(type, patch, summary)).toBe(sentence);
  });

  it.each<Case>([
    ['list', FOUR, {}, STARS + AND_COLLECTED],
    ['list', FOUR, APPROVED, STARS + AND_APPROVED],
    ['list', { source: { ratings: [5, 4] } }, OFFICIAL, STARS + AND_OFFICIAL],
    // A review with 3.4 counts as one of three stars.
    [
      'list',
      { source: { min_rating: 3.4, max_rating: 4.4 } },
      {},
      `${SELECTED}, all with 3 or 4 stars${AND_COLLECTED}`,
    ],
    ['list', { source: { max_rating: 1 } }, {}, `${SELECTED}, all with 1 star${AND_COLLECTED}`],
    ['list', { source: { ratings: [1, 2, 3, 4, 5] } }, {}, SELECTED + AND_COLLECTED],
    ['list', { source: { min_rating: 1 } }, {}, SELECTED + AND_COLLECTED],
    ['list', FOUR, ALL, `${INCLUDED}.`],
    ['list', { source: { tags: [1], languages: ['de'] } }, ALL, `${INCLUDED}.`],
    ...[
      { tags: [1] },
      { exclude_tags: [1] },
      { languages: ['de'] },
      { keyword: 'great' },
      { exclude_keywords: ['bad'] },
      { since: '2026-01-01' },
      { until: '2026-01-01' },
      { require_text: true },
      { require_media: true },
      { require_avatar: true },
      { one_per_author: true },
    ].map((source): Case => ['list', { source }, {}, SELECTED + AND_COLLECTED]),
  ])(
    'names the stars that a filter lets through, if it leaves reviews out: a %s with %j and %j: %s',
    (type, patch, summary, sentence) => {
      expect(text(type, patch, summary)).toBe(sentence);
    },
  );

  it.each<Case>([
    ['carousel', {}, ALL, PART + AND_COLLECTED],
    ['carousel', {}, { ...ALL, ...APPROVED }, PART + AND_COLLECTED],
    ['carousel', {}, { ...ALL, ...OFFICIAL }, PART + AND_OFFICIAL],
    ['carousel', { header: { show: false } }, ALL, `${PART}.`],
    ['carousel', { source: { limit: 1 } }, ALL, `1 of 20 collected reviews is shown${AND_COLLECTED}`],
    ['carousel', { source: { limit: 50 } }, ALL, `${INCLUDED}.`],
    ['carousel', { source: { sort: 'random_daily' } }, ALL, PART + AND_COLLECTED],
    [
      'carousel',
      { source: { sort: 'highest' } },
      ALL,
      `The business selected 12 of 20 collected reviews${AND_COLLECTED}`,
    ],
    ['carousel', {}, {}, SELECTED + AND_COLLECTED],
    ['carousel', { source: { limit: 3 } }, APPROVED, SELECTED + AND_APPROVED],
    ['grid', { source: { limit: 12 }, behavior: { load_more: false } }, ALL, PART + AND_COLLECTED],
    ['popup', { source: { limit: 8 } }, ALL, '8 of 20 collected reviews are shown.'],
  ])(
    'tells that visitors see only the first reviews of a %s with %j and %j: %s',
    (type, patch, summary, sentence) => {
      expect(text(type, { header: { show: true, show_rating: true }, ...patch }, summary)).toBe(sentence);
    },
  );

  it.each<Case>([
    ['badge', {}, {}, ONLY_COLLECTED],
    ['badge', FOUR, OFFICIAL, 'The overall rating comes from Google and Yelp.'],
    ['badge', FOUR, APPROVED, STARS + AND_APPROVED],
    ['badge', {}, { ...ALL, ...APPROVED }, `${INCLUDED}.`],
    ['badge', { layout: { show_stars: false, show_number: false, show_count: false } }, OFFICIAL, undefined],
    ['badge', { layout: { link: 'dialog' } }, {}, SELECTED + AND_COLLECTED],
    ['avatars', { layout: { link: 'hosted_page' } }, {}, ONLY_COLLECTED],
    ['summary', {}, {}, ONLY_COLLECTED],
    ['summary', { header: { show: false } }, {}, ONLY_COLLECTED],
    ['summary', { header: { show: false } }, { ...OFFICIAL, distribution: null }, undefined],
    ['floating', { layout: { open: 'hosted_page' } }, {}, ONLY_COLLECTED],
    ['floating', { layout: { open: 'drawer' } }, {}, SELECTED + AND_COLLECTED],
    ['list', { source: { limit: 0 } }, {}, ONLY_COLLECTED],
  ])(
    'tells only about the rating if visitors see no reviews: a %s with %j and %j: %s',
    (type, patch, summary, sentence) => {
      expect(text(type, patch, summary)).toBe(sentence);
    },
  );

  it('counts the platforms if they are too many to be named', () => {
    const platforms = Array.from({ length: 5 }, (_, n) => platform(`P${n}`));
    expect(text('badge', {}, { ...OFFICIAL, platforms })).toBe(
      'The overall rating comes from 5 review platforms.',
    );
    expect(text('badge', {}, { ...OFFICIAL, platforms: platforms.slice(1) })).toContain(
      'P1, P2, P3, and P4.',
    );
  });

  it('returns the text of the settings, or null if the settings hide the disclosure', () => {
    expect(text('list', { legal: { disclosure_text: 'We check every review.' } }, {})).toBe(
      'We check every review.',
    );
    expect(disclosureOf(inputOf('list', { legal: { show_disclosure: false } }, {}))).toBeNull();
  });

  it('adds a link if the settings have a URL for it', () => {
    const patch = { legal: { disclosure_url: 'https://acme.example/reviews' } };
    expect(disclosureOf(inputOf('list', patch, {}))?.link).toEqual({
      label: 'How reviews are collected',
      url: 'https://acme.example/reviews',
    });
  });

  it.each(LANGUAGES)('is one filled sentence in every case in %s', (language) => {
    const strings = stringsOf(language, {});
    for (const { type, settings } of WIDGETS)
      for (const basis of RATING_BASES)
        for (const [matching, collected] of COUNTS) {
          const rating = collected === 0 ? null : 4;
          const summary = { ...SUMMARY, basis, rating, matching, collected };
          const said = disclosureOf({ type, settings, summary, strings })?.text ?? '';
          const whole = said === '' || /^[^{}]+[.。]$/u.test(said);
          // A full stop stands only at the end.
          expect([said, whole, said.split(/[.。](?=\P{N}|$)/u).length <= 2]).toEqual([said, true, true]);
        }
  });
});

describe('pageDisclosureOf', () => {
  it('tells about all reviews and the rating, which the hosted page of every type shows', () => {
    for (const type of WIDGET_TYPES) {
      expect(pageDisclosureOf(inputOf(type, NO_HEADER, OFFICIAL))?.text).toBe(SELECTED + AND_OFFICIAL);
      expect(pageDisclosureOf(inputOf(type, NO_HEADER, ALL))?.text).toBe(`${INCLUDED}.`);
    }
  });
});
