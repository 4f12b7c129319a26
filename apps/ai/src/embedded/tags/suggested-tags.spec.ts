import { type AccountTag, MAX_OFFERED_TAGS } from '../../generation/generated';
import { HOSTILE_REVIEWS } from '../../generation/hostile-reviews.suite';
import { reviewOf } from '../sample-reviews.suite';
import { suggestedTags } from './suggested-tags';

function tagsNamed(...names: string[]): AccountTag[] {
  return names.map((name, at) => ({ id: at + 1, name }));
}

/** Returns the names of the suggested tags. */
function suggested(review: Parameters<typeof reviewOf>[0], ...names: string[]): string[] {
  const tags = tagsNamed(...names);
  return suggestedTags({ review: reviewOf({ language: 'en', ...review }), tags }).ids.map(
    (id) => tags[id - 1]?.name ?? '',
  );
}

const RUDE = { star: 2, text: 'The waiter was rude and the soup was cold. We waited for ages.' };

describe('suggestedTags', () => {
  it.each([
    ['the words of a name', { text: 'We celebrated our wedding here.' }, ['Wedding', 'Parking'], ['Wedding']],
    [
      'another form of a word',
      { text: 'Great for families with small children.' },
      ['Family', 'Vegan'],
      ['Family'],
    ],
    ['words without accents', { text: 'Nice cafe' }, ['Café'], ['Café']],
    [
      'an aspect',
      { text: 'The parcel arrived two weeks late.', star: 1 },
      ['Delivery', 'Food'],
      ['Delivery'],
    ],
    [
      'an aspect in another language',
      { text: 'The room was dirty.', star: 1 },
      ['Sauberkeit', 'Lage'],
      ['Sauberkeit'],
    ],
    [
      'an aspect in a label',
      { text: 'Das Personal war unfreundlich.', star: 1, language: 'de' },
      ['staff and service'],
      ['staff and service'],
    ],
    [
      'criticism of an aspect',
      RUDE,
      ['Complaint: staff', 'Praise: staff', 'Negative'],
      ['Complaint: staff', 'Negative'],
    ],
    ['criticism', RUDE, ['Complaints', 'Praise'], ['Complaints']],
    ['praise', { text: 'Super!', star: 5 }, ['Beschwerde', 'Lob'], ['Lob']],
    ['neither', { text: 'Average.', star: 3 }, ['Positive', 'Negative', 'Neutral'], ['Neutral']],
  ])('recognises %s', (_what, review, offered, expected) => {
    expect(suggested(review, ...offered)).toEqual(expected);
  });

  it.each([
    ['says the opposite of the review', RUDE, ['Friendly staff']],
    [
      'judges by stars that the review does not have',
      { text: 'Fine.', star: null },
      ['Positive', 'Negative'],
    ],
    [
      'shares a part of a long name only',
      { text: 'We liked it.' },
      ['We liked the summer party at the lake'],
    ],
    ['has a name without letters', RUDE, ['!!!', '😊', '  ']],
    ['has a name of articles only', RUDE, ['the and', 'Der']],
  ])('leaves out a tag that %s', (_what, review, offered) => {
    expect(suggested(review, ...offered)).toEqual([]);
  });

  it('prefers a name that the text contains to an aspect, and an aspect to the stars', () => {
    expect(suggested(RUDE, 'Negative', 'Personnel', 'Soup')).toEqual(['Soup', 'Personnel', 'Negative']);
  });

  it('suggests at most five, and of equal ones the first offered', () => {
    const names = Array.from({ length: 20 }, (_, at) => `Soup ${at}`).map((name) => name.replace(/\d+/, ''));
    const tags = tagsNamed(...names);
    expect(suggestedTags({ review: reviewOf(RUDE), tags }).ids).toEqual([1, 2, 3, 4, 5]);
  });

  it('reads the first 200 tags', () => {
    const tags = tagsNamed(...Array.from({ length: MAX_OFFERED_TAGS }, () => 'Nothing'), 'Soup');
    expect(suggestedTags({ review: reviewOf(RUDE), tags }).ids).toEqual([]);
  });

  it.each([...HOSTILE_REVIEWS, { name: 'one emoji', text: '😊' }])(
    'suggests only what follows from the stars: $name',
    ({ text }) => {
      const words = text
        .split(/[^\p{L}]+/u)
        .filter((word) => word.length > 3)
        .slice(0, 100);
      expect(
        suggested(
          { text, star: 1 },
          ...words.filter((word) => !/^(negativ|complain|criti)/i.test(word)),
          'Complaint',
        ),
      ).toEqual(['Complaint']);
    },
  );
});
