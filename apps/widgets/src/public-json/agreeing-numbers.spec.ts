import { normalisedRating, type ReviewFigures } from '@plaudit/contracts';
import fc from 'fast-check';
import type { ChannelCopy } from '../channels/channel-copy';
import { changeSettings } from '../settings/change-settings';
import { RATING_BASES } from '../settings/settings';
import { WIDGET_TYPES } from '../settings/widget-types';
import type { PublicWidget } from './public-widget';
import { renderWidget } from './render-widget';

const PLATFORMS = ['google', 'app_store', 'tripadvisor', 'trustpilot'];
const RATING = fc.double({ min: 1, max: 5, noNaN: true });

const channel = fc.record({
  type: fc.constantFrom(...PLATFORMS),
  score: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
  rating_scale: fc.constantFrom(5, 10, 100),
  reviews: fc.option(fc.nat(3_000)),
});

/** Reviews by their stars, and those without a rating. */
const reviews = fc.record({ ratings: fc.array(RATING, { maxLength: 40 }), unrated: fc.nat(5) });

function figuresOf({ ratings, unrated }: { ratings: number[]; unrated: number }): ReviewFigures {
  const distribution = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
  for (const rating of ratings) distribution[`${Math.round(rating) as 1}`]++;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const average = ratings.length > 0 ? sum / ratings.length : null;
  return { count: ratings.length + unrated, average, distribution };
}

const widget = fc
  .record({
    type: fc.constantFrom(...WIDGET_TYPES),
    basis: fc.constantFrom(...RATING_BASES),
    channels: fc.array(channel, { maxLength: 5 }),
    approved: reviews,
    others: reviews,
    /** The platforms publish exactly what was collected. */
    isWhole: fc.boolean(),
    source: fc.record({
      ratings: fc.subarray([1, 2, 3, 4, 5]),
      limit: fc.nat(50),
      one_per_author: fc.boolean(),
    }),
  })
  .map(({ type, basis, channels, approved, others, isWhole, source }) => {
    const { settings } = changeSettings(type, {}, { source, header: { rating_basis: basis } });
    const all = {
      ratings: [...approved.ratings, ...others.ratings],
      unrated: approved.unrated + others.unrated,
    };
    const collected = figuresOf(all);
    const whole = { type: 'google', score: collected.average, rating_scale: 5, reviews: all.ratings.length };
    const given = (isWhole ? [whole] : channels).map((fields, id): ChannelCopy => ({
      id,
      name: 'Acme',
      label: fields.type,
      url: null,
      group_id: null,
      ...fields,
    }));
    const summary = { approved: figuresOf(approved), collected };
    return { type, settings, basis, channels: given, summary };
  });

type Drawn = typeof widget extends fc.Arbitrary<infer T> ? T : never;

function render({ type, settings, channels, summary }: Drawn): PublicWidget {
  return renderWidget({
    key: 'w_8fJ2kQ0vT3nYb5Lx',
    type,
    settings,
    language: 'en',
    reviews: { items: [], count: summary.approved.count, next: null, summary },
    channels,
    css: '',
    pagesUrl: 'https://r.example',
    next: null,
    naming: { publicId: String, imageUrl: () => null },
  });
}

/** The ratings that the header may be the average of, with their weights. */
function countedRatings(
  { channels, summary }: Drawn,
  shown: PublicWidget['summary'],
): [number | null, number][] {
  if (shown.basis === 'approved') return [[summary.approved.average, shown.count]];
  if (shown.basis === 'collected') return [[summary.collected.average, shown.count]];
  return channels.flatMap(({ score, rating_scale, reviews: count }) => {
    const rating = normalisedRating(score, rating_scale);
    return rating === null || !count ? [] : [[rating, count]];
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns what does not agree. */
function faultsOf(drawn: Drawn): string[] {
  const { summary, disclosure } = render(drawn);
  const { basis, rating, count, distribution, platforms, matching } = summary;
  const counted = countedRatings(drawn, summary);
  const average = sum(counted.map(([value, weight]) => (value ?? 0) * weight)) / count;
  const text = count.toLocaleString('en');
  const sentence = disclosure?.text ?? '';
  const told = /selected (\d+) of (\d+)/.exec(sentence)?.slice(1).join();
  const { collected, approved } = drawn.summary;
  const agrees: Record<string, boolean> = {
    'the basis is the configured one or collected': basis === drawn.basis || basis === 'collected',
    'the rating is the average of what is counted': rating === null || Math.abs(rating - average) < 0.006,
    'the count is what the rating counts':
      rating === null || sum(counted.map(([, weight]) => weight)) === count,
    'the bars sum to the count': distribution === null || (rating !== null && sum(distribution) === count),
    'the platforms sum to the count':
      sum(platforms.map((one) => one.count)) === (basis === 'official' ? count : 0),
    'a platform has a rating exactly if it is counted': platforms.every(
      (one) => (one.rating === null) === (one.count === 0) && (one.short_label === '') === (one.count === 0),
    ),
    'the labels name the count':
      summary.label.includes(`${text} `) && summary.short_label === `${text} review${count === 1 ? '' : 's'}`,
    'the selection is the one that pages count': matching === approved.count,
    'the disclosure names the selection': !told || told === `${matching},${collected.count}`,
    'all reviews are all reviews': !/\bAll\b/.test(sentence) || matching === collected.count,
  };
  return Object.keys(agrees).filter((claim) => !agrees[claim]);
}

describe('the numbers of a widget', () => {
  it('tell one story in the header, the bars, the platforms and the disclosure', () => {
    fc.assert(
      fc.property(widget, (drawn) => expect(faultsOf(drawn)).toEqual([])),
      { seed: 20261127, numRuns: 300 },
    );
  });

  it('include bars beside an official rating only if they are about its reviews', () => {
    const seen = fc
      .sample(widget, { seed: 20261127, numRuns: 300 })
      .map((drawn) => ({ drawn, shown: render(drawn).summary }));
    const official = seen.filter(({ shown }) => shown.basis === 'official');
    const withBars = official.filter(({ shown }) => shown.distribution !== null);
    expect(withBars.length).toBeGreaterThan(10);
    expect(withBars.length).toBeLessThan(official.length);
    for (const { drawn } of withBars) {
      const { channels, summary } = drawn;
      const { distribution } = summary.collected;
      expect(sum(Object.values(distribution))).toBe(
        sum(channels.map((one) => (one.score ? (one.reviews ?? 0) : 0))),
      );
    }
  });
});
