import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional, REVIEW_STATUSES } from '@plaudit/contracts';
import { IsWebUrl, MAX_URL } from '@plaudit/runtime';
import { ArrayMaxSize, IsArray, IsIn, IsString, Length } from 'class-validator';

/** Fields that several bodies share, with their rules and their documentation. */

/** The longest text that is read at all; at most 20,000 characters may remain once HTML is stripped. */
export const MAX_RAW_TEXT = 200_000;
export const TEXT_RULE = 'HTML is stripped and entities are decoded; 1 to 20,000 characters remain';
export const DATE_RULE =
  'Date and time, UTC unless an offset is given: 2026-01-31 or 2026/01/31, 2026-01-31 18:05[:09], ISO 8601 with offset, or d/m/Y, d-m-Y, d.m.Y with optional time. The day comes first unless the second number is over 12. From 1900 to 24 hours in the future.';

const STATUS_FORMS = [...REVIEW_STATUSES, 0, 1, 2, '0', '1', '2'];
const STATUS_MESSAGE = 'status must be inbox, approved or ignored (or 0, 1, 2)';
/** The most tags of a review. */
export const MAX_TAGS = 20;
export const MAX_TAG = 50;

/** An optional web address. null clears it. */
export function UrlField(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      format: 'uri',
      maxLength: MAX_URL,
      description: `${description}; http or https, without credentials`,
      example,
    }),
    IsWebUrl(),
    Nullable(),
    Optional(),
  );
}

/** An optional curation status, as word, number or numeric text. */
export function StatusField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      oneOf: [
        { type: 'string', enum: [...REVIEW_STATUSES, '0', '1', '2'] },
        { type: 'integer', minimum: 0, maximum: 2 },
      ],
      description: `${description}; 0, 1 and 2 stand for the words in this order`,
      example: 'approved',
    }),
    IsIn(STATUS_FORMS, { message: STATUS_MESSAGE }),
    Optional(),
  );
}

/** An optional list of tag names. The case of a name does not count. */
export function TagsField(description: string, example = ['bread', 'coffee']): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      maxItems: MAX_TAGS,
      items: { type: 'string', minLength: 1, maxLength: MAX_TAG },
      description: `${description}; upper and lower case do not count`,
      example,
    }),
    Length(1, MAX_TAG, { each: true }),
    IsString({ each: true }),
    ArrayMaxSize(MAX_TAGS),
    IsArray(),
    Optional(),
  );
}
