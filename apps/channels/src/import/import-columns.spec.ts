import { columnsOf, columnUsesOf, readMapping } from './import-columns';

const tableOf = (header: string, ...rows: string[]) => ({
  header: header.split(','),
  rows: rows.map((row) => ({ cells: row.split(','), isTooLong: false })),
});
const found = (header: string, mapping: object = {}, ...rows: string[]) =>
  Object.fromEntries(
    [...columnsOf(tableOf(header, ...rows), readMapping(mapping))].map(([field, at]) => [
      field,
      at.length === 1 ? at[0] : at,
    ]),
  );

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

  it('lets several columns hold media, also by the mapping, and two hold the name', () => {
    expect(found('text,date,photo_1,photo_2,first_name,last_name')).toEqual({
      text: 0,
      posted_on: 1,
      media: [2, 3],
      from_name: [4, 5],
    });
    expect(found('text,date,a,b', { media: ['A', 'b'] })).toEqual({ text: 0, posted_on: 1, media: [2, 3] });
  });

  it('gives a column that the mapping names to no other field', () => {
    expect(found('title,text,review,date', { title: 'text' })).toEqual({ title: 1, text: 2, posted_on: 3 });
  });

  it('gives a column that the mapping names for two fields to both', () => {
    const mapping = { title: 'text', text: ['text', 'more'] };
    expect(found('text,more,date', mapping)).toEqual({ title: 0, text: [0, 1], posted_on: 2 });
  });

  it('ignores a column whose values do not fit its name', () => {
    const rows = ['Our shop,12,2,x.jpg,2026-01-02,Fine.', 'Our shop,13,1,y.jpg,2026-01-03,Good.'];
    const header = 'title,reviews,photos,image_url,date,content';
    expect(found(header, {}, ...rows, rows[0]!)).toEqual({ posted_on: 4, text: 5 });
  });

  it('reports what each column became', () => {
    const table = tableOf('id,,Date,Text,Date,photo 1,photo 2');
    expect(columnUsesOf(table.header, columnsOf(table, {}))).toEqual({
      columns: [
        { column: 'id', field: 'external_id' },
        { column: 'Date', field: 'posted_on' },
        { column: 'Text', field: 'text' },
        { column: 'photo 1', field: 'media' },
        { column: 'photo 2', field: 'media' },
      ],
      ignored_columns: ['column 2', 'Date'],
    });
  });

  it('names every missing field and the columns of the file at once', () => {
    expect(() => found('a,b,c')).toThrow(
      'csv has no column for posted_on, text and from_name; its columns are a, b and c. Name them posted_on or date, text or rating, from_name or author, or send mapping. A file without from_name is read, too.',
    );
    expect(() => found('author,text')).toThrow('Name it posted_on or date, or send mapping.');
    const wide = Array.from({ length: 100 }, (_, at) => `c${at}`).join(',');
    expect(() => found(wide)).toThrow('c29 and 70 more.');
  });

  it.each([
    ['text,author', {}, 'missing_field', 'posted_on'],
    ['date,author', {}, 'missing_field', 'text'],
    ['date,text', { posted_on: null }, 'missing_field', 'posted_on'],
    ['date,text', { from_name: 'Guest' }, 'invalid_value', '"Guest"'],
    ['date,text', { from_name: ' ' }, 'invalid_value', 'mapping.from_name'],
    ['date,text', { text: ['text', ' TEXT'] }, 'invalid_value', 'mapping.text names the column " TEXT"'],
    ['date,a,b', { media: ['a', 'b', 'a'] }, 'invalid_value', 'mapping.media names the column "a", which'],
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
    [{ title: ['a'] }, 'mapping.title'],
    [{ media: [] }, 'mapping.media'],
    [{ media: [1] }, 'mapping.media'],
    [{ from_name: Array.from({ length: 101 }, (_, at) => `c${at}`) }, 'a list of 1 to 100 names, or null'],
    [
      { text: Array<string>(450_000).fill('t') },
      'mapping.text must be the name of a column, a list of 1 to 100',
    ],
    [JSON.parse('{"__proto__": "a"}'), '__proto__'],
  ])('refuses the mapping %#', (mapping, msg) => {
    expect(() => readMapping(mapping)).toThrow(msg);
  });
});
