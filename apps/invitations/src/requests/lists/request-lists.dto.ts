import { ApiPropertyOptional } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType, Optional } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { REQUEST_STATUSES } from '../request';

export const REQUEST_ORDERS = [
  'id',
  'name',
  'recipient',
  'status',
  'schedule',
  'sent_on',
  'created_on',
] as const;
export type RequestOrder = (typeof REQUEST_ORDERS)[number];

export const SORTS = ['ASC', 'DESC'] as const;

/** Passing over a million entries of an index takes 0.1 s. */
export const MAX_START = 1_000_000;

const WORDS = REQUEST_STATUSES.join('|');
const STATUS_LIST = new RegExp(`^(${WORDS})(,(${WORDS}))*$`);
const ID = /^(\d{1,15})?$/;
const STATUS_RULE = {
  message: `$property must be statuses separated by commas: ${REQUEST_STATUSES.join(', ')}`,
};

/** Query of GET /invite/requests/get as text. An empty value means left out, except that of a list. */
export class RequestListQuery {
  @ApiPropertyOptional({
    description: `Statuses to include, comma separated: ${REQUEST_STATUSES.join(', ')}`,
    example: 'pending,sent',
  })
  @CommaList()
  @Optional()
  @Matches(STATUS_LIST, STATUS_RULE)
  status?: string;

  @ApiPropertyOptional({
    description: 'Statuses to leave out, comma separated',
    example: 'cancelled,skipped',
  })
  @CommaList()
  @Optional()
  @Matches(STATUS_LIST, STATUS_RULE)
  status_not?: string;

  @ApiPropertyOptional({
    maxLength: 200,
    description: 'Part of the name or of the recipient, without regard to case',
    example: 'bergman',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  search?: string;

  @ApiPropertyOptional({
    maxLength: 320,
    description: 'The whole email address, or the phone number with + and country code',
    example: 'noa@example.com',
  })
  @Optional()
  @IsString()
  @MaxLength(320)
  recipient?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of a first message: only its reminders',
    example: 900,
  })
  @Optional()
  @Matches(ID, { message: 'parent_id must be the id of a request' })
  parent_id?: string;

  @ApiPropertyOptional({ enum: INVITE_TYPES, description: 'How it is sent', example: 'email' })
  @Optional()
  @IsIn(['', ...INVITE_TYPES])
  type?: InviteType | '';

  @ApiPropertyOptional({ type: 'integer', description: 'Id of the settings profile', example: 5 })
  @Optional()
  @Matches(ID, { message: 'settings_id must be the id of a settings profile' })
  settings_id?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'The reference that the request was added with',
    example: 'order-1042',
  })
  @Optional()
  @IsString()
  @MaxLength(100)
  reference?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_START,
    default: 0,
    description: 'How many requests to pass over',
    example: 25,
  })
  @Optional()
  @Matches(/^(0|[1-9]\d{0,5}|1000000)?$/, { message: `start must be an integer from 0 to ${MAX_START}` })
  start?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 25,
    description: 'Page size',
    example: 25,
  })
  @Optional()
  @Matches(/^([1-9]\d?|100)?$/, { message: 'limit must be an integer from 1 to 100' })
  limit?: string;

  @ApiPropertyOptional({
    enum: REQUEST_ORDERS,
    default: 'id',
    description: 'Field to order by. Requests without a value come last',
    example: 'id',
  })
  @Optional()
  @IsIn(['', ...REQUEST_ORDERS])
  order?: RequestOrder | '';

  @ApiPropertyOptional({
    enum: SORTS,
    default: 'DESC',
    description: 'Direction of the order',
    example: 'DESC',
  })
  @Optional()
  @Matches(/^(asc|desc)?$/i, { message: `sort must be one of ${SORTS.join(', ')}` })
  sort?: string;
}
