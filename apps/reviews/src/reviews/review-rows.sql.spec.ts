import type { NewReview } from './review-rows';
import { insertedRows } from './review-rows.sql';

const review = (overrides: Partial<NewReview> = {}): NewReview => ({
  account_id: 1,
  sub_account_id: 1,
  platform: 'custom',
  label: 'Manual',
  origin: 'api',
  text: 'Great bread.',
  from_name: 'Noa',
  posted_on: new Date('2026-01-31T00:00:00Z'),
  fingerprint: 'ab',
  ...overrides,
});

describe('insertedRows', () => {
  it('names only the columns that at least one review has', () => {
    const { columns, record } = insertedRows([
      review({ language: null }),
      review({ from_url: 'https://a.example' }),
    ]);
    expect(columns).not.toContain('language');
    expect(columns).toContain('from_url');
    expect(record).toContain('posted_on timestamp with time zone');
  });

  it('gives a column that only some reviews have its default in the others', () => {
    expect(insertedRows([review({ verified: true }), review()]).values).toContain(
      'coalesce(verified, false)',
    );
    expect(insertedRows([review({ verified: true })]).values).not.toContain('coalesce');
  });

  it('adds the rating on five stars and the star', () => {
    const { json } = insertedRows([review({ rating_value: 9, rating_scale: 10 })]);
    expect(JSON.parse(json)).toMatchObject([{ rating: 4.5, star: 5 }]);
  });
});
