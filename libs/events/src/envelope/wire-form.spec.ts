import { inspect } from 'node:util';
import { anything, assert, jsonValue, pre, property } from 'fast-check';
import { isWireForm } from './wire-form';

describe('isWireForm', () => {
  it('is true for everything that was read from JSON', () => {
    assert(property(jsonValue(), (value) => expect(isWireForm(value)).toBe(true)));
  });

  it('is only true for what reads back as an equal value', () => {
    const all = anything({ withDate: true, withBigInt: true, withMap: true, withSparseArray: true });
    assert(
      property(all, (value) => {
        // JSON has no negative zero.
        pre(!inspect(value, { depth: null }).includes('-0'));
        pre(isWireForm(value));
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  it.each([
    ['a date', new Date(0)],
    ['an object that names its own JSON', { toJSON: () => 'text' }],
    ['NaN', Number.NaN],
    ['an infinite number', Infinity],
    ['a function', () => 1],
    ['a list of undefined', [undefined]],
    ['a list with a gap', Object.assign([], { length: 1 })],
    ['undefined', undefined],
    ['a boxed text', new String('text')],
    ['a map', new Map()],
  ])('is false for %s, at the top and inside', (_what, value) => {
    expect([isWireForm(value), isWireForm([{ a: [value] }])]).toEqual([false, false]);
  });

  it('is true for an object with an undefined field, which is absent in JSON', () => {
    expect(isWireForm({ a: 1, b: undefined })).toBe(true);
  });
});
