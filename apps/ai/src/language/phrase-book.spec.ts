import { PhraseBook } from './phrase-book';

const book = new PhraseBook<string>([
  ['friend*', 'stem'],
  ['friendly', 'word'],
  ['friendly staff|team', 'two words'],
  ['staff', 'staff'],
  ['fast|quick* delivery', 'quick delivery'],
  ['ignore ... rule*', 'gap'],
  ['a ... b ... c', 'two gaps'],
]);

describe('PhraseBook › longestAt', () => {
  it.each([
    ['friendly', { value: 'word', length: 1 }],
    ['friends', { value: 'stem', length: 1 }],
    ['friendly staff', { value: 'two words', length: 2 }],
    ['friendly team', { value: 'two words', length: 2 }],
    ['friendly teams', { value: 'word', length: 1 }],
    ['quickest delivery', { value: 'quick delivery', length: 2 }],
    ['fast delivery', { value: 'quick delivery', length: 2 }],
    ['ignore rules', { value: 'gap', length: 2 }],
    ['ignore one two three four rules', { value: 'gap', length: 6 }],
    ['a x b y y c', { value: 'two gaps', length: 6 }],
    ['a b b x x x x c', { value: 'two gaps', length: 8 }],
  ])('finds the longest phrase in "%s"', (text, expected) => {
    expect(book.longestAt(text.split(' '), 0)).toEqual(expected);
  });

  it.each([
    'faster delivery',
    'frien',
    'ignore',
    'ignore one two three four five rules',
    'my staff',
    'a b',
    '',
  ])('finds no phrase at the beginning of "%s"', (text) => {
    expect(book.longestAt(text.split(' '), 0)).toBeNull();
  });

  it('skips no barrier in a gap, and finds one that the phrase names', () => {
    const guarded = new PhraseBook(
      [['is ... cosy', true] as const, ['is ... not dirty', true] as const],
      ['not'],
    );
    expect(guarded.longestAt(['is', 'very', 'cosy'], 0)).toEqual({ value: true, length: 3 });
    expect(guarded.longestAt(['is', 'not', 'cosy'], 0)).toBeNull();
    expect(guarded.longestAt(['is', 'really', 'not', 'dirty'], 0)).toEqual({ value: true, length: 4 });
  });

  it('looks at the given word only, and finds nothing behind the last one', () => {
    expect(book.longestAt(['my', 'staff'], 1)).toEqual({ value: 'staff', length: 1 });
    expect(book.longestAt(['my', 'staff'], 2)).toBeNull();
  });
});

describe('PhraseBook › valuesIn', () => {
  it.each([
    ['my friendly team', ['word', 'two words', 'stem']],
    ['friends ignore the rules', ['stem', 'gap']],
    ['staff and staff', ['staff']],
    ['the end', []],
    ['', []],
  ])('finds each phrase in "%s" once', (text, expected) => {
    expect([...book.valuesIn(text.split(' '))].toSorted()).toEqual(expected.toSorted());
  });
});
