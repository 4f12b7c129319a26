import { isSameWord } from './same-word';

describe('isSameWord', () => {
  it.each([
    ['staff', 'staff'],
    ['family', 'families'],
    ['delivery', 'delivered'],
    ['hotel', 'hotels'],
    ['clean', 'cleaning'],
    ['lieferung', 'lieferungen'],
    ['wc', 'wc'],
  ])('accepts %s and %s', (a, b) => {
    expect([isSameWord(a, b), isSameWord(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['clean', 'clear'],
    ['staff', 'stuff'],
    ['bar', 'bars'],
    ['port', 'portugal'],
    ['app', 'apple'],
    ['international', 'internal'],
  ])('tells %s from %s', (a, b) => {
    expect([isSameWord(a, b), isSameWord(b, a)]).toEqual([false, false]);
  });
});
