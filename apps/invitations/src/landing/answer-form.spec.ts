import { readAnswer, readForm } from './answer-form';

const FIELDS = { rating: '4', text: 'Great bread.', name: 'Noa Bergman', consent: '1' };
const bodyOf = (fields: Record<string, string>) => Buffer.from(new URLSearchParams(fields).toString());
const read = (fields: Record<string, string>) => readAnswer(readForm(bodyOf({ ...FIELDS, ...fields })));
const faultsOf = (fields: Record<string, string>) => {
  const result = read(fields);
  return 'faults' in result ? result.faults.map(({ key }) => key) : [];
};

describe('readAnswer', () => {
  it('returns a review with all fields', () => {
    expect(read({})).toEqual({ answer: { rating: 4, text: 'Great bread.', name: 'Noa Bergman' } });
  });

  it('strips markup and invisible characters, and keeps lines', () => {
    const text = '<p>Great\u0000 <b>bread</b> &amp; cake.</p><script>alert(1)</script>\r\n\r\nAgain &lt;3';
    expect(read({ text })).toMatchObject({ answer: { text: 'Great bread & cake.\n\nAgain <3' } });
    expect(read({ name: ' Noa\n\u202eBergman ' })).toMatchObject({ answer: { name: 'Noa Bergman' } });
  });

  it.each(['', '0', '6', '4.5', '-1', '1e0', ' 4', 'five'])('refuses the rating %j', (rating) => {
    expect(faultsOf({ rating })).toEqual(['fault_rating']);
  });

  it.each(['', '  \n ', '<p></p>', '<script>x</script>', '\u200b\u2060'])(
    'refuses the text %j, in which nothing is visible',
    (text) => expect(faultsOf({ text })).toEqual(['fault_text']),
  );

  it('accepts a text of 20,000 characters and a name of 191, and none longer', () => {
    expect(faultsOf({ text: 'x'.repeat(20_000), name: 'n'.repeat(191) })).toEqual([]);
    expect(faultsOf({ text: `<b>${'x'.repeat(20_000)}</b>` })).toEqual([]);
    expect(faultsOf({ text: 'x'.repeat(20_001) })).toEqual(['fault_text_long']);
    expect(faultsOf({ text: 'x'.repeat(1_000_000) })).toEqual(['fault_text_long']);
    expect(faultsOf({ name: 'n'.repeat(192) })).toEqual(['fault_name_long']);
  });

  it('lists every fault in the order of the fields', () => {
    const empty = readAnswer(readForm(Buffer.alloc(0)));
    expect(empty).toEqual({
      faults: [
        { field: 'rating', key: 'fault_rating' },
        { field: 'text', key: 'fault_text' },
        { field: 'name', key: 'fault_name' },
        { field: 'consent', key: 'fault_consent' },
      ],
    });
  });

  it.each([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('%%%=%zz&&&=;'), Buffer.from('{"rating":5}')])(
    'reads a body that is no form without failing',
    (body) => expect(readAnswer(readForm(body))).toHaveProperty('faults'),
  );
});
