import { collectedLine, collectedText, foldText, MAX_TEXT, withTitle } from './text';

describe('collectedText', () => {
  it.each([
    [
      'keeps the line breaks of br, p and li',
      'One<br>Two<p>Three</p><ul><li>a</li><li>b</li></ul>',
      'One\nTwo\nThree\na\nb',
    ],
    ['decodes entities once', 'Fish &amp; chips &amp;amp; peas', 'Fish & chips &amp; peas'],
    [
      'drops scripts and styles with their content',
      'Hi<script>alert(1)</script><style>p{}</style> there',
      'Hi there',
    ],
    [
      'drops the head of a page and what a page shows without scripts',
      '<head><title>Shop</title></head>Hi<noscript>Enable scripts</noscript> there',
      'Hi there',
    ],
    ['keeps a less-than sign that opens no tag', 'I <3 it, 1 < 2 and a <b', 'I <3 it, 1 < 2 and a <b'],
    ['removes control, zero-width and bidi characters', 'a\u0000b\u200Bc\u202Ed\uFEFFe\u0007', 'abcde'],
    ['keeps the joiners of emoji', '👩‍👧 ok', '👩‍👧 ok'],
    ['drops lone surrogates', 'a\uD83Db', 'ab'],
    ['composes accents', 'e\u0301te\u0301', 'été'],
    ['normalises line ends and spaces', 'a\r\nb\u00A0 \tc\n\n\n\nd', 'a\nb c\n\nd'],
    ['returns an empty string for a value that is not a string', 42, ''],
  ])('%s', (_name, input, expected) => {
    expect(collectedText(input)).toBe(expected);
  });

  it('keeps what the author wrote, and no translation of Google', () => {
    const html = '(Translated by Google) Very good<br><br>(Original)<br>Très bien';
    expect([collectedText(html), collectedLine('Gut (Translated by Google) Good', 50)]).toEqual([
      'Très bien',
      'Gut',
    ]);
  });

  it('decodes JSON-LD that was escaped twice, and no further', () => {
    expect(collectedText('It&amp;#39;s &lt;b&gt;good&lt;/b&gt;', 2)).toBe("It's good");
    expect(collectedText('&amp;amp;lt;', 2)).toBe('&lt;');
  });

  it('cuts a long text without splitting a character', () => {
    const text = collectedText('a' + '😀'.repeat(MAX_TEXT));
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(text.endsWith('😀')).toBe(true);
  });

  it('returns its own result unchanged', () => {
    const once = collectedText('<p>a &amp; b</p><p>c</p>');
    expect(collectedText(once)).toBe(once);
  });

  it('reads markup that a hostile page nests 20,000 levels deep', () => {
    expect(collectedText(`${'<b>'.repeat(20_000)}deep${'</b>'.repeat(20_000)}`)).toBe('deep');
  });
});

describe('collectedLine', () => {
  it('removes markup and line breaks, and cuts the line to its limit', () => {
    expect(collectedLine('  Ann\n<br>Lee ', 6)).toBe('Ann Le');
  });
});

describe('withTitle', () => {
  it('puts the title above the text unless the text begins with it', () => {
    expect(withTitle('Good', 'Works well.')).toBe('Good\nWorks well.');
    expect(withTitle('Good', 'good, works')).toBe('good, works');
    expect(withTitle('Good', '')).toBe('Good');
    expect(withTitle('', 'Text')).toBe('Text');
  });
});

describe('foldText', () => {
  it('returns the same string for different case, width and spaces', () => {
    expect(foldText(' Ｇood\n  APP ')).toBe(foldText('good app'));
  });
});
