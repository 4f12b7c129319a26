import { ApiProperty } from '@nestjs/swagger';
import { Nullable } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { IsString, MaxLength } from 'class-validator';

export const MAX_SIGNATURE = 300;

const SIGNATURE = {
  type: String,
  nullable: true,
  maxLength: MAX_SIGNATURE,
  description:
    'Stands at the end of each draft, below closing words in its language. null: the name of the channel stands there. Empty, or null for a review without a channel: the draft ends with its last sentence.',
  example: 'Ada Example\nManager',
} as const;

/** Body of PUT /reviews/ai/settings. */
export class ReplySettingsInput {
  @ApiProperty(SIGNATURE)
  @Nullable()
  @IsString()
  @MaxLength(MAX_SIGNATURE)
  signature: string | null;
}

export class ReplySettingsResponse extends SuccessResponse {
  @ApiProperty(SIGNATURE) signature: string | null;
}
