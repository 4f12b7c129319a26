import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { reviewsFollow } from '../relabellings/label';
import { TagInput, TagMergeInput } from './tags.dto';
import { AddedTagResponse, TagListResponse, ChangedTagResponse } from './tags.responses';
import { type CountedTag, TagsReadModel } from './tags.read-model';
import { TagsService } from './tags.service';

const ID = { name: 'id', description: 'Id of the tag', example: 3 };
const FOLLOWS = reviewsFollow('tag');

@ApiTags('Reviews')
@Controller('public/v1/tags')
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly records: TagsReadModel,
  ) {}

  @Get()
  @Scoped('reviews:read')
  @ApiOperation({
    operationId: 'listTags',
    summary: 'List tags with their number of reviews',
    description: '`GET /reviews/get` takes the ids as `tags`.',
  })
  @ApiOkResponse({ type: TagListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<TagListResponse> {
    const items = await this.records.counted(principal.sub_account_id);
    return { count: items.length, items };
  }

  @Post()
  @Scoped('reviews:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addTag',
    summary: 'Add a tag',
    description:
      'Reviews name their tags by name. A name that a review uses first is added without this request.',
  })
  @ApiOkResponse({ type: AddedTagResponse })
  @ApiErrors('duplicate_tag')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: TagInput,
  ): Promise<AddedTagResponse> {
    const creation = requested.answeredBy((tag: CountedTag): AddedTagResponse => ({
      success: true,
      id: tag.id,
      tag,
    }));
    return this.tags.add(principal, body.name, creation);
  }

  @Put(':id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'renameTag', summary: 'Rename a tag', description: FOLLOWS })
  @ApiOkResponse({ type: ChangedTagResponse })
  @ApiErrors('duplicate_tag')
  async rename(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: TagInput,
  ): Promise<ChangedTagResponse> {
    return { success: true, tag: await this.tags.rename(principal, id, body.name) };
  }

  @Post(':id/merge')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'mergeTags',
    summary: 'Give the reviews of a tag another tag, and delete the tag',
    description: FOLLOWS,
  })
  @ApiOkResponse({ type: ChangedTagResponse, description: 'The other tag' })
  async merge(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: TagMergeInput,
  ): Promise<ChangedTagResponse> {
    return { success: true, tag: await this.tags.merge(principal, id, body.into) };
  }

  @Delete(':id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteTag',
    summary: 'Take a tag from all reviews and delete it',
    description: FOLLOWS,
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.tags.delete(principal, id);
    return { success: true };
  }
}
