import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsId, MAX_IDS, Optional } from '@plaudit/contracts';
import { ValidationCode } from '@plaudit/runtime';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { WEBHOOK_EVENTS } from '../fan-out/notification';

const MAX_DESCRIPTION = 255;

const URL_PROPERTY: ApiPropertyOptions = {
  example: 'https://hooks.example.com/reviews',
  description: 'The URL to send events to, at most 2048 characters.',
};
const EVENTS_PROPERTY: ApiPropertyOptions = {
  isArray: true,
  enum: WEBHOOK_EVENTS,
  example: ['review.created'],
  description: 'The events to send, at least one.',
};
const URL_TEXT = { message: 'url must be a string' };
const ONE_EVENT_OR_MORE = { message: `events must name one or more of ${WEBHOOK_EVENTS.join(', ')}` };
const TRUE_OR_FALSE = { message: '$property must be true or false' };
const RATING = { message: '$property must be a number from 1 to 5, or null' };
const DESCRIPTION = {
  message: `$property must be a string of at most ${MAX_DESCRIPTION} characters, or null`,
};

/** The fields that a request may leave out, when it adds a webhook and when it changes one. */
@ValidationCode('invalid_value', 422)
class WebhookSettingsInput {
  @ApiPropertyOptional({
    type: 'integer',
    isArray: true,
    example: [12],
    description:
      'Send only events of these sub accounts, which must exist; an empty list removes the filter. Only a key of the main sub account with `account_management` may name others than its own.',
  })
  @Optional()
  @IsIdList()
  sub_account_ids?: number[];
  @ApiPropertyOptional({
    type: 'integer',
    isArray: true,
    example: [],
    description:
      'Send only events of these channels, which must exist; an empty list removes the filter. It does not apply to events of invitations, which belong to no channel.',
  })
  @Optional()
  @IsIdList()
  channel_ids?: number[];
  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 1,
    maximum: 5,
    example: null,
    description:
      'Send only reviews with at least this rating, on a scale of five stars; null removes the limit.',
  })
  @IsOptional()
  @Max(5, RATING)
  @Min(1, RATING)
  @IsNumber({}, RATING)
  min_rating?: number | null;
  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 1,
    maximum: 5,
    example: null,
    description:
      'Send only reviews with at most this rating, on a scale of five stars; null removes the limit.',
  })
  @IsOptional()
  @Max(5, RATING)
  @Min(1, RATING)
  @IsNumber({}, RATING)
  max_rating?: number | null;
  @ApiPropertyOptional({
    example: false,
    description: 'True leaves out the reviews of the first crawl of a channel.',
  })
  @Optional()
  @IsBoolean(TRUE_OR_FALSE)
  skip_backfill?: boolean;
  @ApiPropertyOptional({
    example: true,
    description: 'False pauses deliveries; they are held until the webhook is active again.',
  })
  @Optional()
  @IsBoolean(TRUE_OR_FALSE)
  active?: boolean;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_DESCRIPTION,
    example: 'CRM',
    description: 'Your note about the webhook; null removes it.',
  })
  @IsOptional()
  @MaxLength(MAX_DESCRIPTION, DESCRIPTION)
  @IsString(DESCRIPTION)
  description?: string | null;
}

/** The body of POST /webhooks/add. Which URLs and events are known is checked by the service. */
export class WebhookAddInput extends WebhookSettingsInput {
  @ApiProperty({ ...URL_PROPERTY, required: true })
  @ValidationCode('webhook_url_invalid')
  @IsString(URL_TEXT)
  url: string;
  @ApiProperty({ ...EVENTS_PROPERTY, required: true })
  @IsEventList()
  events: string[];
}

/** The body of PUT /webhooks/update/{id}. */
export class WebhookUpdateInput extends WebhookSettingsInput {
  @ApiPropertyOptional(URL_PROPERTY)
  @ValidationCode('webhook_url_invalid')
  @Optional()
  @IsString(URL_TEXT)
  url?: string;
  @ApiPropertyOptional(EVENTS_PROPERTY)
  @Optional()
  @IsEventList()
  events?: string[];
}

function IsEventList(): PropertyDecorator {
  return all(
    IsString({ each: true, ...ONE_EVENT_OR_MORE }),
    ArrayMinSize(1, ONE_EVENT_OR_MORE),
    IsArray(ONE_EVENT_OR_MORE),
  );
}

function IsIdList(): PropertyDecorator {
  const message = `$property must be a list of at most ${MAX_IDS} ids; an empty list removes the filter`;
  return all(IsId({ each: true, message }), ArrayMaxSize(MAX_IDS, { message }), IsArray({ message }));
}

function all(...rules: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
