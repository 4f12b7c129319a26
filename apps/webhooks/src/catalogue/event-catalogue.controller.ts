import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { EVENT_CATALOGUE } from './event-catalogue';
import { EventCatalogueResponse } from './event-catalogue.responses';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class EventCatalogueController {
  @Get('events')
  @Scoped('webhooks:read')
  @ApiOperation({
    summary: 'List the events that a webhook can subscribe to',
    operationId: 'listWebhookEvents',
    description:
      'Each event has the JSON Schema of its data, an example of a delivery, and the scope that it needs.',
  })
  @ApiResponse({ status: 200, type: EventCatalogueResponse })
  list(): EventCatalogueResponse {
    return { events: EVENT_CATALOGUE };
  }
}
