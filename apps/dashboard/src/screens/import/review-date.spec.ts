import { dateOrderOf, readReviewDate } from './review-date';

const NOW = new Date('2026-11-21T10:00:00Z');

function isoOf(text: string, order: 'day_first' | 'month_first' = 'day_first'): string {
  const read = readReviewDate(text, order, NOW);
  return read.kind === 'date' ? read.iso : read.problem;
}

describe('readReviewDate', () => {
  it.each([
    ['2024-08-03', '2024-08-03'],
    [' 2024/8/3 ', '2024-08-03'],
    ['03.08.2024', '2024-08-03'],
    ['3/8/2024 18:05', '2024-08-03T18:05:00.000Z'],
    ['2024-08-03T01:00:00+02:00', '2024-08-02T23:00:00.000Z'],
    ['29.02.2024', '2024-02-29'],
    ['2024-08-03 00:00:00', '2024-08-03'],
    ['2024-08-03T00:00:00Z', '2024-08-03T00:00:00.000Z'],
    ['2024-08-03 10:12:00 UTC', '2024-08-03T10:12:00.000Z'],
    ['08/25/2024', '2024-08-25'],
  ])('reads %s as %s', (text, iso) => {
    expect(isoOf(text)).toBe(iso);
  });

  it('reads the month first if the file has it so', () => {
    expect(isoOf('03/08/2024', 'month_first')).toBe('2024-03-08');
    expect(isoOf('25/08/2024', 'month_first')).toBe('2024-08-25');
    expect(isoOf('2024-08-03', 'month_first')).toBe('2024-08-03');
  });

  it.each([
    ['31.02.2023', 'no_such_day'],
    ['14.14.2019', 'no_such_month'],
    ['00.05.2019', 'no_such_day'],
    ['2O.05.2020', 'unreadable'],
    ['3 August 2024', 'unreadable'],
    ['03.08.24', 'unreadable'],
    ['03/08.2024', 'unreadable'],
    ['', 'unreadable'],
    ['2024-08-03 25:00', 'no_such_time'],
    ['18.10.2027', 'future'],
    ['1899-12-31', 'too_old'],
  ])('says about %s that it is %s', (text, expected) => {
    expect(isoOf(text)).toBe(expected);
  });
});

describe('dateOrderOf', () => {
  it('finds the order from a number above 12 and names the date', () => {
    expect(dateOrderOf(['03/08/2024', '08/25/2024'])).toEqual({
      order: 'month_first',
      example: '08/25/2024',
      isMixed: false,
      isNeeded: true,
    });
  });

  it('puts the day first without evidence', () => {
    expect(dateOrderOf(['03/08/2024', '2024-08-25', '14.14.2019', ''])).toEqual({
      order: 'day_first',
      example: null,
      isMixed: false,
      isNeeded: true,
    });
  });

  it('needs no order for dates that begin with the year', () => {
    expect(dateOrderOf(['2024-08-25', '2024/08/03', '', 'soon']).isNeeded).toBe(false);
  });

  it('takes the order of most dates and says that the file has both', () => {
    expect(dateOrderOf(['25.08.2024', '26.08.2024', '08/27/2024'])).toMatchObject({
      order: 'day_first',
      isMixed: true,
    });
  });
});
