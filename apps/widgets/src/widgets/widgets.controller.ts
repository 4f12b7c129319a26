import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtension,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  CurrentPrincipal,
  IdParam,
  ApiErrors,
  Scoped,
  ServiceClient,
  SuccessResponse,
} from '@plaudit/runtime';
import type { HttpReply } from '../embed/http-exchange';
import { WIDGET_CATALOGUE } from './widget-types';
import { WidgetRecords } from './widget-records';
import {
  WidgetAddInput,
  WidgetResponse,
  WidgetListResponse,
  WidgetTypesResponse,
  WidgetUpdateInput,
} from './widgets.dto';
import { WidgetsService } from './widgets.service';

const ID = { name: 'id', description: 'A widget of GET /widgets/get', example: 12 };

@ApiTags('Widgets')
@Controller('public/v1/widgets')
export class WidgetsController {
  constructor(
    private readonly widgets: WidgetsService,
    private readonly records: WidgetRecords,
    private readonly services: ServiceClient,
  ) {}

  @Get('types')
  @Scoped('widgets:read')
  @ApiOperation({ operationId: 'listWidgetTypes', summary: 'Widget types with their full default settings' })
  @ApiOkResponse({ type: WidgetTypesResponse })
  types(): WidgetTypesResponse {
    return { types: WIDGET_CATALOGUE };
  }

  @Get('get')
  @Scoped('widgets:read')
  @ApiOperation({ operationId: 'listWidgets', summary: 'Widgets of the sub account' })
  @ApiOkResponse({ type: WidgetListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<WidgetListResponse> {
    const widgets = await this.widgets.list(principal);
    return { widgets: widgets.map((widget) => this.records.summary(widget)) };
  }

  @Get('get/:id')
  @Scoped('widgets:read')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'getWidget', summary: 'A widget with its settings and embed snippets' })
  @ApiOkResponse({ type: WidgetResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<WidgetResponse> {
    return this.records.record(await this.widgets.get(principal, id));
  }

  @Post('add')
  @HttpCode(201)
  @Scoped('widgets:write')
  @ApiOperation({ operationId: 'addWidget', summary: 'Make a widget' })
  @ApiCreatedResponse({ type: WidgetResponse })
  @ApiErrors('missing_widget_type', 'unknown_widget_type', 'invalid_setting', 'widget_limit_reached')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Body() input: WidgetAddInput,
  ): Promise<WidgetResponse> {
    return this.records.record(await this.widgets.add(principal, principal.limits, input));
  }

  @Put('update/:id')
  @Scoped('widgets:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'updateWidget', summary: 'Change a widget; settings are merged' })
  @ApiOkResponse({ type: WidgetResponse })
  @ApiErrors('invalid_setting')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() input: WidgetUpdateInput,
  ): Promise<WidgetResponse> {
    return this.records.record(await this.widgets.update(principal, id, input));
  }

  @Delete('delete/:id')
  @Scoped('widgets:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'deleteWidget', summary: 'Delete a widget; pages that embed it show nothing' })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.widgets.delete(principal, id);
    return { success: true };
  }

  /** The page of the reviews service, unread: its own checks, cursors and errors reach the client as they are. */
  @Get(':id/reviews')
  @Scoped('widgets:read')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'listWidgetReviews',
    summary:
      "Reviews of the widget's sub account, with the filters of GET /reviews/get; approved ones by default",
  })
  @ApiExtension('x-like', 'listReviews')
  @ApiErrors('cursor_incomplete', 'invalid_date', 'unsupported_language')
  async reviews(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: Record<string, string>,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<string> {
    await this.widgets.get(principal, id);
    const { status, body } = await this.services.request<string>('reviews', {
      path: '/public/v1/reviews/get',
      query: { ...query, status: query.status || 'approved' },
      raw: true,
    });
    reply.code(status).header('content-type', 'application/json; charset=utf-8');
    return body;
  }
}
