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
    description:
      'With `settings_id`, the template shows the texts, the colour and the logo of that profile. Its placeholders are filled with sample values.',
  })
  @ApiOkResponse({ type: RenderedInviteTemplateResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('slug') slug: string,
    @Query() { language, settings_id, step }: TemplateQuery,
  ): Promise<RenderedInviteTemplateResponse> {
    const options = { language, settings_id: numberOf(settings_id), step: numberOf(step) };
    const { html, subject, sms } = await this.templates.preview(principal, slug, options);
    return {
      success: true,
      html,
      subject,
      sms: sms && { encoding: sms.encoding, segments: sms.segments, foreign_characters: sms.foreign },
    };
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
