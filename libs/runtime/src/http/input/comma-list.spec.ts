import { plainToInstance } from 'class-transformer';
import { CommaList } from './comma-list';

class Query {
  @CommaList() status?: unknown;
}

describe('CommaList', () => {
  it.each([
    ['pending, sent', 'pending,sent'],
    [' pending ,\tsent ', 'pending,sent'],
    ['pending,sent', 'pending,sent'],
    ['pending,, sent,', 'pending,,sent,'],
    ['two words, one', 'two words,one'],
    ['  ', ''],
    [7, 7],
    [['a, b'], ['a, b']],
    [undefined, undefined],
  ])('reads %j as %j', (given, expected) => {
    expect(plainToInstance(Query, { status: given }).status).toEqual(expected);
  });
});
