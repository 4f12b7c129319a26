import { historyDays, type HistoryPoint } from './history';

const guess = (date: string, score: number): HistoryPoint => ({ date, score, reviews: 1, estimated: true });
const read = (date: string, score: number | null): HistoryPoint => ({ date, score, reviews: 20 });

describe('historyDays', () => {
  it('has each day up to today, with nothing for those without a point', () => {
    expect(historyDays([read('2026-02-28', 4)], 3, '2026-03-01')).toEqual({
      days: ['2026-02-27', '2026-02-28', '2026-03-01'],
      scores: [null, 4, null],
      reviews: [null, 20, null],
      estimated: [false, false, false],
    });
  });

  it('repeats an estimate until the next point', () => {
    const history = [guess('2026-03-01', 4), guess('2026-03-03', 4.2), read('2026-03-05', 4.5)];
    const { scores, reviews, estimated } = historyDays(history, 6, '2026-03-06');
    expect(scores).toEqual([4, 4, 4.2, 4.2, 4.5, null]);
    expect(reviews).toEqual([1, 1, 1, 1, 20, null]);
    expect(estimated).toEqual([true, true, true, true, false, false]);
  });

  it('repeats the last estimate until today if nothing was read yet', () => {
    expect(historyDays([guess('2026-03-02', 4)], 4, '2026-03-04').scores).toEqual([null, 4, 4, 4]);
  });

  it('never repeats figures that were read, also if the platform shows no score', () => {
    const history = [read('2026-03-01', 4), read('2026-03-03', null), read('2026-03-04', 5)];
    expect(historyDays(history, 5, '2026-03-05').scores).toEqual([4, null, null, 5, null]);
  });
});
