import fc from 'fast-check';
import cases from './plain-texts.cases.json';
import { cleanLine, cleanText, plainLine, plainText } from './plain-text';

describe('plainText', () => {
  it.each(cases)('reads $text as people typed it', ({ text, want }) => {
    expect(plainText(text)).toBe(want);
  });

  it.each([
    'std::vector<int> and Map<String, List<T>>',
    'for (i=0; i<n; i++) { a>b }',
    'while (a<b && c>d) x',
    'x <b and y> z </s>',
    'Write to <noreply@example.com> or <https://example.com/a?b=c>',
    '<John> said <sigh>, then <rant>… </rant>',
    'Put your <link> or <source> into the <title>, or the <address>',
    '<config><name>x</name></config> is ignored',
    'npm install <your-package> --save <path/to/file>',
    '<-- this arrow, --> that one, <!-- an open one',
    '<?php echo 1; ?> and <%= name %>',
    '<b>',
    '</div>',
    '<3 <33 </3 <|> <_<',
    'A <br and more',
    'the <style> tag',
    'The <STYLE> tag.',
    'a <script> and rest of text',
    '<script> is what I use',
    'They close </p> twice',
    '<br> vs <p>',
    '<br/> vs. <p>',
    'Use <br> or <p> or <hr>, never "<li>"',
    'Use <input> in forms',
    'Use <input required> in forms',
    '<li> in html <ul>',
    'A <td> in a <tr>; a (<p>) in ‘<dd>’; `<dt>` too',
    'Their <img> has no alt',
    'An open <p>',
    '<script>alert(1)',
    '5<a>3',
    '{{name}} #include <stdio.h>',
  ])('keeps %j, which is no HTML', (text) => {
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ['<![CDATA[Fine]]>', 'Fine'],
    [' <![CDATA[<p>One</p>Two]]>\n', 'One\nTwo'],
    ['Fine&#13;&#10;Good&#13;Bread', 'Fine\nGood\nBread'],
    ['<p>One<p>Two', 'One\nTwo'],
    ['<li>One<li>Two', 'One\nTwo'],
    ['<p>Nice <b>place', 'Nice place'],
    ['<p>Nice <a href="https://exam', 'Nice'],
    ['<p>Nice <stro', 'Nice'],
    ['<p>Nice <img/src=a alt', 'Nice'],
    ['<p>Nice <table of', 'Nice <table of'],
    ['<p>Nice <you=me', 'Nice <you=me'],
    ['<p>Nice <a=b', 'Nice <a=b'],
    ['<p>Nice <a href=x <', 'Nice <a href=x <'],
    ['<p>a <b x=1 <b>c</b', 'a <b x=1 c'],
    ['<p>Nice</', 'Nice</'],
    ['<p>I love <you', 'I love <you'],
    ['<p>We use List<String> here</p>', 'We use List<String> here'],
    ['Fine.</p>', 'Fine.'],
    ['Fine</span> here<br>now', 'Fine here\nnow'],
    ['<div class="a">Cut', 'Cut'],
    ['<P STYLE="x">Loud</P>', 'Loud'],
    ['<a title="a > b" href=x>link</a>', 'link'],
    ['<a href=https://example.com/?a=b&c=d>link</a>', 'link'],
    ['<img border="0" i$="true" src="a.png"/>a', 'a'],
    ['<font color=red size=2>Red</font>', 'Red'],
    ['<p>Thanks <g-emoji alias="tada">🎉</g-emoji><o:p></o:p></p>', 'Thanks 🎉'],
    ['<svg viewBox="0 0 1 1"><path d="M0 0"/><g><text>x</text></g></svg>', 'x'],
    ['<svg/onload=alert(1)>a', 'a'],
    ['<a href="javascript:alert(1)">a', 'a'],
    ['<p>Nice</p><script>alert(1)', 'Nice'],
    ['<p>Nice</p><style type="text/css">p { color: red', 'Nice'],
    ['Nice<script src="a.js">alert(1)', 'Nice'],
    ['<script>a<script>b</script>Nice', 'Nice'],
    ['<p>Write the <script> tag, or <style>.</p>', 'Write the <script> tag, or <style>.'],
    ['the <script> tag <script>alert(1)</script>', 'the <script> tag'],
    ['<p>Nice</p><title>Of the book', 'Nice\nOf the book'],
    ['First<br>second', 'First\nsecond'],
    ['First</br>second', 'First\nsecond'],
    ['&#55357;&#56832; &#xD83D;&#xde00; &#55357;&#55357;', '😀 😀 ��'],
    ['First <br> second <br /> third', 'First\nsecond\nthird'],
    ['First <br>\nsecond', 'First\nsecond'],
    ['First.<p>Second', 'First.\nSecond'],
    ['<p>"First"<p>Second', '"First"\nSecond'],
    ['<p>\nFirst\n<p>\nSecond', 'First\nSecond'],
    ['<li>One <li>Two', 'One\nTwo'],
    ['<!DOCTYPE html><?xml version="1.0"?><!--[if mso]><p>x</p><![endif]-->a', 'a'],
    ['a<b>b</b> and x<y or z>w', 'ab and x<y or z>w'],
    ['<input disabled>a<video controls></video>', 'a'],
    ['List&lt;String&gt;', 'List<String>'],
    ['&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
  ])('reads %j as %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it.each([
    ['Great <b>bread</b>.', 'Great bread.'],
    ['One<br>two<br/>three', 'One\ntwo\nthree'],
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['<p>One</p>\n  <p>Two</p>', 'One\nTwo'],
    ['One<br />\nTwo<br />\n<br />\nThree', 'One\nTwo\n\nThree'],
    ['One\n<div>Two</div>\nThree', 'One\nTwo\nThree'],
    ['Fish &amp; chips &lt;3', 'Fish & chips <3'],
    ['AT&T, R&D; &c.', 'AT&T, R&D; &c.'],
    ['https://example.com/?a=1&copy=2&lt=3 &amp; more', 'https://example.com/?a=1&copy=2&lt=3 & more'],
    ['&amp;lt;b&amp;gt; is decoded once', '&lt;b&gt; is decoded once'],
    ['&#8364;&#x1F600;&nbsp;&eacute;', '€😀 é'],
    ['I <3 it, 2 < 3 > 1', 'I <3 it, 2 < 3 > 1'],
    ['I love <you', 'I love <you'],
    ['a\u200bb\ufeffc\u202ed\u00ade', 'abcde'],
    ['a\u0085b\u2028c', 'a\nb\nc'],
    ['  many   blanks \n\n\n\n lines ', 'many blanks\n\nlines'],
    ['<script>alert(1)</script>safe<style>b{}</style>', 'safe'],
    ['<script>if (a < b) "</p>"</script>safe', 'safe'],
    ['<title>Of the book', '<title>Of the book'],
    ['<a href="https://example.com">link</a>', 'link'],
    ['plain\r\nlines\rmore', 'plain\nlines\nmore'],
    ['<h1>Title</h1>Body', 'Title\nBody'],
    ['<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['above<hr>below', 'above\nbelow'],
    ['<blockquote>said</blockquote>', 'said'],
    ['<!-- hidden -->shown<![CDATA[hidden]]>', 'shown'],
    ['Cafe\u0301', 'Café'],
    ['a&#1;b&#x7f;c&#10;d', 'abc\nd'],
    ['don\u0092t &#146;\u0081', 'don’t ’'],
    ['&#xD800;&#0;', '\ufffd\ufffd'],
    ['\ud800half\udc00', 'half'],
    ['<img src=x onerror=alert(1)>', ''],
    ['👩\u200d👩\u200d👧 and \u200dnone\u200c ', '👩\u200d👩\u200d👧 and none'],
  ])('reads %j as %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it.each([
    ['zero-width spaces', '\u200b\u200b'],
    ['joiners', '\u200d\u200c\u200d'],
    ['a Hangul filler', ' \u3164 '],
    ['variation selectors', '\ufe0f\ufe0e'],
    ['a blank Braille pattern', '\u2800'],
    ['spaces of all kinds', '\u00a0\u2003\u3000&nbsp;'],
    ['tags', '<p><br></p>'],
  ])('returns an empty string for %s', (_what, text) => {
    expect(plainText(text)).toBe('');
    expect(plainLine(text.replace(/<[^>]*>|&nbsp;/g, ''))).toBe('');
  });

  it.each([
    '<b>',
    '<div>',
    '<ul><li>',
    '<table><tr><td>',
    '</p>',
    '<b></i>',
    '<',
    '&',
    '<!--',
    '<![CDATA[',
    '<a b=""',
    '<a b',
    '<b b=c>',
    '<a-b>',
    '<a a=',
    '<a ',
    'a=',
    '<bbbb',
    '<a href="',
    '<a href="x" ',
    '<a b="',
    '\u200d',
    '\u200d ',
    'x\u200c\u200d\u00a0',
    '\u2003\n',
    '=',
    ' =',
    '= ',
    '/',
    '/=',
    'a',
  ])('reads %j repeated 50,000 times', (piece) => {
    expect(plainText(`Before ${piece.repeat(50_000)}`)).toMatch(/^Before/);
    expect(plainText(`Before ${piece.repeat(50_000)}>x`)).toMatch(/^Before/);
    expect(plainText(`<p>Before <a ${piece.repeat(50_000)}`)).toMatch(/^Before/);
    expect(plainText(`<p>Before</p><a ${piece.repeat(50_000)}<`)).toMatch(/^Before/);
    expect(plainText(`<p>Before</p><a ${piece.repeat(50_000)}>`)).toMatch(/^Before/);
  });

  it('removes invisible characters and superfluous whitespace from any text', () => {
    const pieces = [
      ...'<p> </p> <br> <b> < > & &amp; &#13; &#x200b; &#xDFFF; <!-- -->'.split(' '),
      ...CHARACTERS,
    ];
    const anything = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(anything, (given) => {
        const text = plainText(given);
        expect(text).not.toMatch(NOT_PLAIN);
        expect(/[<&]/.test(text) ? text : plainText(text)).toBe(text);
      }),
    );
  });
});

