import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '../principal/scoped.decorator';
import { ApiDescription } from './api-description';
import type { ApiDocument } from './api-document';

/** The path of a service's own document. The gateway merges the documents of all services. */
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
