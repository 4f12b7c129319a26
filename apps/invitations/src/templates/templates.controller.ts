import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { TemplateQuery } from './templates.dto';
import { RenderedInviteTemplateResponse, InviteTemplateListResponse } from './templates.responses';
import { TemplatesService } from './templates.service';

@ApiTags('Invitations')
@Controller('public/v1/invite/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get('list')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'listInviteTemplates',
    summary: 'List the templates of messages',
    description: 'The setting `template` of a settings profile names one of them by its slug.',
  })
  @ApiOkResponse({ type: InviteTemplateListResponse })
  list(): InviteTemplateListResponse {
    return { success: true, templates: this.templates.list() };
  }

  @Get('get/:slug')
  @Scoped('invites:read')
  @ApiParam({ name: 'slug', description: 'A slug from GET /invite/templates/list', example: 'classic' })
  @ApiOperation({
    operationId: 'getInviteTemplate',
    summary: 'Render a template with sample data',
    description: 'With `settings_id`, the template shows the texts, the colour and the logo of that profile.',
  })
  @ApiOkResponse({ type: RenderedInviteTemplateResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('slug') slug: string,
    @Query() { language, settings_id }: TemplateQuery,
  ): Promise<RenderedInviteTemplateResponse> {
    const id = settings_id === undefined ? undefined : Number(settings_id);
    const { html, sms } = await this.templates.preview(principal, slug, { language, settings_id: id });
    return {
      success: true,
      html,
      sms: sms && { encoding: sms.encoding, segments: sms.segments, foreign_characters: sms.foreign },
    };
  }
}
