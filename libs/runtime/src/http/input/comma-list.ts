import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/**
 * The field is a list whose items are separated by commas. The other rules see the list without blanks around the items. A missing
 * item is refused, also the only one: a filter by an empty list would otherwise return everything.
 */
export function CommaList(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isCommaList',
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' || value.split(',').every((item) => item !== ''),
        defaultMessage: (args) => `${args?.property} ${faultOf(args?.value)}`,
      },
    }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((item) => item.trim())
            .join(',')
        : value,
    ),
  );
}

function faultOf(list: unknown): string {
  return list === ''
    ? 'must not be an empty list; name its items, or leave it out'
    : 'must not have an empty item between its commas';
}
