import { ApiError } from '@plaudit/contracts';
import { googleBusiness } from '../platforms/local/google-business';
import { chosenStores, cleanLocations } from './locations';

const { meta } = googleBusiness;
const at = (n: number) => `accounts/1/locations/${n}`;

describe('cleanLocations', () => {
  it('returns each location once, with texts of a bounded length and without invisible characters', () => {
    const listed = [
      { id: at(1), name: 'Ac\u202eme\u0000 <b>', address: 'x'.repeat(1_000) },
      { id: at(1), name: 'Twice', address: null },
      { id: at(2), name: ' ', address: ' ' },
    ];
    expect(cleanLocations(meta, listed)).toEqual([
      { id: at(1), name: 'Acme <b>', address: 'x'.repeat(300) },
      { id: at(2), name: at(2), address: null },
    ]);
  });

  it('leaves out a location whose id cannot be a store', () => {
    const ids = ['', 'accounts/1', `${at(1)},${at(2)}`, ` ${at(1)}`, `../${at(1)}`, 'x'.repeat(10_000)];
    expect(
      cleanLocations(
        meta,
        ids.map((id) => ({ id, name: 'Acme', address: null })),
      ),
    ).toEqual([]);
  });

  it('returns at most 500 locations', () => {
    const listed = Array.from({ length: 5_000 }, (_, n) => ({ id: at(n), name: 'Acme', address: null }));
    expect(cleanLocations(meta, listed)).toHaveLength(500);
  });
});

describe('chosenStores', () => {
  const offered = [1, 2].map((n) => ({ id: at(n), name: 'Acme', address: null }));

  it('returns the chosen ids', () => {
    expect(chosenStores(meta, offered, `${at(2)}, ${at(1)}`)).toEqual([at(2), at(1)]);
  });

  it.each([
    [undefined, 'missing_field'],
    [' , ', 'missing_field'],
    [at(3), 'invalid_value'],
    [`${at(1)},${at(3)}`, 'invalid_value'],
    ['x', 'invalid_value'],
  ])('refuses the choice %j', (stores, code) => {
    const choose = () => chosenStores(meta, offered, stores);
    expect(choose).toThrow(ApiError);
    expect(choose).toThrow(expect.objectContaining({ code, details: { field: 'stores' } }));
  });
});
