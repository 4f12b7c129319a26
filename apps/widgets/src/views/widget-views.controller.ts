import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, LIST_PAGE_HEADERS, NextPage, type NextPageLink, Scoped } from '@plaudit/runtime';
import { viewsQuestion, WidgetViewsQuery } from './widget-views.dto';
import { WidgetViewsListResponse } from './widget-views.responses';
import { WidgetViewsService } from './widget-views.service';

@ApiTags('Widgets')
@Controller('public/v1/widgets/views')
export class WidgetViewsController {
  constructor(private readonly views: WidgetViewsService) {}

  @Get()
  @Scoped('widgets:read')
  @ApiOperation({
    operationId: 'listWidgetViews',
    summary: 'List how often each widget was shown and used per day',
    description:
      'Days are in UTC. A view or an interaction appears within seconds. They are counted without cookies and addresses, so they are not visitors. Counts are kept for 400 days and deleted with the widget.',
  })
  @ApiOkResponse({ type: WidgetViewsListResponse, headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: WidgetViewsQuery,
    @NextPage() link: NextPageLink,
  ): Promise<WidgetViewsListResponse> {
    const response = await this.views.list(principal, viewsQuestion(query));
    link(response.next_cursor);
    return response;
  }
}
