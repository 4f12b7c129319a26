import { Body, Controller, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { readBulkUpdate } from './bulk-update';
import { ReviewBulkUpdateInput, ReviewBulkUpdateResponse } from './bulk-update.dto';
import { CurationService } from './curation.service';

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class CurationController {
  constructor(private readonly curation: CurationService) {}

  @Put('update_bulk')
  @Scoped('reviews:write')
  @ApiOperation({
    operationId: 'updateReviews',
    summary: 'Set the status and the tags of up to 500 reviews',
    description:
      'Names the reviews by ids or by a filter. The valid ones are updated in one transaction, and each other one has an entry in errors. A review that needs no change stays as it is and has no event. The status is 200 even if no id is valid. With a filter that matches more than 500 reviews, repeat the request while remaining is above 0.',
  })
  @ApiOkResponse({ type: ReviewBulkUpdateResponse })
  @ApiErrors('bulk_empty', 'bulk_too_large', 'invalid_date')
  async updateBulk(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ReviewBulkUpdateInput,
  ): Promise<ReviewBulkUpdateResponse> {
    return this.curation.updateMany(principal, readBulkUpdate(body));
  }
}
