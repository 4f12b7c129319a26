import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { TagListResponse } from './tags.responses';
import { TagsReadModel } from './tags.read-model';

@ApiTags('Reviews')
@Controller('public/v1/tags')
export class TagsController {
  constructor(private readonly tags: TagsReadModel) {}

  @Get()
  @Scoped('reviews:read')
  @ApiOperation({
    operationId: 'listTags',
    summary: 'List tags with their number of reviews',
    description: '`GET /reviews/get` takes the ids as `tags`.',
  })
  @ApiOkResponse({ type: TagListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<TagListResponse> {
    const items = await this.tags.counted(principal.sub_account_id);
    return { count: items.length, items };
  }
}
