import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '../principal/scoped.decorator';
import { ApiDescription } from './api-description';
import type { ApiDocument } from './api-document';

/** Where a service keeps its own document, for the gateway that merges them. */
export const SERVICE_DOCUMENT_PATH = '/internal/openapi.json';

@ApiExcludeController()
@Controller()
export class OpenApiController {
  constructor(private readonly description: ApiDescription) {}

  @Get(SERVICE_DOCUMENT_PATH)
  @Scoped('public')
  document(): ApiDocument {
    return this.description.document;
  }
}
