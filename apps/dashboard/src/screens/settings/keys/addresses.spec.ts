import { addressesIn } from './addresses';

describe('the addresses of a key', () => {
  it('may stand on lines of their own or be separated by commas', () => {
    expect(addressesIn(' 203.0.113.7,\n2001:db8::/32 ; 198.51.100.0/24\n\n')).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
      '198.51.100.0/24',
    ]);
  });

  it('are an empty list, which means all of them, for an empty text', () => {
    expect(addressesIn(' \n')).toEqual([]);
  });
});
