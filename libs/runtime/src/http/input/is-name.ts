import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { plainLine } from '../../content/plain-text';

const MAX_NAME = 191;

/**
 * A name of 1 to `max` characters on one line. Before it is checked, runs of blanks are folded, and invisible characters and the blanks
 * around it are removed, so a name of nothing else is blank. Without `max`, it has at most 191 characters.
 */
export function IsName(max = MAX_NAME): PropertyDecorator {
  const faultOf = (value: unknown): string | null => {
    if (typeof value !== 'string') return 'must be a string';
    if (value === '') return 'must not be blank';
    return [...value].length > max ? `must have at most ${max} characters` : null;
  };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? plainLine(value) : value)),
    ValidateBy({
      name: 'isName',
      validator: {
        validate: (value: unknown) => faultOf(value) === null,
        defaultMessage: (args) => `${args?.property} ${faultOf(args?.value) ?? ''}`,
      },
    }),
  );
}
