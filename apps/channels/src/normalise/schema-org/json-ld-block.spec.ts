import { parseBlock } from './json-ld-block';
import { WorkBudget } from './work-budget';

function block(text: string) {
  const { values, fault } = parseBlock(text, new WorkBudget());
  // The lenient reader makes objects without a prototype.
  return { values: JSON.parse(JSON.stringify(values)) as unknown, fault };
}

const VALUE = { '@type': 'Review', name: 'It\'s "fine"' };
const json = JSON.stringify(VALUE);
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#039;');

describe('parseBlock', () => {
  it('reads all reviews of an object that has the property several times', () => {
    const twice = block('{"review":{"a":"&quot;1"},"name":"x","review":[{"a":2}],"reviews":[]}');
    expect(twice).toEqual({
      values: [{ review: [{ a: '&quot;1' }, { a: 2 }], name: 'x', reviews: [] }],
      fault: null,
    });
  });

  it.each([
    ['is escaped as HTML', escape(json)],
    ['is escaped as HTML twice', escape(escape(json))],
    ['is escaped as HTML, in lines with a comment', `<!--\n  {\n ${escape(json).slice(1)}\n-->`],
    ['is escaped as HTML with numbers', json.replaceAll('"', '&#x22;').replaceAll("'", '&#39;')],
    ['is escaped in parts', json.replace('"@type":"Review"', '&quot;@type&quot;:&quot;Review&quot;')],
    [
      'has the entities of single quotes',
      json.replace('"@type":"Review"', '&#039;@type&#039;:&#039;Review&#039;'),
    ],
    [
      'has the entities of curly quotes',
      '{&#8220;@type&#8221;:&#8220;Review&#8221;,&#8220;name&#8221;:&#8243;It\'s \\"fine\\"&#8221;}',
    ],
    ['has the entities of spaces', json.replace(',', ',&nbsp;').replace('{', '{&#160;')],
    ['is escaped with backslashes', json.replaceAll('\\', '\\\\').replaceAll('"', '\\"')],
    ['is a text with JSON', JSON.stringify(json)],
    ['has a byte order mark, no-break and zero-width spaces', `\ufeff\u00a0{\u200b${json.slice(1)}\u2060`],
    ['has line comments', `// one\n{ // "two"\n${json.slice(1, -1)} // three\n}`],
    ['has block comments', `/* one */{/* "}" */${json.slice(1)}/**/`],
    ['has a comment of HTML before it', `<!-- {% if %} -->\n${json}`],
    ['is in a comment of HTML', `<!-- ${json} -->`],
    ['is in CDATA', `<![CDATA[${json}]]>`],
    ['is in CDATA behind comments on one line', `// <![CDATA[ ${json} // ]]>`],
    ['is in CDATA and a comment', `<!--//--><![CDATA[//><!--\n${json}\n//--><!]]>`],
    ['ends with a semicolon', `${json};`],
    ['ends with too many brackets', `${json}}]`],
    ['is assigned to a variable', `var data = ${json};`],
    [
      'follows the warning of a server',
      `<br />\n<b>Warning</b>: Undefined variable $a[0] in <b>/a.php</b> on line <b>3</b><br />\n${json}`,
    ],
    ['has line breaks of an editor', `<p>{<br />\n${json.slice(1, -1)}<br />\n}</p>`],
    ['has trailing commas', `{${json.slice(1, -1)},\n}`],
    ['has too many commas', `{,${json.slice(1, -1).replace(',', ',,')}}`],
    ['lacks a comma', json.replace(',', '\n')],
    ['has single quotes', "{'@type':'Review','name':'It\\'s \"fine\"'}"],
    ['has names without quotes', `{@type:"Review",name:"It's \\"fine\\""}`],
    ['has curly quotes', '{“@type”: “Review”, “name”: “It\'s \\"fine\\"”}'],
    ['has properties without a value', `{"a":,"b": ,${json.slice(1, -1)},"c":}`],
    ['has quotes in a string that are not escaped', `{"@type":"Review","name":"It's "fine""}`],
    ['has names of Python and JavaScript for nothing', `{"a":[None,NaN,undefined],${json.slice(1)}`],
  ])('reads a block that %s', (_name, text) => {
    const { values, fault } = block(text);
    expect(fault).toBeNull();
    expect(values).toEqual([expect.objectContaining(VALUE)]);
  });

  it.each([
    ['an escaped apostrophe', "It\\'s", "It's"],
    ['other escapes that JSON does not know', 'a\\&b \\x41 \\d \\_', 'a&b A \\d _'],
    ['a broken escape of a character', '\\u12 end', '\\u12 end'],
    ['raw line breaks, tabs and controls', 'one\ntwo\tthree\u0001', 'one\ntwo\tthree\u0001'],
    ['slashes of comments and of URLs', 'https://a.example/* // *\\/', 'https://a.example/* // */'],
    ['wrappers', '<!-- ]]> <![CDATA[ <br>', '<!-- ]]> <![CDATA[ <br>'],
    ['commas and brackets', 'a,}b', 'a,}b'],
    ['quotes that are not escaped', 'She said "hi", "bye" and: "so"', 'She said "hi", "bye" and: "so"'],
    ['attributes of an element', '<img width="3" src="/a.png">', '<img width="3" src="/a.png">'],
  ])('keeps %s inside of a string', (_name, written, expected) => {
    expect(block(`{"a":"${written}","b":1,}`)).toEqual({ values: [{ a: expected, b: 1 }], fault: null });
  });

  it('reads a decimal comma as the text that the page shows, and other forms of numbers, too', () => {
    expect(block('{"a":4,5,"b":1,234,"c":-1.5e3,"d":.5,"e":007,"f":True,"g":4,}').values).toEqual([
      { a: '4,5', b: '1,234', c: -1500, d: '.5', e: '007', f: true, g: 4 },
    ]);
  });

  it.each([
    ['lines', '{"a":1}\n{"b":2}\n[{"c":3}]'],
    ['commas', '{"a":1},{"b":2},[{"c":3}],'],
    ['nothing', '{"a":1}{"b":2}[{"c":3}]'],
    ['semicolons and comments', '{"a":1}; // b\n{"b":2};/* c */[{"c":3}];'],
  ])('reads several values that %s separate', (_name, text) => {
    expect(block(text)).toEqual({ values: [{ a: 1 }, { b: 2 }, [{ c: 3 }]], fault: null });
  });

  it.each([
    ['{"@type":"Review","review":[{"@type":"Rev', 'line 1: the JSON ends inside of a string'],
    ['\n\n{"a":\n{"b":1},\n', 'line 2: the JSON ends inside of an object'],
    ['[{"a":1},', 'line 1: the JSON ends inside of a list'],
    ['{"a":1,"b"', 'line 1: the JSON ends inside of an object'],
    ['{"a":', 'line 1: the JSON ends inside of an object'],
    ['{"a":"\\', 'line 1: the JSON ends inside of a string'],
    ['{"a":\nAda.lovelace()}', 'line 2: a value is expected before Ada.lovelace()}'],
    ['{"a" "b"}', 'line 1: a colon is expected before "b"}'],
    ['{{ product.json }}', 'line 1: the name of a property is expected before { product.json }}'],
    ['{"a":[1 2]}', 'line 1: a comma or ] is expected before 2]}'],
    ['{"a":"b" c}', 'line 1: a comma or } is expected before c}'],
    ['["a" "b"]', 'line 1: a comma or ] is expected before "b"]'],
    ['{"a":"b","name""c"}', 'line 1: a colon is expected before "c"}'],
    ['{"a":"b","datePublished:"c"}', 'line 1: a colon is expected before c"}'],
    ['{"a":"b" + "c"}', 'line 1: a comma or } is expected before + "c"}'],
    ['{"a":1} /* b', 'line 1: a comment has no end'],
    ['Hello', 'line 1: there is no JSON in it'],
    ['"Hello', 'line 1: there is no JSON in it'],
    ['{"a":"one "b": two","c":1}', 'line 1: a comma or } is expected before b": two","c":1}'],
    ['{"a":"one,\n"b":"two"}', 'line 2: a comma or } is expected before b":"two"}'],
  ])('completes and guesses nothing in %j', (text, fault) => {
    const read = block(text);
    expect(read.fault).toBe(fault);
    expect(read.values).toEqual(text.startsWith('{"a":1} ') ? [{ a: 1 }] : []);
  });

  it('keeps the whole values before a broken one', () => {
    expect(block('{"a":1}\n{"b":')).toEqual({
      values: [{ a: 1 }],
      fault: 'line 2: the JSON ends inside of an object',
    });
  });

  it.each([
    ['{"a":{"b":1}},\n"c":2}', { a: { b: 1 }, c: 2 }, 'line 2: a } is surplus before "c":2}'],
    ['{"a":[{"b":1}},{"b":2}]}', { a: [{ b: 1 }, { b: 2 }] }, 'line 1: a } is surplus before },{"b":2}]}'],
    ['{"a":[{"b":1,{"b":2}]}', { a: [{ b: 1 }, { b: 2 }] }, 'line 1: a } is missing before {"b":2}]}'],
    ['{"a":[{"b":1},{"b":2]}', { a: [{ b: 1 }, { b: 2 }] }, 'line 1: a } is missing before ]}'],
    ['{"a":[{"b":1}}', { a: [{ b: 1 }] }, 'line 1: a ] is missing before }'],
    ['{"a":[{"b":1}]\n', { a: [{ b: 1 }] }, 'line 1: a } is missing at the end'],
  ])('goes on behind the wrong bracket in %j, and names it', (text, value, fault) => {
    expect(block(text)).toEqual({ values: [value], fault });
  });

  it.each([
    [
      'properties',
      `{"b":2,,"a":[{${Array.from({ length: 50_000 }, (_, at) => `"c${at}":1`).join(',')}}]}`,
      null,
    ],
    ['ends of the outermost object', `{"a":1}${',"b":1}'.repeat(50_000)}`, 'line 1: a } is surplus'],
    ['values behind each other', '{"a":[{"b":1}},{"b":2}]}'.repeat(10_000), 'line 1: a } is surplus'],
  ])('reads 50,000 %s in linear time', (_name, text, fault) => {
    const before = process.cpuUsage();
    expect(block(text).fault?.slice(0, fault?.length) ?? null).toBe(fault);
    // If each property is compared with all others, it takes minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });

  it('reads what templates write without quotes, and nothing for the placeholders that they leave', () => {
    const texts = '"a":2026-05-04,"b":https://a.example/b,"c":Ada L. Berg,"d":4/5,"e":80%,"f":`g`';
    const placeholders =
      '"g":{{ date | json }},"h":{% date %},"i":${date},"j":<%= date %>,"k":<?php echo $date; ?>';
    expect(block(`{${texts},${placeholders}}`)).toEqual({
      values: [
        {
          a: '2026-05-04',
          b: 'https://a.example/b',
          c: 'Ada L. Berg',
          d: '4/5',
          e: '80%',
          f: 'g',
          g: null,
          h: null,
          i: null,
          j: null,
          k: null,
        },
      ],
      fault: null,
    });
  });

  it('gives up a text that is nested too deeply', () => {
    expect(block(`${'{"a":'.repeat(200)}1${'}'.repeat(199)},}`).fault).toBe(
      'line 1: it is nested more than 100 times',
    );
  });

  it('reads names that JavaScript objects have as plain names', () => {
    const { values } = parseBlock('{"__proto__":{"a":1},"constructor":2,}', new WorkBudget());
    expect(Object.entries(values[0] as object)).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 2],
    ]);
  });
});
