import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested, validateSync } from 'class-validator';
import { EVENTS } from './catalogue';
import { asPayload } from './events/nested';
import { dropUnknown, isSurelyValid } from './sure-check';

const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  '2026-01-01 00:00:00',
  '2026-13-01T00:00:00Z',
  0,
  -1,
  1.5,
  1e300,
  Number.NaN,
  true,
  [],
  [null],
  [1],
  ['x'],
  [[]],
  [{}],
  {},
  { id: 1 },
  { text: 'x', posted_on: 'never' },
  Array.from({ length: 60 }, () => ({})),
];

/** Yields `payload` with each field in turn, at every depth, replaced by each hostile value. */
function* spoiled(payload: object): Generator<object> {
  for (const [field, value] of Object.entries(payload)) {
    for (const hostile of HOSTILE) yield { ...payload, [field]: hostile };
    const { [field]: _gone, ...without } = payload as Record<string, unknown>;
    yield without;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of spoiled(Array.isArray(value) ? { ...value } : (value as object))) {
      yield { ...payload, [field]: Array.isArray(value) ? Object.values(inner) : inner };
    }
  }
}

function classValidatorFindsNothing(instance: object): boolean {
  return validateSync(instance, { forbidUnknownValues: false }).length === 0;
}

describe('isSurelyValid', () => {
  it.each(EVENTS.map((event) => [event.pattern, event] as const))(
    'accepts the example of %s and nothing that class-validator refuses',
    (_pattern, { payload, example }) => {
      expect(isSurelyValid(asPayload(payload, example))).toBe(true);
      const verdicts = [...spoiled(example)].map((data) => {
        const instance = asPayload(payload, data);
        return { data, sure: isSurelyValid(instance), valid: classValidatorFindsNothing(instance) };
      });
      expect(verdicts.filter(({ sure, valid }) => sure !== valid)).toEqual([]);
      expect(verdicts.some(({ valid }) => !valid)).toBe(true);
    },
  );

  it('returns false for a rule of an unknown kind', () => {
    class Optional {
      @IsString({ validateIf: (_object, value) => value !== undefined }) name?: string;
    }
    expect(classValidatorFindsNothing(asPayload(Optional, { name: 'x' }))).toBe(true);
    expect(isSurelyValid(asPayload(Optional, { name: 'x' }))).toBe(false);
  });

  it('uses the class of the instance, whatever its field "constructor" holds', () => {
    class Named {
      @IsString() name: string;
    }
    expect(isSurelyValid(asPayload(Named, { constructor: Object, name: 1 }))).toBe(false);
  });

  it('drops fields without rules at every depth', () => {
    class Part {
      @IsInt() size: number;
    }
    class Whole {
      @IsOptional() name?: string;
      @ValidateNested({ each: true }) @Type(() => Part) parts: Part[];
      @ValidateNested() @Type(() => Part) main: Part;
    }
    const data = { name: 'a', odd: 1, parts: [{ size: 1, odd: 2 }], main: { size: 2, odd: 3 } };
    const [ours, theirs] = [plainToInstance(Whole, data), plainToInstance(Whole, data)];
    dropUnknown(ours);
    validateSync(theirs, { whitelist: true });
    expect(ours).toEqual(theirs);
    expect(ours).toEqual({ name: 'a', parts: [{ size: 1 }], main: { size: 2 } });
  });
});
