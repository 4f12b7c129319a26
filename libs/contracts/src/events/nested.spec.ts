import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { IsInt, IsString, validateSync } from 'class-validator';
import { EVENTS } from '../catalogue';
import { asPayload, Nested, NestedList } from './nested';
import { Nullable } from '../field-rules';

class Wheel {
  @IsInt() inches: number;
}
class Bicycle {
  @IsString() name: string;
  @NestedList(() => Wheel) wheels: Wheel[];
}
class Tandem extends Bicycle {
  @Nullable() @Nested(() => Bicycle) trailer: Bicycle | null;
}

describe('asPayload', () => {
  it.each(EVENTS.map((event) => [event.pattern, event] as const))(
    'builds the same object as plainToInstance from the example of %s',
    (_pattern, event) => {
      const example: unknown = structuredClone(event.example);
      const made = asPayload(event.payload, example as object);
      expect(made).toStrictEqual(plainToInstance(event.payload, example));
      expect(validateSync(made)).toEqual([]);
    },
  );

  it('builds nested classes at every depth, also inherited ones', () => {
    const trailer = { name: 'trailer', wheels: [{ inches: 20 }] };
    const made = asPayload(Tandem, { name: 'long', wheels: [{ inches: 28 }], trailer });
    expect(made).toStrictEqual(plainToInstance(Tandem, { name: 'long', wheels: [{ inches: 28 }], trailer }));
    expect(made.trailer?.wheels[0]).toBeInstanceOf(Wheel);
  });

  it.each([
    [{ name: 'a', wheels: [{ inches: 'x' }], trailer: null }],
    [{ name: 'a', wheels: [null, 7, [], {}], trailer: [] }],
    [{ name: 'a', wheels: { inches: 1 }, trailer: 'none' }],
    [{ name: 'a', wheels: [[{ inches: 1 }]], trailer: { name: 1 } }],
    [{}],
  ])('lets validation find the same faults in %j as with plainToInstance', (data) => {
    const faults = (instance: object) =>
      validateSync(instance).map(({ property, constraints }) => [property, constraints]);
    expect(faults(asPayload(Tandem, data))).toEqual(faults(plainToInstance(Tandem, data)));
  });

  it('does not change its input and takes no class from it', () => {
    const data = JSON.parse(
      '{"name":"a","wheels":[{"inches":1}],"trailer":null,"__proto__":{"evil":1}}',
    ) as object;
    const made = asPayload(Tandem, data);
    expect(made).toBeInstanceOf(Tandem);
    expect('evil' in made).toBe(false);
    expect(Object.getPrototypeOf((data as Tandem).wheels[0])).toBe(Object.prototype);
  });
});
