import { changedFigures, isLapse, settleFigures } from './rating';

const known = { score: 4.5, reviews: 10, rating_scale: 5 };
const told = { score: 4.5, scoreScale: 5, reviews: 10 };

describe('official figures', () => {
  it.each([
    [
      'new ones are taken, with two decimals',
      { ...told, score: 4.62345, reviews: 12 },
      { ...known, score: 4.62, reviews: 12 },
    ],
    ['null does not replace a score', { ...told, score: null }, known],
    ['zero does not replace a score', { ...told, score: 0 }, known],
    ['null and zero do not replace a count', { ...told, reviews: 0 }, known],
    [
      'the scale moves with the score',
      { score: 9, scoreScale: 10, reviews: 10 },
      { score: 9, reviews: 10, rating_scale: 10 },
    ],
    [
      'the scale stays with a kept score',
      { score: null, scoreScale: 10, reviews: 11 },
      { ...known, reviews: 11 },
    ],
  ])('%s', (_name, given, expected) => {
    expect(settleFigures(known, given)).toEqual(expected);
  });

  it('may be absent where there were none', () => {
    const none = { score: null, reviews: null, rating_scale: 5 };
    expect(settleFigures(none, { score: null, scoreScale: 5, reviews: 0 })).toEqual({ ...none, reviews: 0 });
  });

  it('are worth asking twice when they vanish', () => {
    expect(isLapse(known, told)).toBe(false);
    expect(isLapse(known, { ...told, score: null })).toBe(true);
    expect(isLapse(known, { ...told, reviews: 0 })).toBe(true);
    expect(isLapse({ ...known, score: null }, { ...told, score: null })).toBe(false);
  });
});

it('names which figures moved', () => {
  expect(changedFigures(known, known)).toEqual([]);
  expect(changedFigures(known, { ...known, score: 4.51 })).toEqual(['score']);
  expect(changedFigures(known, { ...known, reviews: 11 })).toEqual(['reviews']);
  expect(changedFigures({ ...known, score: null }, { ...known, reviews: 9 })).toEqual(['score', 'reviews']);
});
