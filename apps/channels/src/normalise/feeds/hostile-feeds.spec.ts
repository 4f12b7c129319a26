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
  'unclosed attributes': rss(`<item>${'<a b="'.repeat(SIZE)}</item>`),
  'unclosed structures': rss(`<item>${'<author><source>'.repeat(SIZE / 10)}</item>`),
  'unclosed fields': rss(`<item>${'<a>x</b>'.repeat(SIZE / 10)}</item>`),
  'nested structures': rss(
    `<item><p>${'<author><source>'.repeat(SIZE / 10)}${'</source></author>'.repeat(SIZE / 10)}</item>`,
  ),
  references: rss(`<item><title>${'&amp;'.repeat(SIZE)}</title></item>`),
  ampersands: rss(`<item><title>${'&'.repeat(SIZE)}</title></item>`),
  'links of one item': rss(`<item>${'<link>x</link>'.repeat(SIZE / 10)}</item>`),
  'digits in a title': rss(`<item><title>${'5'.repeat(SIZE)}</title></item>`),
  'addresses with bases': `<feed xml:base="https://a.example/${'a/'.repeat(60)}">${'<entry xml:base="b/"><link href="c"/></entry>'.repeat(SIZE / 10)}</feed>`,
  'angle brackets in an author': rss(`<item><author>${'&lt;a@'.repeat(SIZE)}</author></item>`),
  'brackets in an author': rss(`<item><author>${'('.repeat(SIZE)}</author></item>`),
};

