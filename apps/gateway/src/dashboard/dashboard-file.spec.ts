import { dashboardFile } from './dashboard-file';

const cacheOf = (name: string): string | undefined =>
  dashboardFile(name, Buffer.from('x')).headers['Cache-Control'];

describe('dashboardFile', () => {
  it.each(['assets/index-B7xYz_1a.js', 'assets/inbox-view-DkP3qR9w.css'])(
    'lets browsers keep %s for a year',
    (name) => {
      expect(cacheOf(name)).toContain('immutable');
    },
  );

  it.each(['index.html', 'favicon-abcdefgh.svg', 'assets/app.js', 'assets/a-b.js', 'manifest.webmanifest'])(
    'lets browsers ask again for %s, whose name has no hash',
    (name) => {
      expect(cacheOf(name)).toBe('no-cache');
    },
  );

  it('gives equal content the same ETag, and other content another one', () => {
    const etagOf = (text: string): string => dashboardFile('a.js', Buffer.from(text)).etag;
    expect(etagOf('one')).toBe(etagOf('one'));
    expect(etagOf('one')).not.toBe(etagOf('other'));
  });

  it('names a type that no browser runs for an unknown ending', () => {
    expect(dashboardFile('notes.xyz', Buffer.from('x')).headers['Content-Type']).toBe(
      'application/octet-stream',
    );
  });
});
