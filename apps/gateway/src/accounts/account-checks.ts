import { applyDecorators } from '@nestjs/common';
import { IsUrl, MaxLength, ValidateBy } from 'class-validator';

const MAX_IDS = 1_000;

/** An absolute http or https URL of at most 2,048 characters. */
export function IsWebUrl(): PropertyDecorator {
  return applyDecorators(
    MaxLength(2_048),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: '$property must be an absolute http or https URL' },
    ),
  );
}

/** A list of at most 1,000 positive integers that JavaScript represents exactly. */
export function IsIdList(): PropertyDecorator {
  return ValidateBy({
    name: 'isIdList',
    validator: {
      validate: isIdList,
      defaultMessage: (args) =>
        `${args?.property} must be a list of at most ${MAX_IDS.toLocaleString('en-US')} positive integers`,
    },
  });
}

function isIdList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_IDS) return false;
  return value.every((id) => Number.isSafeInteger(id) && (id as number) > 0);
}
