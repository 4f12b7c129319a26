import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiBodyExample, ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { WidgetPreviewInput } from './previews.dto';
import { WidgetPreviewResponse } from './previews.responses';
import { PreviewsService } from './previews.service';

@ApiTags('Widgets')
@Controller('public/v1/widgets/preview')
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Post()
  @HttpCode(200)
  @Scoped('widgets:read')
  @ApiOperation({
    operationId: 'previewWidget',
    summary: 'Get what a widget would show with other settings',
    description:
      'Nothing is stored. Set the response as the property `data` of an `<rv-widget>` element, which draws it. The reviews are the approved ones of the sub account. Without any, and with `sample`, invented ones take their place, and `sample` is true in the response.',
  })
  @ApiBodyExample(WidgetPreviewInput, {
    type: 'list',
    settings: { header: { title: 'What guests say' }, style: { theme: 'dark' } },
    lang: 'de',
  })
  @ApiOkResponse({ type: WidgetPreviewResponse })
  @ApiErrors('missing_widget_type', 'unknown_widget_type', 'invalid_setting', 'invalid_value')
  async preview(
    @CurrentPrincipal() principal: Principal,
    @Body() input: WidgetPreviewInput,
  ): Promise<WidgetPreviewResponse> {
    return this.previews.preview(principal, input);
  }
}
