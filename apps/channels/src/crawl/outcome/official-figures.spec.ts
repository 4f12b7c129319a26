import { changedFigures, hasMissingFigures, settleFigures } from './official-figures';

const known = { score: 4.5, reviews: 10, rating_scale: 5 };
const read = { score: 4.5, scoreScale: 5, reviews: 10 };

describe('settleFigures', () => {
  it.each([
    [
      'takes new figures, with two decimals',
      { ...read, score: 4.62345, reviews: 12 },
      { ...known, score: 4.62, reviews: 12 },
    ],
    ['keeps a known score if the platform shows null', { ...read, score: null }, known],
    ['keeps a known score if the platform shows zero', { ...read, score: 0 }, known],
    ['keeps a known count if the platform shows zero', { ...read, reviews: 0 }, known],
    [
      'changes the scale together with the score',
      { score: 9, scoreScale: 10, reviews: 10 },
      { score: 9, reviews: 10, rating_scale: 10 },
    ],
    [
      'keeps the scale if it keeps the score',
      { score: null, scoreScale: 10, reviews: 11 },
      { ...known, reviews: 11 },
    ],
  ])('%s', (_name, given, expected) => {
    expect(settleFigures(known, given).figures).toEqual(expected);
  });

  it('takes null and zero if no figures are known', () => {
    const unknown = { score: null, reviews: null, rating_scale: 5 };
    expect(settleFigures(unknown, { score: null, scoreScale: 5, reviews: 0 })).toEqual({
      figures: { ...unknown, reviews: 0 },
      doubted: {},
    });
  });

  it('believes a fall that the next crawl reads as well, each figure on its own', () => {
    const fallen = { score: null, scoreScale: 5, reviews: 0 };
    const first = settleFigures(known, fallen);
    expect(first).toEqual({ figures: known, doubted: { score: null, reviews: 0 } });
    expect(settleFigures(known, fallen, first.doubted)).toEqual({
      figures: { ...known, score: null, reviews: 0 },
      doubted: {},
    });
    const second = settleFigures(known, { ...fallen, reviews: 12 }, { reviews: 0 });
    expect(second).toEqual({ figures: { ...known, reviews: 12 }, doubted: { score: null } });
  });

  it('doubts a fall again if the next crawl reads another one', () => {
    const { figures, doubted } = settleFigures(known, { ...read, reviews: 0 }, { reviews: null });
    expect([figures, doubted]).toEqual([known, { reviews: 0 }]);
  });
});

describe('hasMissingFigures', () => {
  it('returns true only if a known figure is missing', () => {
    expect(hasMissingFigures(known, read)).toBe(false);
    expect(hasMissingFigures(known, { ...read, score: null })).toBe(true);
    expect(hasMissingFigures(known, { ...read, reviews: 0 })).toBe(true);
    expect(hasMissingFigures({ ...known, score: null }, { ...read, score: null })).toBe(false);
  });
});

describe('changedFigures', () => {
  it('returns the names of the figures that changed', () => {
    expect(changedFigures(known, known)).toEqual([]);
    expect(changedFigures(known, { ...known, score: 4.51 })).toEqual(['score']);
    expect(changedFigures(known, { ...known, reviews: 11 })).toEqual(['reviews']);
    expect(changedFigures({ ...known, score: null }, { ...known, reviews: 9 })).toEqual(['score', 'reviews']);
  });
});
