import { hiddenRowsOf } from './hidden-rows';

/** Returns the values of a column that hide their rows. */
function hiding(name: string, values: readonly string[]): string[] {
  const rows = values.map((value) => [value]);
  const { hidden } = hiddenRowsOf([name], rows, new Set());
  return values.filter((_value, row) => hidden.has(row));
}

describe('hiddenRowsOf', () => {
  it.each<[name: string, values: string[], hidden: string[]]>([
    [
      'status',
      ['Published', 'Active', 'Approved', 'ok', '', 'NULL', 'Rejected', 'SPAM', 'hidden', 'In moderation'],
      ['Rejected', 'SPAM', 'hidden', 'In moderation'],
    ],
    [
      'Review Status',
      ['approved', 'Not Approved', 'Pending', 'un-published'],
      ['Not Approved', 'Pending', 'un-published'],
    ],
    ['status', ['1', '0', '1'], ['0']],
    ['status', ['0', '2', '1'], []],
    ['status', ['0', '0'], []],
    ['curated', ['ok', 'spam', 'not-yet'], ['spam', 'not-yet']],
    ['state', ['published', 'unpublished', 'CA'], ['unpublished']],
    ['Statut', ['publié', 'Refusé', 'en attente'], ['Refusé', 'en attente']],
    ['comment_approved', ['1', '0', 'spam', 'post-trashed'], ['0', 'spam', 'post-trashed']],
    ['isPublished', ['TRUE', 'FALSE', '', 'no'], ['FALSE', 'no']],
    ['Veröffentlicht', ['Ja', 'Nein'], ['Nein']],
    ['deleted_at', ['', 'NULL', '0000-00-00 00:00:00', '2026-01-02 10:00:00'], ['2026-01-02 10:00:00']],
    ['removed', ['', '1/2/26', '0.02'], ['1/2/26']],
    ['Is Hidden', ['false', 'true', '0', '1'], ['true', '1']],
    ['Gelöscht', ['Ja', 'nein'], ['Ja']],
  ])('finds in the column %j of %j the rows %j', (name, values, hidden) => {
    expect(hiding(name, values)).toEqual(hidden);
  });

  it.each([
    'order_status',
    'reply_status',
    'Job status',
    'subscription status',
    'verified_status',
    'photos_hidden',
    'published_at',
  ])('finds no rows by the column %j, which is not about the review', (name) => {
    expect(hiding(name, ['pending', 'archived', 'no', 'false', '0', 'yes', '1'])).toEqual([]);
  });
});
