import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { DEFAULT_TONE, ReplyInput } from './drafts.dto';
import { ReplyDraftResponse, TagDraftResponse } from './drafts.responses';
import type { KnownReview } from './known-review';
import { OwnedReview, OwnedReviewGuard } from './owned-review.guard';
import { ReplyDraftsService } from './reply-drafts.service';
import { TagDraftsService } from './tag-drafts.service';

const ID = { name: 'id', type: 'integer', description: 'Id of the review', example: 4711 };

/** Drafts for people to read. They change and publish nothing. */
@ApiTags('AI')
@Controller('public/v1/reviews/ai')
@UseGuards(OwnedReviewGuard)
export class DraftsController {
  constructor(
    private readonly replies: ReplyDraftsService,
    private readonly tags: TagDraftsService,
  ) {}

  @Post('reply/:id')
  @Scoped('ai:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'draftReply',
    summary: 'Draft a reply to a review',
    description:
      'Writes what the owner of the business could answer. The draft greets the author by the first name, if it is one, and ends with the signature of `PUT /reviews/ai/settings`. Nothing is stored or published. Counts as one of the daily generations of the account.',
  })
  @ApiOkResponse({ type: ReplyDraftResponse })
  @ApiErrors('unsupported_language', 'ai_daily_cap_reached', 'forwarding_paused')
  async reply(
    @CurrentPrincipal() principal: Principal,
    @OwnedReview() review: KnownReview,
    @Body() { tone = DEFAULT_TONE, language }: ReplyInput,
  ): Promise<ReplyDraftResponse> {
    return { success: true, ...(await this.replies.write(principal, review, { tone, language })) };
  }

  @Post('tags/:id')
  @Scoped('ai:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'suggestTags',
    summary: 'Suggest tags for a review',
    description:
      'Chooses among the tags of the sub account. Of more than 200, the most used ones are considered. The review stays as it is. Counts as one of the daily generations of the account.',
  })
  @ApiOkResponse({ type: TagDraftResponse })
  @ApiErrors('ai_daily_cap_reached', 'forwarding_paused')
  async suggest(
    @CurrentPrincipal() principal: Principal,
    @OwnedReview() review: KnownReview,
  ): Promise<TagDraftResponse> {
    return { success: true, ...(await this.tags.suggest(principal, review)) };
  }
}
