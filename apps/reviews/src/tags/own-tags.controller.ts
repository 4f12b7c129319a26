import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MAX_OWN_TAGS, OWN_TAGS_PATH, type OwnTagsResponse, type Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { TagsReadModel } from './tags.read-model';

/** Serves the ai service, which suggests tags for a review. */
@ApiExcludeController()
@Controller(OWN_TAGS_PATH)
export class OwnTagsController {
  constructor(private readonly records: TagsReadModel) {}

  @Get()
  @Scoped('public')
  async list(@CurrentPrincipal() { sub_account_id }: Principal): Promise<OwnTagsResponse> {
    const tags = await this.records.mostUsed(sub_account_id, MAX_OWN_TAGS);
    return { tags: tags.map(({ id, name }) => ({ id, name })) };
  }
}
