import { adviceAbout, pageSight, seenPage, titleOf } from './page-sight';

function sight(
  body: string,
  type: string | null = 'text/html',
  url = 'https://acme.example/login?key=1#top',
) {
  return pageSight({ url, header: () => type, text: () => body });
}

describe('titleOf', () => {
  it.each([
    ['<html><head><title>Log in &amp; go</title>', 'Log in & go'],
    ['<TITLE data-x="1">\n Just\ta moment... </TITLE >', 'Just a moment...'],
    ['<title></title>', null],
    ['<title', null],
    ['<title>Cut', 'Cut'],
    ['<titles>No</titles>', null],
    ['', null],
  ])('returns the title of %j', (html, title) => {
    expect(titleOf(html)).toBe(title);
  });

  it('returns at most 120 characters on one line, without control characters', () => {
    expect(titleOf(`<title>a\u0000\u202e\n${'b'.repeat(1_000)}</title>`)).toMatch(/^a ?b{100,119}$/);
  });

  it.each(['<title '.repeat(100_000), `<title>${'<'.repeat(1_000_000)}`, '</title'.repeat(100_000)])(
    'takes a time that does not grow with a hostile page',
    (html) => {
      const before = process.cpuUsage();
      titleOf(html);
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200);
    },
  );
});

describe('pageSight', () => {
  it('names the page after redirects, without its query, and its title', () => {
    const seen = sight('<title>Log in</title>');
    expect(seen && seenPage(seen)).toBe('The page at https://acme.example/login is titled "Log in" and');
  });

  it('says that a page is empty or has no title', () => {
    const sentences = ['', '<p>Hello'].map((body) => sight(body)).map((seen) => seen && seenPage(seen));
    expect(sentences).toEqual([
      'The page at https://acme.example/login is empty and',
      'The page at https://acme.example/login has no title and',
    ]);
  });

  it.each([
    ['<title>Log in</title>', 'without a login'],
    ['<title>404 - Page not found</title>', 'no longer exists'],
    [
      '<script type="application/ld+json">{"@type":"Product","review": [ ]}</script>',
      'empty list of reviews',
    ],
    ['<title>Log in</title><script>{"reviews":[{"a":1}]}</script>', 'without a login'],
  ])('leads to advice about what the page shows: %s', (html, advice) => {
    const seen = sight(html);
    expect(seen && adviceAbout(seen)).toContain(advice);
  });

  it.each([
    ['{"reviews":[]}', 'application/json'],
    ['<?xml version="1.0"?><rss><channel><title>Feed</title></channel></rss>', 'application/rss+xml'],
    ['<rss><channel><title>Feed</title></channel></rss>', null],
  ])('returns null for %j, which is no page', (body, type) => {
    expect(sight(body, type)).toBeNull();
  });

  it('recognises a page without a content type', () => {
    expect(sight(' <!DOCTYPE html><title>Hello</title>', null)).toMatchObject({ title: 'Hello' });
  });
});