const CHARACTERS = [
  '\n',
  '\r',
  ' ',
  '\t',
  '\u00a0',
  '\u200b',
  '\u200d',
  '\ud83d',
  '\u0000',
  '\u0085',
  'e\u0301',
  '😀',
];
/** Control, zero-width and half characters, whitespace other than single spaces and line feeds, two empty lines. */
const NOT_PLAIN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\ufeff]|\p{Surrogate}|[^\S\n ]|\n{3}| {2}|^\s|\s$/u;

describe('plainText with options', () => {
  it('decodes text that was escaped twice, and no further', () => {
    expect(plainText('It&amp;#39;s &lt;b&gt;good&lt;/b&gt;', { decodings: 2 })).toBe("It's good");
    expect(plainText('&amp;amp;lt;', { decodings: 2 })).toBe('&lt;');
  });

  it('keeps text that is plain already', () => {
    const text = 'Write &amp; or <br> into <b>List<String></b>, x<y';
    expect(plainText(`  ${text} \u200b`, { decodings: 0 })).toBe(text);
  });

  it('drops the content of further elements', () => {
    const html = 'a<noscript>b</noscript>c';
    expect(plainText(html)).toBe('abc');
    expect(plainText(html, { skip: ['noscript'] })).toBe('ac');
  });
});

