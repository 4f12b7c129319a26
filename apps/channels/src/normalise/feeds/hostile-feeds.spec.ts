import { readFeed } from './feed';

const rss = (items: string): string => `<rss version="2.0"><channel>${items}</channel></rss>`;

/** The length of the longest feeds below. A response has at most 5 MiB. */
const SIZE = 100_000;
/** A worker thread may read one response for 5 seconds. Every feed below takes much less. */
const MAX_MS = 5_000;

/** Feeds that took a time that grows faster than their length with a careless reader. */
const HOSTILE: Readonly<Record<string, string>> = {
  'nested elements': '<a>'.repeat(SIZE),
  'unclosed items': `<rss><channel>${'<item>'.repeat(SIZE)}`,
  'unmatched end tags': rss('</item>'.repeat(SIZE)),
  'unclosed comments': rss('<!-- '.repeat(SIZE)),
  'unclosed CDATA sections': rss('<![CDATA['.repeat(SIZE)),
  'CDATA sections': rss(`<title>${'<![CDATA[x]]>'.repeat(SIZE)}</title>`),
  'many attributes': `<rss ${Array.from({ length: SIZE / 10 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  'an unclosed attribute': `<rss ${' '.repeat(SIZE)}a="`,
  references: rss(`<item><title>${'&amp;'.repeat(SIZE)}</title></item>`),
  ampersands: rss(`<item><title>${'&'.repeat(SIZE)}</title></item>`),
  'links of one item': rss(`<item>${'<link>x</link>'.repeat(SIZE / 10)}</item>`),
  'digits in a title': rss(`<item><title>${'5'.repeat(SIZE)}</title></item>`),
  'brackets in an author': rss(`<item><author>${'('.repeat(SIZE)}</author></item>`),
};

describe('reading a hostile feed', () => {
  it.each(Object.entries(HOSTILE))('ends soon for %s', (_name, text) => {
    const started = performance.now();
    const feed = readFeed(text);
    expect(performance.now() - started).toBeLessThan(MAX_MS);
    expect(JSON.stringify(feed).length).toBeLessThan(3 * SIZE);
  });

  it('returns null for entities that repeat a text', () => {
    const doctype = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(100)}">]>`;
    expect(readFeed(doctype + rss(`<title>${'&a;'.repeat(30_000)}</title>`))).toBeNull();
  });

  it('returns null for more entities than a feed needs', () => {
    const entities = Array.from({ length: 21 }, (_, index) => `<!ENTITY e${index} "x">`).join('');
    expect(readFeed(`<!DOCTYPE rss [${entities}]>${rss('')}`)).toBeNull();
  });

  it('requests no entity from elsewhere', () => {
    expect(
      readFeed(`<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>${rss('<title>&a;</title>')}`),
    ).toBeNull();
  });

  it('keeps at most 500 items', () => {
    expect(readFeed(rss('<item><guid>1</guid></item>'.repeat(501)))?.items).toHaveLength(500);
  });

  it('keeps at most 100,000 characters of a text', () => {
    const feed = readFeed(rss(`<item><description>${'x'.repeat(100_001)}</description></item>`));
    expect(feed?.items[0]?.content).toHaveLength(100_000);
  });

  it.each([
    '<__proto__><polluted>1</polluted></__proto__>',
    '<item constructor="1"><guid>1</guid></item>',
    '<item __proto__="1"><guid>1</guid></item>',
  ])('returns null for %j, which could change a prototype', (text) => {
    expect(readFeed(rss(text))).toBeNull();
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('readFeed', () => {
  it.each(['', 'x', '<html><body></body></html>', '{"items":[]}', '<urlset/>', '<rss'])(
    'returns null for %j, which is no feed',
    (text) => {
      expect(readFeed(text)).toBeNull();
    },
  );

  it('reads a feed that begins with blank lines', () => {
    expect(readFeed(`\n\n<?xml version="1.0"?>${rss('<title>Acme</title>')}`)?.title).toBe('Acme');
  });
});
