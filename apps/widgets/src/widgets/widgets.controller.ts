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
  ApiErrors,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  ListQuery,
  NextPage,
  type NextPageLink,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import type { HttpReply } from '../http/http-exchange';
import { WIDGET_CATALOGUE } from '../settings/widget-types';
import { ReservedHeightsService } from './reserved-heights.service';
import type { Widget } from './widget';
import { WidgetResponseFactory } from './widget-response.factory';
import { WidgetReviewsClient } from './widget-reviews.client';
import { WidgetAddInput, WidgetUpdateInput } from './widgets.dto';
import { WidgetListResponse, WidgetResponse, WidgetTypesResponse } from './widgets.responses';
import { WidgetsService } from './widgets.service';

const ID = { name: 'id', description: 'The id of a widget from GET /widgets/get', example: 12 };

@ApiTags('Widgets')
@Controller('public/v1/widgets')
export class WidgetsController {
  constructor(
    private readonly widgets: WidgetsService,
    private readonly responses: WidgetResponseFactory,
    private readonly reviews: WidgetReviewsClient,
    private readonly heights: ReservedHeightsService,
  ) {}

  @Get('types')
  @Scoped('widgets:read')
  @ApiOperation({
    operationId: 'listWidgetTypes',
    summary: 'List the widget types with their default settings',
    description: 'Each type has the complete settings that a new widget starts with.',
  })
  @ApiOkResponse({ type: WidgetTypesResponse })
  types(): WidgetTypesResponse {
    return { types: WIDGET_CATALOGUE };
  }

  @Get('get')
  @Scoped('widgets:read')
  @ApiOperation({
    operationId: 'listWidgets',
    summary: 'List the widgets of the sub account',
    description: 'The list has no settings. `GET /widgets/get/{id}` returns those of one widget.',
  })
  @ApiOkResponse({ type: WidgetListResponse, headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<WidgetListResponse> {
    const { items, nextCursor } = await this.widgets.list(principal, listPageOf(query));
    link(nextCursor);
    return { widgets: items.map((widget) => this.responses.summary(widget)), next_cursor: nextCursor };
  }

  @Get('get/:id')
  @Scoped('widgets:read')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'getWidget',
    summary: 'Get a widget with its settings and embed snippets',
    description: "The settings are complete: the widget's own changes over the defaults of its type.",
  })
  @ApiOkResponse({ type: WidgetResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<WidgetResponse> {
    return this.full(await this.widgets.get(principal, id));
  }

  @Post('add')
  @HttpCode(201)
  @Scoped('widgets:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addWidget',
    summary: 'Create a widget',
    description:
      'Settings that are not sent have the defaults of the type. The response has the code to paste into a web page.',
  })
  @ApiCreatedResponse({ type: WidgetResponse })
  @ApiErrors('missing_widget_type', 'unknown_widget_type', 'invalid_setting', 'widget_limit_reached')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() input: WidgetAddInput,
  ): Promise<WidgetResponse> {
    // It needs the reviews service, which no transaction may wait for.
    const reserved = await this.heights.styleOfNew(principal, input);
    const creation = requested.answeredBy((widget: Widget, tx) => this.responses.full(widget, reserved, tx));
    return this.widgets.add(principal, input, creation);
  }

  @Put('update/:id')
  @Scoped('widgets:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'updateWidget',
    summary: 'Change a widget. Settings are merged into the stored ones',
    description:
      'Settings that are not sent keep their values, and a list replaces the list before it. `null` restores the default, unless the setting may be null.',
  })
  @ApiOkResponse({ type: WidgetResponse })
  @ApiErrors('invalid_setting')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() input: WidgetUpdateInput,
  ): Promise<WidgetResponse> {
    return this.full(await this.widgets.update(principal, id, input));
  }

  private async full(widget: Widget): Promise<WidgetResponse> {
    return this.responses.full(widget, await this.heights.styleOf(widget));
  }

  @Delete('delete/:id')
  @Scoped('widgets:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteWidget',
    summary: 'Delete a widget. Pages that embed it then show nothing',
    description: 'The key of the widget is not used again.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.widgets.delete(principal, id);
    return { success: true };
  }

  /** Passes the response of the reviews service on without parsing it, so its checks, cursors and errors apply. */
  @Get(':id/reviews')
  @Scoped('widgets:read')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'listWidgetReviews',
    summary:
      "List reviews of the widget's sub account, with the filters of GET /reviews/get. The default status is approved",
    description:
      'The filters are those of the request only. The settings of the widget do not filter this list. With `translate` the request costs 5 tokens.',
  })
  @ApiExtension('x-like', 'listReviews')
  @ApiErrors('cursor_incomplete', 'invalid_date', 'unsupported_language')
  async listReviews(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: Record<string, string>,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<string> {
    await this.widgets.get(principal, id);
    const { status, body } = await this.reviews.list(query);
    reply.code(status).header('content-type', 'application/json; charset=utf-8');
    return body;
  }
}
