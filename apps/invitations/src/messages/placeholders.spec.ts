import { fill, hasVariable, unknownVariables } from './placeholders';

const values = (given: Record<string, string>) => (variable: string) => given[variable] ?? '';

describe('fill', () => {
  it.each([
    ['Hi {{name}}!', 'Hi Robin!'],
    ['Hi {{ name }}!', 'Hi Robin!'],
    ['{{name}}{{name}}', 'RobinRobin'],
    ['{name} {{name', '{name}'],
    ['}} {{name}} }}', '}} Robin }}'],
    ['{{{name}}}', '}'],
    ['{{#if name}}x{{/if}}', 'X'],
    ['No variable', 'No variable'],
    ['', ''],
  ])('fills %j', (template, filled) => {
    expect(fill(template, values({ name: 'Robin' }))).toBe(filled);
  });

  it.each([
    ['Hi {{name}},\n\nthank you', 'Hi,\n\nthank you'],
    ['Hola {{name}}:', 'Hola:'],
    ['{{name}}, how was it?', 'How was it?'],
    ['{{name}} asked us', 'Asked us'],
    ['  {{name}} {{known}}', 'Known'],
    ['Hello, {{name}}, how was it?', 'Hello, how was it?'],
    ['Thank you, {{name}}!', 'Thank you!'],
    ['Thank you, {{name}}', 'Thank you'],
    ['Thank you {{name}} for coming', 'Thank you for coming'],
    ['Merci {{name}} !', 'Merci !'],
    ['Merci {{name}}\u00a0!', 'Merci\u00a0!'],
    ['Order ({{name}}) of today', 'Order of today'],
    ['Order [{{name}}]', 'Order'],
    ['{{name}}, {{other}}, hello', 'Hello'],
    ['Hi {{name}} {{other}}!', 'Hi!'],
    ['Your order {{name}}{{other}} came', 'Your order came'],
    ['a{{name}}b', 'ab'],
    ['A\n{{name}}\nB', 'A\n\nB'],
    ['{{name}}', ''],
    ['x, {{name}} y', 'x, y'],
    ['Thanks! {{name}}, how was it?', 'Thanks! How was it?'],
    ['Thanks! {{name}} how was it?', 'Thanks! How was it?'],
    ['Thank you. {{name}}, how was it?', 'Thank you. How was it?'],
    ['(Thank you.) {{name}}, how was it?', '(Thank you.) How was it?'],
    ['Your order no. {{name}} has arrived', 'Your order no. has arrived'],
    ['¿{{name}}, qué tal?', '¿Qué tal?'],
    ['⭐ {{name}}, how was it?', '⭐ How was it?'],
    ['{{name}},\n\nthank you', 'Thank you'],
    ['A\n\n{{name}},\n\nélan', 'A\n\n\n\nÉlan'],
  ])('leaves no space or comma behind in %j', (template, filled) => {
    expect(fill(template, values({ known: 'Known' }))).toBe(filled);
  });

  it.each([
    ['{{x}}', [true]],
    ['Hi {{x}}', [false]],
    ['¿{{x}}, “{{x}}”', [true, false]],
    ['⭐ {{none}} {{x}}', [true, true]],
    ['Hi! {{x}}. {{x}}\n{{x}}', [true, true, true]],
    ['He said “hi.” {{x}}', [true]],
    ['example.{{x}} and 5 {{x}}', [false, false]],
    ['Hello, {{x}}', [false]],
  ])('says which values of %j begin a sentence', (template, expected) => {
    const begun: boolean[] = [];
    fill(template, (variable, beginsSentence) => {
      begun.push(beginsSentence);
      return variable === 'x' ? 'Robin' : '';
    });
    expect(begun).toEqual(expected);
  });

  it('inserts values as they are, also if they look like placeholders or patterns', () => {
    expect(fill('{{a}}|{{b}}|{{c}}', values({ a: '{{b}}', b: '$& $1', c: '<script>' }))).toBe(
      '{{b}}|$& $1|<script>',
    );
  });

  it('keeps spaces that belong to a value or to another part of the text', () => {
    expect(fill('a  b {{none}} {{x}}', values({ x: 'y , z' }))).toBe('a  b y , z');
  });

  it('bounds what it returns', () => {
    const filled = fill('{{x}}'.repeat(600), values({ x: 'y'.repeat(5_000) }));
    expect(filled).toHaveLength(20_000);
  });

  it.each([
    ['opening braces', '{{'.repeat(2_000)],
    ['spaces around empty values', `${' '.repeat(3_000)}{{a}}`.repeat(2)],
    ['empty values', '{{a}},'.repeat(700)],
  ])('takes little time for thousands of %s', (_what, template) => {
    const before = process.cpuUsage();
    fill(template, values({}));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

describe('unknownVariables', () => {
  it.each([
    ['Hi {{name}}, {{first_name}} {{data.order_id}} {{ year }}', []],
    ['{{nickname}} and {{Name}}', ['nickname', 'Name']],
    ['{{}}', ['']],
    ['{{data.}} {{data.a.b}} {{data.UP}}', ['data.', 'data.a.b', 'data.UP']],
    ['{{{name}}}', ['{name']],
    ['{{#if name}}', ['#if name']],
    ['{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
    ['{{name', ['{{name']],
    ['{{a {{name}}', ['a {{name']],
    ['one } and { two }}', []],
  ])('finds those of %j', (template, unknown) => {
    expect(unknownVariables(template)).toEqual(unknown);
  });
});

describe('hasVariable', () => {
  it('finds a variable with spaces around it and no other text', () => {
    expect(hasVariable('{{ review_url }}', 'review_url')).toBe(true);
    expect(hasVariable('review_url {{name}}', 'review_url')).toBe(false);
  });
});
