import { Transform } from 'class-transformer';

/** The field is a list whose items are separated by commas. The rules below it see the list without blanks around the items. */
export function CommaList(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((item) => item.trim())
          .join(',')
      : value,
  );
}