describe('plainLine', () => {
  it.each([
    ['  Noa \t\n Bergman ', 'Noa Bergman'],
    ['<b>Noa</b> & co', '<b>Noa</b> & co'],
    ['No\u200ba', 'Noa'],
    ['Noa\u0085\u2028B.\r\n\r\nC.', 'Noa B. C.'],
    ['O’Neill-Łódź', 'O’Neill-Łódź'],
    ['👩🏽\u200d🍳', '👩🏽\u200d🍳'],
  ])('reads %j as %j', (given, name) => {
    expect(plainLine(given)).toBe(name);
  });
});

describe('cleanText', () => {
  it('removes invisible characters and lone surrogates, and keeps line breaks and emoji', () => {
    expect(cleanText('a\u0000b\u0007c\ud800d\udc00e\u200b\tf\r\ng 👩‍👩‍👧', 100)).toBe('abcde f\ng 👩‍👩‍👧');
  });

  it('cuts a text to its length without splitting a character', () => {
    expect(cleanText('abc', 3)).toBe('abc');
    expect(cleanText('abcd', 3)).toBe('abc');
    expect(cleanText('ab😀', 3)).toBe('ab');
  });
});

describe('cleanLine', () => {
  it('folds a text to one line', () => {
    expect(cleanLine(' Ann\n\t of \u0000 Acme ', 100)).toBe('Ann of Acme');
  });
});
