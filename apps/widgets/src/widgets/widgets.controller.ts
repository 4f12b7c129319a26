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
import { CurrentPrincipal, IdParam, Refuses, Scoped, ServiceClient, SuccessAnswer } from '@plaudit/runtime';
import type { HttpReply } from '../embed/http-exchange';
import { WIDGET_CATALOGUE } from './widget-types';
import { WidgetRecords } from './widget-records';
import { WidgetAddInput, WidgetDto, WidgetListDto, WidgetTypesDto, WidgetUpdateInput } from './widgets.dto';
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
  @ApiOkResponse({ type: WidgetTypesDto })
  types(): WidgetTypesDto {
    return { types: WIDGET_CATALOGUE };
  }

  @Get('get')
  @Scoped('widgets:read')
  @ApiOperation({ operationId: 'listWidgets', summary: 'Widgets of the sub account' })
  @ApiOkResponse({ type: WidgetListDto })
  async list(@CurrentPrincipal() principal: Principal): Promise<WidgetListDto> {
    const widgets = await this.widgets.list(principal);
    return { widgets: widgets.map((widget) => this.records.summary(widget)) };
  }

  @Get('get/:id')
  @Scoped('widgets:read')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'getWidget', summary: 'A widget with its settings and embed snippets' })
  @ApiOkResponse({ type: WidgetDto })
  async get(@CurrentPrincipal() principal: Principal, @Param('id', IdParam) id: number): Promise<WidgetDto> {
    return this.records.record(await this.widgets.get(principal, id));
  }

  @Post('add')
  @HttpCode(201)
  @Scoped('widgets:write')
  @ApiOperation({ operationId: 'addWidget', summary: 'Make a widget' })
  @ApiCreatedResponse({ type: WidgetDto })
  @Refuses('missing_widget_type', 'unknown_widget_type', 'invalid_setting', 'widget_limit_reached')
  async add(@CurrentPrincipal() principal: Principal, @Body() input: WidgetAddInput): Promise<WidgetDto> {
    return this.records.record(await this.widgets.add(principal, principal.limits, input));
  }

  @Put('update/:id')
  @Scoped('widgets:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'updateWidget', summary: 'Change a widget; settings are merged' })
  @ApiOkResponse({ type: WidgetDto })
  @Refuses('invalid_setting')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() input: WidgetUpdateInput,
  ): Promise<WidgetDto> {
    return this.records.record(await this.widgets.update(principal, id, input));
  }

  @Delete('delete/:id')
  @Scoped('widgets:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'deleteWidget', summary: 'Delete a widget; pages that embed it show nothing' })
  @ApiOkResponse({ type: SuccessAnswer })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessAnswer> {
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
  @Refuses('cursor_incomplete', 'invalid_date', 'unsupported_language')
  async reviews(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: Record<string, string>,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<string> {
    await this.widgets.get(principal, id);
    const { status, body } = await this.services.ask<string>('reviews', {
      path: '/public/v1/reviews/get',
      query: { ...query, status: query.status || 'approved' },
      raw: true,
    });
    reply.code(status).header('content-type', 'application/json; charset=utf-8');
    return body;
  }
}
