import { isShown, ruleOf, withRenamedStyles } from './mail-rules';

describe('ruleOf', () => {
  it.each([
    ['TABLE', 'show'],
    ['a', 'show'],
    ['SCRIPT', 'drop'],
    ['iframe', 'drop'],
    ['svg', 'drop'],
    ['FORM', 'drop'],
    ['o:OfficeDocumentSettings', 'content'],
    ['section', 'content'],
  ])('says for %s: %s', (tag, rule) => {
    expect(ruleOf(tag)).toBe(rule);
  });
});

describe('isShown', () => {
  it.each([
    ['td', 'bgcolor', '#fff', true],
    ['img', 'src', 'https://www.example.com/logo.png', true],
    ['img', 'src', 'data:image/png;base64,AA', true],
    ['img', 'src', 'javascript:alert(1)', false],
    ['img', 'src', 'data:text/html,x', false],
    ['td', 'src', 'https://www.example.com/', false],
    ['a', 'href', 'https://www.example.com/', false],
    ['img', 'ONERROR', 'alert(1)', false],
    ['p', 'style', 'color: red', false],
    ['p', 'id', 'root', false],
  ])('says whether <%s %s="%s"> is shown', (tag, attribute, value, expected) => {
    expect(isShown(tag, attribute, value)).toBe(expected);
  });
});

describe('withRenamedStyles', () => {
  it('renames style elements and style attributes, and nothing in texts', () => {
    const html = `<style>a{}</style><STYLE type="x"></STYLE><p class="a" style="color:red">a style="b" <i\nSTYLE='x'>c</i></p>`;
    expect(withRenamedStyles(html)).toBe(
      `<x-style>a{}</x-style><x-style type="x"></x-style><p class="a" data-style="color:red">a style="b" <i data-style='x'>c</i></p>`,
    );
  });

  it('ends soon for a text of opening brackets', () => {
    const hostile = '<a '.repeat(200_000);
    expect(withRenamedStyles(hostile)).toBe(hostile);
  });
});
