import { decodeText, textKindOf, type TextKind } from './decoded-text';

/** Encodes a text byte by byte: `\xe4` is the byte 0xE4. */
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const read = (body: Buffer, kind: TextKind = 'html', contentType: string | null = null): string =>
  decodeText(body, { contentType, kind });
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const page = (head: string, body: string): Buffer =>
  bytes(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);
/** "Отлично" in windows-1251. */
const RUSSIAN = '\xce\xf2\xeb\xe8\xf7\xed\xee';

describe('decodeText', () => {
  describe('by a byte order mark, whatever the header and the document say', () => {
    it.each<[string, Buffer]>([
      ['UTF-8', Buffer.from('\uFEFF<meta charset=windows-1251>Zoë')],
      ['UTF-16LE', Buffer.from('\uFEFF<meta charset=windows-1251>Zoë', 'utf16le')],
      ['UTF-16BE', utf16be('\uFEFF<meta charset=windows-1251>Zoë')],
    ])('reads %s', (_name, body) => {
      expect(read(body, 'html', 'text/html; charset=iso-8859-1')).toBe('<meta charset=windows-1251>Zoë');
    });
  });

  describe('in UTF-16 without a mark', () => {
    const feed = '<?xml version="1.0" encoding="UTF-16"?><title>Zoë 一流</title>';
    it.each<[string, Buffer, TextKind]>([
      ['a feed in UTF-16LE', Buffer.from(feed, 'utf16le'), 'xml'],
      ['a feed in UTF-16BE', utf16be(feed), 'xml'],
      ['a file in UTF-16LE', Buffer.from(feed, 'utf16le'), 'text'],
    ])('reads %s', (_name, body, kind) => expect(read(body, kind)).toBe(feed));

    it('reads a text with few ASCII letters if the header names it', () => {
      const body = utf16be('很好,五星\n一流的服务');
      expect(read(body, 'text', 'text/csv; charset=UTF-16')).toBe('很好,五星\n一流的服务');
    });

    it('does not take a file that is padded with NULs for one', () => {
      const body = Buffer.concat([Buffer.alloc(1_001), Buffer.from('<p>Zoë</p>')]);
      expect(read(body)).toContain('<p>Zoë</p>');
    });

    it('ignores a name that the bytes refute', () => {
      const body = Buffer.from('<meta charset="utf-16"><p>Zoë</p>');
      expect(read(body, 'html', 'text/html; charset=utf-16le')).toContain('<p>Zoë</p>');
    });
  });

  it.each([
    ['euc-kr', '안녕 좋아요'],
    ['shift_jis', '美味し'],
    ['big5', '好'],
  ])('reads few letters of UTF-8 that are broken in %s, which the page names', (label, text) => {
    const body = `<meta charset="${label}"><p>${text}</p>`;
    expect(read(Buffer.from(body))).toBe(body);
  });

  describe('by the header', () => {
    it.each<[label: string, body: Buffer, text: string]>([
      ['iso-8859-1', bytes('Zo\xeb \x80 \x93ja\x94'), 'Zoë € “ja”'],
      ['"windows-1251"', bytes(RUSSIAN), 'Отлично'],
      ["'koi8-r'", bytes('\xef\xd4\xcc\xc9\xde\xce\xcf'), 'Отлично'],
      ['ISO-8859-2', bytes('\xb6wietnie'), 'świetnie'],
      ['windows-1250', bytes('wi\xb9\xbfe \x9f'), 'wiąże ź'],
      ['iso-8859-9', bytes('\xe7ok iyi \xfe'), 'çok iyi ş'],
      ['windows-1254', bytes('\xe7ok g\xfczel \xf0'), 'çok güzel ğ'],
      ['Shift_JIS', bytes('\x82\xc6\x82\xc4\x82\xe0'), 'とても'],
      ['euc-jp', bytes('\xa4\xc8\xa4\xc6\xa4\xe2'), 'とても'],
      ['iso-2022-jp', bytes('\x1b$B$H$F$b\x1b(B'), 'とても'],
      ['gb2312', bytes('\xba\xdc\xba\xc3'), '很好'],
      ['gbk', bytes('\x80 \xba\xdc'), '€ 很'],
      ['gb18030', bytes('\xba\xdc\xba\xc3'), '很好'],
      ['big5', bytes('\xab\xdc\xa6n'), '很好'],
      ['euc-kr', bytes('\xc1\xc1\xbe\xc6\xbf\xe4'), '좋아요'],
      ['utf8', Buffer.from('Zoë'), 'Zoë'],
    ])('reads %s', (label, body, text) => {
      expect(read(body, 'html', `text/html; charset=${label}`)).toBe(text);
      expect(read(body, 'text', `text/csv;Charset = ${label}; header=present`)).toBe(text);
    });

    it('goes before the document, unless its own bytes refute it', () => {
      const russian = page('<meta charset="windows-1250">', RUSSIAN);
      expect(read(russian, 'html', 'text/html; charset=windows-1251')).toContain('Отлично');
      const japanese = page('<meta charset="shift_jis">', '\x82\xc6\x82\xc4\x82\xe0');
      expect(read(japanese, 'html', 'text/html; charset=euc-jp')).toContain('とても');
    });

    it('is skipped if nobody knows the charset', () => {
      const body = page('<meta charset="windows-1251">', RUSSIAN);
      expect(read(body, 'html', 'text/html; charset=none')).toContain('Отлично');
    });

    it.each(['utf-8', 'iso-8859-1', 'us-ascii', 'windows-1251', 'gbk'])(
      'of %s does not keep a page in UTF-8 from being read',
      (label) => {
        const text = '<p>Prächtige Brötchen für Zoë, très bon, très frais, à bientôt, Отлично</p>';
        expect(read(Buffer.from(text), 'html', `text/html; charset=${label}`)).toBe(text);
      },
    );

    it('does not turn U+FFFD in a page in UTF-8 into other letters', () => {
      const body = Buffer.from('Zo\ufffd');
      expect(read(body, 'html', 'text/html; charset=iso-8859-1')).toBe('Zo\ufffd');
    });

    it('goes before two letters that are UTF-8 by chance', () => {
      expect(read(bytes('\xc2\xa1'), 'html', 'text/html; charset=big5')).toBe('癒');
    });
  });

  describe('by the document', () => {
    it.each([
      ['a meta element', '<meta charset="windows-1251">'],
      [
        'a meta element behind others',
        `<title>T</title><meta name=a content=b><META CHARSET='Windows-1251'/>`,
      ],
      ['a meta element without quotes', '<meta charset=windows-1251>'],
      ['a meta element with slashes', '<meta/charset=windows-1251 />'],
      ['http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
      [
        'http-equiv behind content',
        "<meta content='text/html;charset = windows-1251' http-equiv=content-type>",
      ],
      ['a meta element behind an open quote', '<a title=it"s><meta charset=windows-1251>'],
      ['the first of two attributes', '<meta charset=windows-1251 charset=koi8-r>'],
      ['the first of two elements', '<meta charset=windows-1251><meta charset=koi8-r>'],
      ['the second element, as nobody knows the first', '<meta charset=foo><meta charset=windows-1251>'],
      ['an element behind a comment', '<!-- <meta charset=koi8-r> > --><meta charset=windows-1251>'],
      ['an element behind an empty comment', '<!--><meta charset=windows-1251>'],
      ['an element behind a value with one', '<a title="<meta charset=koi8-r>"><meta charset=windows-1251>'],
      ['an element behind signs', '< meta charset=koi8-r> <3 </> <? a > <meta charset=windows-1251>'],
      ['an element behind 4,000 bytes', `${'x'.repeat(3_900)}<meta charset=windows-1251>`],
    ])('reads %s', (_name, head) => {
      expect(read(page(head, RUSSIAN))).toContain('Отлично');
    });

    it.each([
      ['a comment', '<!-- <meta charset=windows-1251> -->'],
      ['another element', '<metacharset=windows-1251><link charset=windows-1251>'],
      ['a description', '<meta name=description content="text/html; charset=windows-1251">'],
      ['a value', '<p title="<meta charset=windows-1251>">'],
      ['an element without an end', '<meta charset=windows-1251 '],
      ['an element far behind', `${'x'.repeat(5_000)}<meta charset=windows-1251>`],
    ])('does not read %s', (_name, head) => {
      expect(read(bytes(`${head}\n${RUSSIAN}`))).toContain('Îòëè÷íî');
    });

    it('tries two charsets and no more, however often they are named', () => {
      const elements = (...charsets: string[]): string =>
        charsets.map((charset) => `<meta charset=${charset}>`).join('');
      const twice = elements(...Array<string>(100).fill('shift_jis'), 'windows-1251');
      expect(read(page(twice, '\xfd\xfe\xff'))).toContain('эюя');
      const third = elements('shift_jis', 'euc-kr', 'windows-1251');
      expect(read(page(third, '\xfd\xff \xff\xfd'))).toContain('ýÿ ÿý');
    });

    it('judges a charset by the first letters', () => {
      const letters = 'Prächtige Brötchen. '.repeat(5_000);
      const body = Buffer.concat([
        page('<meta charset=windows-1251>', ' '.repeat(100_000)),
        Buffer.from(letters),
        Buffer.alloc(300_000, 0xe9),
      ]);
      expect(read(body)).toContain(letters);
      expect(read(page('', `${' '.repeat(100_000)}Zo\xeb${' \xff'.repeat(100_000)}`))).toContain('Zoë ÿ');
    });

    it('reads the XML declaration of a feed, in each form', () => {
      const declarations = [
        '<?xml version="1.0" encoding="windows-1251"?>',
        `\n<?xml version='1.0' encoding = 'Windows-1251' standalone="yes" ?>`,
      ];
      for (const one of declarations) {
        const body = bytes(`${one}<rss><title>${RUSSIAN}</title></rss>`);
        expect(read(body, 'xml')).toContain('Отлично');
        expect(read(body, 'html')).toContain('Отлично');
        expect(read(body, 'text', 'application/octet-stream')).toContain('Отлично');
      }
    });

    it('does not read the HTML in a feed', () => {
      const body = bytes(`<rss><![CDATA[<meta charset="windows-1251">]]>${RUSSIAN}</rss>`);
      expect(read(body, 'xml')).toContain('Îòëè÷íî');
    });

    it('uses the charset of the document if the header says UTF-8 and the bytes are not', () => {
      const body = page('<meta charset="windows-1251">', RUSSIAN);
      expect(read(body, 'html', 'text/html; charset=utf-8')).toContain('Отлично');
    });
  });

  describe('without a charset that is right', () => {
    it.each<[name: string, head: string, contentType: string | null]>([
      ['nothing', '', null],
      ['a header of UTF-8', '', 'text/html; charset=UTF-8'],
      ['a meta element of UTF-8', '<meta charset="utf-8">', 'text/html'],
      ['a meta element of UTF-16', '<meta charset="utf-16">', 'text/html'],
    ])('takes windows-1252 if there is %s', (_name, head, contentType) => {
      const body = page(head, 'K\xe4se f\xfcr S\xfc\xdfe \x96 5 \x80');
      expect(read(body, 'html', contentType)).toContain('Käse für Süße – 5 €');
    });

    it('reads the signs of windows-1252 that an author wrote in UTF-8 as control characters', () => {
      expect(read(Buffer.from('Zoë says: don\u0092t.'))).toBe('Zoë says: don’t.');
    });

    it('keeps a page in UTF-8 that is cut, or has a broken letter', () => {
      const text = `${'Prächtige Brötchen. '.repeat(20)}`;
      const cut = Buffer.from(`${text}ä`).subarray(0, -1);
      expect(read(cut)).toBe(`${text}\ufffd`);
      const broken = Buffer.concat([Buffer.from(text), bytes('Br\xc3. \xe2\x80.'), Buffer.from(text)]);
      expect(read(broken)).toBe(`${text}Br\ufffd. \ufffd.${text}`);
      expect(read(broken, 'html', 'text/html; charset=utf-8')).toBe(`${text}Br\ufffd. \ufffd.${text}`);
    });

    it.each(['text/html; charset=utf-8', null])(
      'reads single bytes of windows-1252 in a text in UTF-8, with the header %j',
      (contentType) => {
        const text = 'Prächtige Brötchen – 非常好. ';
        const mixed = Buffer.concat([
          Buffer.from(text),
          bytes('Don\x92t miss Zo\xeb\x27s caf\xe9 \x96 S\xc3O, 5 \x80. '),
          Buffer.from(text),
        ]);
        expect(read(mixed, 'html', contentType)).toBe(`${text}Don’t miss Zoë's café – SÃO, 5 €. ${text}`);
      },
    );

    it('reads a large page in UTF-8 with one broken byte, and bytes that are no text, without delay', () => {
      const before = process.cpuUsage();
      const large = Buffer.from(`<p>${'Prächtige Brötchen. '.repeat(50_000)}`);
      large[large.length - 3] = 0xe9;
      expect(read(large)).toContain('Prächtige');
      read(Buffer.concat([Buffer.from('ä'.repeat(1_000_000)), bytes('a\x92'.repeat(500_000))]));
      read(Buffer.alloc(5 * 1024 * 1024, 0xe9));
      read(Buffer.alloc(5 * 1024 * 1024, 0xe9), 'text');
      read(bytes('<a '.repeat(1_700_000)));
      read(bytes('<meta a="'.repeat(500_000)));
      read(
        Buffer.concat([
          bytes('<meta charset=gbk>'.repeat(200)),
          Buffer.alloc(5 * 1024 * 1024, '\x81 ', 'latin1'),
        ]),
      );
      read(bytes('Zo\xeb'), 'text', `text/plain; charset=${' '.repeat(100_000)}`);
      read(bytes(`<?xml ${'encoding '.repeat(500_000)}`), 'xml');
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
    });
  });

  describe('of a file that a spreadsheet wrote', () => {
    it.each<[string, string, string]>([
      [
        'windows-1252',
        'Zo\xeb;K\xe4se f\xfcr S\xfc\xdfe;don\x92t;c\x9cur;Du\x9aan',
        'Zoë;Käse für Süße;don’t;cœur;Dušan',
      ],
      ['windows-1252 in capitals', 'CAF\xc9 F\xdcR \xd6STERREICH', 'CAFÉ FÜR ÖSTERREICH'],
      [
        'Mac Roman behind many rows',
        `${'a;b\n'.repeat(50_000)}Zo\x91;caf\x8e`,
        `${'a;b\n'.repeat(50_000)}Zoë;café`,
      ],
      ['Mac Roman', 'Zo\x91;K\x8ase f\x9fr S\x9f\xa7e;don\xd5t;caf\x8e', 'Zoë;Käse für Süße;don’t;café'],
      ['windows-1250', 'mo\xbfe, dzi\xeakuj\xea, by\xb3o \x9cwietnie', 'może, dziękuję, było świetnie'],
      ['windows-1251', `${RUSSIAN};\xd1\xef\xe0\xf1\xe8\xe1\xee`, 'Отлично;Спасибо'],
    ])('guesses %s', (_name, written, text) => {
      expect(read(bytes(`name;text\n${written}`), 'text', 'text/csv')).toBe(`name;text\n${text}`);
    });
  });

  it('reads an empty text, ASCII, and a text of one byte', () => {
    expect(read(Buffer.alloc(0))).toBe('');
    expect(read(bytes('a'))).toBe('a');
    expect(read(bytes('{"a": "\\u00e4"}'), 'text', 'application/json; charset=windows-1252')).toBe(
      '{"a": "\\u00e4"}',
    );
    expect(read(bytes('\0'))).toBe('\0');
    expect(read(bytes('A\0B'), 'text')).toBe('A\0B');
  });
});

describe('textKindOf', () => {
  it.each<[string | null, TextKind]>([
    ['text/html; charset=xml', 'html'],
    ['application/xhtml+xml', 'html'],
    ['application/rss+xml', 'xml'],
    ['text/xml', 'xml'],
    ['application/json', 'text'],
    ['text/csv', 'text'],
    [null, 'text'],
  ])('takes %p for %p', (contentType, kind) => expect(textKindOf(contentType)).toBe(kind));
});
