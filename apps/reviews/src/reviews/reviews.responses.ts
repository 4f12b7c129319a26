import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MEDIA_FIELDS, REPLY_FIELDS, REVIEW_FIELDS, TAG_FIELDS } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { responseOf } from './fields/response-of';

class TagResponse extends responseOf(TAG_FIELDS) {}
class MediaResponse extends responseOf(MEDIA_FIELDS) {}
class ReplyResponse extends responseOf(REPLY_FIELDS) {}

/** Marks a property that is only there if this parameter was sent. It is left out of ordinary examples. */
const ONLY_WITH_TRANSLATE = { 'x-only-with': 'translate' };

/** Documents a review in the API. REVIEW_JSON builds the values. */
export class ReviewResponse extends responseOf(REVIEW_FIELDS, {
  tags: TagResponse,
  media: MediaResponse,
  reply: ReplyResponse,
}) {
  @ApiPropertyOptional({
    ...ONLY_WITH_TRANSLATE,
    description: 'Original text; only with translate',
    example: 'Läuft gut.',
  })
  text_original?: string;
  @ApiPropertyOptional({
    ...ONLY_WITH_TRANSLATE,
    description: 'Language of the translation; only if the text was translated',
    example: 'en',
  })
  text_language?: string;
  @ApiPropertyOptional({
    ...ONLY_WITH_TRANSLATE,
    enum: ['unavailable', 'failed', 'quota'],
    description: 'Why the text is not translated; only with translate',
    example: 'unavailable',
  })
  translation?: string;
}

export class UpdatedReviewResponse extends SuccessResponse {
  @ApiProperty({ type: ReviewResponse, description: 'The review as it is now' }) review: ReviewResponse;
}
