import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { TemplatesQuery } from './templates.dto';
import { WidgetTemplatesResponse } from './templates.responses';
import { widgetTemplates } from './widget-templates';

@ApiTags('Widgets')
@Controller('public/v1/widgets/templates')
export class TemplatesController {
  @Get()
  @Scoped('widgets:read')
  @ApiOperation({
    operationId: 'listWidgetTemplates',
    summary: 'List ready-made looks for widgets',
    description:
      'A template is a name for some settings. No template filters reviews by their rating. A widget does not remember the template that it was made from.',
  })
  @ApiOkResponse({ type: WidgetTemplatesResponse })
  templates(@Query() { type }: TemplatesQuery): WidgetTemplatesResponse {
    return { templates: widgetTemplates(type) };
  }
}
