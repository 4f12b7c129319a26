import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Nullable, Optional, REVIEW_STATUSES, TAG_FIELDS } from '@plaudit/contracts';
import { IsWebUrl, MAX_URL } from '@plaudit/runtime';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsString, Length, MaxLength } from 'class-validator';

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
const TAG_ID = { type: 'integer', description: TAG_FIELDS.id.description, examples: [3] } as const;
const TAG_NAME = { type: 'string', description: TAG_FIELDS.name.description, examples: ['bread'] } as const;

/** An optional web address. null clears it. */
export function UrlField(description: string, example: string): PropertyDecorator {
  return applyDecorators(urlProperty(description, example), IsWebUrl(), Nullable(), Optional());
}

/** A web address that a platform may have given, so only another one is checked, by `urlChange`. null clears it. */
export function StoredUrlField(description: string, example: string): PropertyDecorator {
  const property = urlProperty(description, example);
  return applyDecorators(property, MaxLength(MAX_URL), IsString(), Nullable(), Optional());
}

function urlProperty(description: string, example: string): PropertyDecorator {
  return ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URL,
    description: `${description}; http or https, without credentials`,
    example,
  });
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

/** An optional list of tag names. The case of a name does not count. A tag as a review has it stands for its name. */
export function TagsField(description: string, example = ['bread', 'coffee']): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      maxItems: MAX_TAGS,
      items: {
        oneOf: [
          { type: 'string', minLength: 1, maxLength: MAX_TAG },
          { type: 'object', required: ['name'], properties: { id: TAG_ID, name: TAG_NAME } },
        ],
      },
      description: `${description}; upper and lower case do not count. A tag as reviews have it, with id and name, stands for its name`,
      example,
    }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(nameOfTag) : value)),
    Length(1, MAX_TAG, { each: true }),
    IsString({
      each: true,
      message: '$property must be a list of names, or of tags with their name.',
    }),
    ArrayMaxSize(MAX_TAGS),
    IsArray(),
    Optional(),
  );
}

function nameOfTag(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'name' in item ? item.name : item;
}
