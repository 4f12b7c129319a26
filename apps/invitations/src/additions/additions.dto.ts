import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INVITE_TYPES, type InviteType, IsId, Nullable, Optional } from '@plaudit/contracts';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { IsTimeZone, IsVisible } from '../requests/fields/input-checks';
import { DataField, NameField, RecipientRules, ScheduleField } from '../requests/fields/input-fields';
import { MAX_AHEAD_DAYS } from '../schedule/planned-time';
import { DELAY_UNITS, type DelayUnit } from '../settings/invite-settings';

const MAX_CHANNELS = 10;
const MAX_REFERENCE = 100;
/** A year in minutes. */
const MAX_DELAY = MAX_AHEAD_DAYS * 24 * 60;

/** Body of POST /invite/requests/add. Unknown fields are ignored. */
export class InviteCreateInput {
  @ApiProperty({
    maxLength: 254,
    description:
      'One email address, or the number of a mobile phone: with + and country code, or a national one with `country`',
    example: 'noa@example.com',
  })
  @RecipientRules()
  recipient: string;

  @NameField('Name of the recipient')
  name?: string | null;

  @ApiPropertyOptional({
    enum: INVITE_TYPES,
    description: 'Default email if the recipient has an @, otherwise sms',
    example: 'email',
  })
  @Optional()
  @IsIn(INVITE_TYPES)
  type?: InviteType;

  @ScheduleField('Not together with `delay`')
  schedule?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_DELAY,
    description: `When to send it, from now, at most ${MAX_AHEAD_DAYS} days; 0 means as soon as the send window is open. Default: the delay of the settings profile`,
    example: 2,
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(MAX_DELAY)
  delay?: number;

  @ApiPropertyOptional({
    enum: DELAY_UNITS,
    default: 'days',
    description: 'Unit of `delay`',
    example: 'days',
  })
  @Optional()
  @IsIn(DELAY_UNITS)
  delay_unit?: DelayUnit;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of the settings profile; default: the default profile',
    example: 5,
  })
  @Optional()
  @IsId()
  settings_id?: number;

  @DataField('Values for the placeholders {{data.…}}')
  data?: Record<string, string | number | boolean | null>;

  @ApiPropertyOptional({
    pattern: '^[A-Za-z]{2}$',
    description: 'ISO 3166-1 code of the country of a national phone number',
    example: 'FR',
  })
  @Optional()
  @IsString()
  @Matches(/^[a-z]{2}$/i, { message: 'country must be a code of two letters such as FR' })
  country?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: "The recipient's time zone, which replaces that of the send window",
    example: 'Europe/Berlin',
  })
  @Optional()
  @Nullable()
  @IsTimeZone()
  timezone?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer' },
    nullable: true,
    maxItems: MAX_CHANNELS,
    description: 'Ids of the channels to offer instead of those of the settings profile',
    example: [42],
  })
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMaxSize(MAX_CHANNELS)
  @ArrayUnique({ message: 'channels must not name a channel twice' })
  @IsId({ each: true })
  channels?: number[] | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_REFERENCE,
    description:
      'Your own id of the request, such as an order number. A second request with it returns the first one and adds nothing',
    example: 'order-1042',
  })
  @Optional()
  @Nullable()
  @IsString()
  @Length(1, MAX_REFERENCE)
  @IsVisible()
  reference?: string | null;

  @ApiPropertyOptional({
    default: true,
    description: 'False: no reminders for this one',
    example: true,
  })
  @Optional()
  @IsBoolean()
  followup?: boolean;

  @ApiPropertyOptional({
    default: false,
    description: 'True: add it although the person was invited a short time ago',
    example: false,
  })
  @Optional()
  @IsBoolean()
  ignore_cooldown?: boolean;
}
