import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsISO6391 } from 'class-validator';

/** An ISO 639-1 code in any case, which becomes lower case. */
export function IsLanguageCode(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown))),
    IsISO6391({ message: '$property must be an ISO 639-1 code of two letters, such as en or pt' }),
  );
}
