import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/**
 * The field is a list whose items are separated by commas. The other rules see the list without blanks around the items, and refuse a
 * missing item. An empty list is refused here: as a filter it would return everything.
 */
export function CommaList(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isCommaList',
      validator: {
        validate: (value: unknown) => value !== '',
        defaultMessage: (args) =>
          `${args?.property} must not be an empty list; name its items, or leave it out`,
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
