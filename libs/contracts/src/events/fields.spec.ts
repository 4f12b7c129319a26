import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { payloadSchema } from '../generate/payload-schema';
import { descriptionOf, exampleOf, flag, listOf, nullable, optional, payloadClass, text } from './fields';
import { asPayload } from './nested';

const ITEM_FIELDS = { name: text({ description: 'Name of the item', example: 'bread' }) };
class Item extends payloadClass(ITEM_FIELDS) {}

const FIELDS = {
  title: text({ description: 'Title', example: 'Order' }),
  note: nullable(text({ description: 'Note', example: 'fresh' }), null),
  items: listOf(Item, { description: 'Items', example: [{ name: 'bread' }] }),
  paid: optional(flag({ description: 'True if paid', example: true })),
};
class Order extends payloadClass(FIELDS) {}
class PaidOrder extends Order {}

const faultsOf = (data: object): string[] =>
  validateSync(asPayload(Order, data), { forbidUnknownValues: false }).map(({ property }) => property);

describe('payloadClass', () => {
  it('validates every field by its rules, also in nested lists', () => {
    expect(faultsOf({ title: 'Order', note: null, items: [{ name: 'bread' }], paid: false })).toEqual([]);
    expect(faultsOf({ title: null, note: 7, items: [{ name: 7 }], paid: 'yes' })).toEqual([
      'title',
      'note',
      'items',
      'paid',
    ]);
  });

  it('accepts an optional field that is absent, but not null', () => {
    expect(faultsOf({ title: 'Order', note: null, items: [] })).toEqual([]);
    expect(faultsOf({ title: 'Order', note: null, items: [], paid: null })).toEqual(['paid']);
  });

  it('leaves optional fields out of the required ones of the schema', () => {
    const schema = payloadSchema(Order, descriptionOf);
    expect(schema.required).toEqual(['title', 'note', 'items']);
    expect(schema.properties?.paid).toEqual({ type: 'boolean', description: 'True if paid' });
  });

  it('describes the fields of a class that extends it', () => {
    expect(descriptionOf(PaidOrder, 'title')).toBe('Title');
    expect(descriptionOf(PaidOrder, 'missing')).toBeUndefined();
  });
});

describe('exampleOf', () => {
  it('returns the examples of the fields as an object of its own', () => {
    const example = exampleOf(FIELDS);
    expect(example).toEqual({ title: 'Order', note: null, items: [{ name: 'bread' }], paid: true });
    example.items.pop();
    expect(exampleOf(FIELDS).items).toHaveLength(1);
  });
});