describe('reading a hostile feed', () => {
  it.each(Object.entries(HOSTILE))('ends soon for %s', (_name, text) => {
    const before = process.cpuUsage();
    const feed = readFeed(text);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(MAX_MS);
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

  const item = (inside: string) => readFeed(rss(`<item>${inside}</item>`))?.items[0];
  const entry = (inside: string, head = '') =>
    readFeed(`<feed xmlns="http://www.w3.org/2005/Atom">${head}<entry>${inside}</entry></feed>`)?.items[0];

  it.each([
    ['<author>kim@example.com (Kim)</author>', 'Kim'],
    ['<author>Kim &lt;kim@example.com></author>', 'Kim'],
    ['<dc:creator>Kim</dc:creator><author>kim@example.com</author>', 'Kim'],
    ['<dc:author>Kim</dc:author>', 'Kim'],
    ['<itunes:author>Kim</itunes:author>', 'Kim'],
    ['<author><name>Kim</name><email>kim@example.com</email></author>', 'Kim'],
  ])('reads the author of %j', (inside, author) => {
    expect(item(inside)?.author).toBe(author);
  });

  it('reads the author of the source or of the feed if an entry of Atom has none', () => {
    const head = '<author><name>Lea</name></author>';
    expect(entry('<id>1</id>', head)?.author).toBe('Lea');
    expect(entry('<source><author><name>Kim</name></author></source>', head)?.author).toBe('Kim');
    expect(entry('<author><name>Noa</name></author>', head)?.author).toBe('Noa');
  });

  it.each([
    'pubDate',
    'published',
    'dc:date',
    'dcterms:issued',
    'created',
    'issued',
    'updated',
    'modified',
    'dcterms:modified',
    'a10:updated',
  ])('reads the date of the element %s', (name) => {
    expect(item(`<${name}>2025-03-04</${name}>`)?.published).toEqual(['2025-03-04']);
  });

  it('passes an item without a date, and one whose date nobody can read', () => {
    const feed = readFeed(
      rss('<item><guid>1</guid></item><item><guid>2</guid><pubDate>the third moon</pubDate></item>'),
    );
    expect(feed?.items.map(({ id, published }) => [id, published])).toEqual([
      ['1', []],
      ['2', ['the third moon']],
    ]);
  });

  it.each([
    ['<description>Short</description><content:encoded>Whole</content:encoded>', 'Whole'],
    ['<summary>Short</summary><content>Whole</content>', 'Whole'],
    ['<dc:description>Whole</dc:description>', 'Whole'],
    ['<itunes:summary>Whole</itunes:summary>', 'Whole'],
    ['<media:group><media:description>Whole</media:description></media:group>', 'Whole'],
    ['<xhtml:body><p>Who<b>le</b></p></xhtml:body>', 'Whole'],
    ['<content type="xhtml"><div>Whole<script>evil()</script><style>b{}</style></div></content>', 'Whole'],
    ['<content type="text">2 &lt; 3 &lt;b></content>', '2 &lt; 3 &lt;b&gt;'],
    ['<content type="application/octet-stream">V2hvbGU=</content>', 'Whole'],
    ['<summary mode="base64">V2hvbGU=</summary>', 'Whole'],
  ])('reads the content of %j', (inside, content) => {
    expect(item(inside)?.content.trim()).toBe(content);
  });

  it('reads the rating that is the text of an element, on a scale of 5', () => {
    expect(item('<im:rating>4</im:rating>')?.rating).toEqual({ value: '4', scale: '5' });
    expect(item('<rating>4,5</rating>')?.rating).toEqual({ value: '4,5', scale: '5' });
    expect(item('<rating>PG-13</rating>')?.rating).toBeNull();
    expect(item('<rating>80</rating>')?.rating).toBeNull();
  });

  it('reads a guid as the link unless it says that it is none', () => {
    expect(item('<guid>https://a.example/1</guid>')?.link).toBe('https://a.example/1');
    expect(item('<guid isPermaLink="false">https://a.example/1</guid>')?.link).toBe('');
    expect(item('<guid>urn:1</guid>')?.link).toBe('');
  });

  const three = (first: string): string =>
    rss(
      `<item><guid>1</guid>${first}<link>/1</link></item><item><guid>2</guid></item><item><guid>3</guid></item>`,
    );

  it.each([
    ['<description>Fine<br>good</description>', 'Fine<br>good'],
    ['<description>Fine <img src="a.png"> good</description>', 'Fine <img src="a.png"> good'],
    ['<description><p>Fine</description>', '<p>Fine'],
    ['<description>List<String></description>', 'List<String>'],
    ['<description>Write to <ada@x.example></description>', 'Write to <ada@x.example>'],
    ['<description>I <3 it</description>', 'I <3 it'],
    ['<description>a<b and c</description>', 'a<b and c'],
    ['<description>Fine</b></description>', 'Fine</b>'],
    ['<description>Fine<br><![CDATA[a <b>]]></description>', 'Fine<br>a <b>'],
    ['<description><![CDATA[Fine</description>', 'Fine'],
    ['<title><b>a</title><description>Fine</description>', 'Fine'],
    ['<author><name>A<br>da</name></author><description>Fine</description>', 'Fine'],
    ['<description>Fine', 'Fine'],
  ])('reads the whole feed although %j is not well-formed', (first, content) => {
    const feed = readFeed(three(first));
    expect(feed?.items.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(feed?.items[0]).toMatchObject({ content, link: '/1' });
    expect(feed?.unread).toBeNull();
  });

  it('reads an item without an end tag, and what the head of the feed leaves open', () => {
    const feed = readFeed(rss('<title>Acme<br></title><item><guid>1</guid><item><guid>2</guid></item>'));
    expect(feed?.items.map(({ id }) => id)).toEqual(['1', '2']);
    expect(feed?.title).toBe('Acme<br>');
  });

  it('keeps the whole items of a feed that was cut inside of one, and says so', () => {
    const feed = readFeed('<rss><channel><item><guid>1</guid></item><item><guid>2</gu');
    expect(feed?.items.map(({ id }) => id)).toEqual(['1']);
    expect(feed?.unread).toEqual({ count: 1, total: 2, example: '<item><guid>2</gu' });
  });

  it('skips the warning of a server before the feed, but reads no feed inside of another document', () => {
    const feed = rss('<item><guid>1</guid></item>');
    const warning = '<br />\n<b>Notice</b>: Undefined index in <b>/a.php</b> on line <b>3</b><br />\n';
    expect(readFeed(`${warning}<?xml version="1.0"?>${feed}`)?.items).toHaveLength(1);
    expect(readFeed(`<html><body>${feed}`)).toBeNull();
    expect(readFeed(`<!doctype html><p>${feed}`)).toBeNull();
  });

  it('takes only the items of its own kind for items', () => {
    const feed = readFeed(
      rss('<item><guid>1</guid><gd:entry><a/></gd:entry><x:item/><link>/1</link></item>'),
    );
    expect(feed?.items).toMatchObject([{ id: '1', link: '/1' }]);
    expect(feed?.unread).toBeNull();
  });

  it('says which item has more tags than can be read', () => {
    const feed = readFeed(rss(`<item>${'<a>'.repeat(50_001)}</item><item><guid>2</guid></item>`));
    expect(feed?.items.map(({ id }) => id)).toEqual(['2']);
    expect(feed?.unread).toMatchObject({ count: 1, total: 2 });
  });

  it('reads addresses as xml:base says', () => {
    const feed = readFeed(
      `<feed xml:base="https://a.example/b/"><link href="."/><entry xml:base="c/"><link href="d"/>
       <link rel="enclosure" type="image/png" href="/e.png"/></entry></feed>`,
    );
    expect(feed?.link).toBe('https://a.example/b/');
    expect(feed?.items[0]).toMatchObject({
      link: 'https://a.example/b/c/d',
      media: [{ type: 'image', url: 'https://a.example/e.png' }],
    });
    expect(readFeed('<feed xml:base="b/"><entry><link href="d"/></entry></feed>')?.items[0]?.link).toBe('d');
  });

  it.each([
    ['<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>1</a:id></a:entry></a:feed>', '1'],
    ['<r:rss><r:channel><r:item><r:guid>1</r:guid></r:item></r:channel></r:rss>', '1'],
    [
      '<rdf:RDF xmlns:r="http://purl.org/rss/1.0/"><r:channel/><r:item rdf:about="1"><r:title>x</r:title></r:item></rdf:RDF>',
      '1',
    ],
    [
      '<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><item><atom:id>2</atom:id><guid>1</guid></item></channel></rss>',
      '1',
    ],
    ['<rss><item><guid>1</guid></item></rss>', '1'],
  ])('reads %j, whose elements have prefixes or no channel, once', (text, id) => {
    expect(readFeed(text)?.items).toMatchObject([{ id }]);
  });

  it('finds the elements of other vocabularies by their namespace, whatever their prefix is', () => {
    const text =
      '<rss xmlns:x="http://purl.org/dc/elements/1.1/" xmlns:y="http://search.yahoo.com/mrss/"><channel><item><guid>1</guid>' +
      '<x:creator>Ada</x:creator><x:date>2025-03-04</x:date><y:content url="/1.png" medium="image"/></item></channel></rss>';
    expect(readFeed(text)?.items).toMatchObject([
      { author: 'Ada', published: ['2025-03-04'], media: [{ url: '/1.png' }] },
    ]);
  });

  it('reads no title that WordPress makes of a comment', () => {
    const comment = (title: string) =>
      item(
        `<title>${title}</title><link>https://a.example/rye/#comment-7</link><description>Fine</description>`,
      );
    expect([comment('By: Ada')?.title, comment('Kommentar zu Rye von Ada')?.title]).toEqual(['', '']);
  });

  const review = (inside: string): string => `<review>${inside}</review>`;
  const reviews = (...inside: string[]): string =>
    `<feed><publisher><name>Larch</name></publisher><reviews>${inside.map(review).join('')}</reviews></feed>`;

  it('reads the feed of product reviews that shops give to Google', () => {
    const feed = readFeed(
      reviews(
        '<review_id>7</review_id><reviewer><name is_anonymous="false">Ada</name></reviewer><title>Great</title>' +
          '<review_timestamp>2025-03-04T10:00:00Z</review_timestamp><content>a &lt; b</content><pros><pro>Crust</pro></pros>' +
          '<review_url type="singleton">https://a.example/7</review_url><ratings><overall min="1" max="10">8</overall></ratings>' +
          '<reviewer_images><reviewer_image><url>/7.jpg</url></reviewer_image></reviewer_images>' +
          '<is_verified_purchase>true</is_verified_purchase>',
        '<review_id>8</review_id><reviewer><name is_anonymous="true">x</name></reviewer><content>Broken <b>and</content>',
        '<review_id>9</review_id><content>Buy pills</content><is_spam>true</is_spam>',
      ),
    );
    expect([feed?.title, feed?.unread]).toEqual(['Larch', null]);
    expect(feed?.items).toEqual([
      {
        id: '7',
        link: 'https://a.example/7',
        title: 'Great',
        author: 'Ada',
        published: ['2025-03-04T10:00:00Z'],
        content: 'a &lt; b\nCrust',
        rating: { value: '8', scale: '10' },
        media: [{ type: 'image', url: '/7.jpg' }],
        isVerified: true,
        isSpam: false,
      },
      expect.objectContaining({ id: '8', author: '', content: 'Broken &lt;b&gt;and', rating: null }),
      expect.objectContaining({ id: '9', isSpam: true }),
    ]);
  });

  it('reads the feed of reviews of a shop', () => {
    const feed = readFeed(
      '<feed><merchants><merchant id="1"><name>Larch</name></merchant></merchants><reviews><review id="7" mid="1">' +
        '<reviewer_name>Ada</reviewer_name><create_timestamp>2025-03-04</create_timestamp><ratings><overall>4</overall></ratings>' +
        '<content>Fine</content></review></reviews></feed>',
    );
    expect(feed?.items).toMatchObject([
      { id: '7', author: 'Ada', content: 'Fine', rating: { value: '4', scale: '5' } },
    ]);
  });
});
