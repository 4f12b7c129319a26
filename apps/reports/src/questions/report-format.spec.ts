import { csvParts, reportFormat } from './report-format';

describe('reportFormat', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['text/*', 'csv'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; header=present', 'csv'],
    ['application/json', 'json'],
    ['text/csv, application/json', 'json'],
    ['text/csv, application/json;q=0.9', 'csv'],
    ['text/csv;q=0.5, application/json;q=0.4', 'csv'],
    ['text/csv;q=0.4, application/json; q=0.5', 'json'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['text/csv;q=0.1, */*;q=0.8', 'json'],
    ['text/csv;q=0, application/json;q=0', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=2', 'json'],
    ['text/csv;q=x', 'json'],
    ['image/png', 'json'],
    [';;,,q=', 'json'],
  ])('answers Accept: %s with %s', (accept, format) => {
    expect(reportFormat(undefined, accept)).toBe(format);
  });

  it.each([
    ['csv', 'application/json', 'csv'],
    ['json', 'text/csv', 'json'],
    ['', 'text/csv', 'csv'],
  ] as const)('prefers format=%s to Accept: %s', (format, accept, chosen) => {
    expect(reportFormat(format, accept)).toBe(chosen);
  });
});

describe('csvParts', () => {
  it('yields the header and then each row once', () => {
    const rows = Array.from({ length: 1_201 }, (_, index) => [index]);
    const parts = [...csvParts({ columns: ['n'], rows })];
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join('')).toBe(['"n"', ...rows.map(([n]) => `"${n}"`), ''].join('\r\n'));
  });
});
