import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { REPLY_TONES, type ReplyTone } from '../generation/generated';

const ID = { type: 'integer' as const, description: 'Id of the review', example: 4711 };
const GENERATED_ON = {
  type: String,
  format: 'date-time',
  description: 'When it was written, as ISO 8601 in UTC',
  example: '2026-09-20T02:40:11.000Z',
};

export class ReplyDraftResponse extends SuccessResponse {
  @ApiProperty(ID) id: number;

  @ApiProperty({
    description: 'Plain text with line breaks. Read it before you publish it.',
    example:
      'Merci pour votre avis.\n\nNous sommes ravis que notre équipe vous ait plu. Au plaisir de vous revoir.',
  })
  reply: string;

  @ApiProperty({ description: 'ISO 639-1 code of the language in which it is written', example: 'fr' })
  language: string;

  @ApiProperty({ enum: REPLY_TONES, description: 'The tone that was asked for', example: 'friendly' })
  tone: ReplyTone;

  @ApiProperty({
    description: 'Who wrote it: `embedded`, or the name of the model',
    example: 'embedded',
  })
  model: string;

  @ApiProperty({
    description:
      'True if the AI provider of the account gave no usable answer, so that the embedded provider wrote the draft',
    example: false,
  })
  fallback: boolean;

  @ApiProperty(GENERATED_ON) generated_on: string;
}

class SuggestedTagResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the tag', example: 3 }) id: number;
  @ApiProperty({ description: 'Name, which PUT /reviews/update/{id} takes', example: 'bread' }) name: string;
}

export class TagDraftResponse extends SuccessResponse {
  @ApiProperty(ID) id: number;

  @ApiProperty({
    type: [SuggestedTagResponse],
    description: 'At most five of the tags of the sub account, the best first',
    example: [{ id: 3, name: 'bread' }],
  })
  tags: SuggestedTagResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Who chose them: `embedded`, or the name of the model. null if the sub account has no tags.',
    example: 'embedded',
  })
  model: string | null;

  @ApiProperty(GENERATED_ON) generated_on: string;
}
