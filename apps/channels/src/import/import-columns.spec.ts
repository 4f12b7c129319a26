import { columnsOf, readMapping } from './import-columns';

const found = (header: string, mapping: object = {}) =>
  Object.fromEntries(columnsOf(header.split(','), readMapping(mapping)));

describe('columnsOf', () => {
  it.each([
    ['author,rating,text,date,id', ['from_name', 'rating_value', 'text', 'posted_on', 'external_id']],
    ['Name,Stars,Comment,Posted On,URL', ['from_name', 'rating_value', 'text', 'posted_on', 'post_url']],
    ['FROM_NAME,rating_value,Review Text,posted_on', ['from_name', 'rating_value', 'text', 'posted_on']],
    ['Réviewer,  Rating-Value ,review,review date', ['from_name', 'rating_value', 'text', 'posted_on']],
    ['title,rating_scale,text,date,reply', ['title', 'rating_scale', 'text', 'posted_on', 'reply']],
    ['language,verified,text,date,owner response', ['language', 'verified', 'text', 'posted_on', 'reply']],
  ])('finds the fields of the header %s', (header, fields) => {
    expect(found(header)).toEqual(Object.fromEntries(fields.map((field, at) => [field, at])));
  });

  it('ignores columns that it does not know', () => {
    expect(found('text,date,mood,toString,__proto__')).toEqual({ text: 0, posted_on: 1 });
  });

  it('takes the more exact of two names, and the first of two equal ones', () => {
    expect(found('comment,text,date,date')).toEqual({ text: 1, posted_on: 2 });
  });

  it('lets the mapping win, in any case, and leaves out what is mapped to null', () => {
    const mapping = { text: 'OPINION', posted_on: 'When', rating_value: null };
    expect(found('text,Opinion,date,When,rating', mapping)).toEqual({ text: 1, posted_on: 3 });
  });

  it.each([
    ['text,author', {}, 'missing_field', 'posted_on'],
    ['date,author', {}, 'missing_field', 'text'],
    ['date,text', { posted_on: null }, 'missing_field', 'posted_on'],
    ['date,text', { from_name: 'Guest' }, 'invalid_value', '"Guest"'],
    ['date,text', { from_name: ' ' }, 'invalid_value', 'mapping.from_name'],
    ['', {}, 'missing_field', 'posted_on'],
  ])('refuses the header %j with the mapping %j', (header, mapping, code, msg) => {
    expect(() => found(header, mapping)).toThrow(expect.objectContaining({ code }));
    expect(() => found(header, mapping)).toThrow(msg);
  });
});

describe('readMapping', () => {
  it('reads an absent mapping as one without columns', () => {
    expect([readMapping(undefined), readMapping(null)]).toEqual([{}, {}]);
  });

  it.each([
    ['text', 'an object'],
    [['text'], 'an object'],
    [{ tekst: 'a' }, "'tekst'"],
    [{ text: 1 }, 'mapping.text'],
    [{ text: {} }, 'mapping.text'],
    [JSON.parse('{"__proto__": "a"}'), '__proto__'],
  ])('refuses the mapping %j', (mapping, msg) => {
    expect(() => readMapping(mapping)).toThrow(msg);
  });
});
