import type { INestApplication } from '@nestjs/common';
import type { ServiceDefinition } from '../service/define-service';
import type { ApiDocument } from './api-document';
import { describeApplication } from './describe-application';

/** The OpenAPI document of the running service. It is built on the first request and then kept. */
export class ApiDescription {
  private nest: INestApplication | null = null;
  private built: ApiDocument | null = null;

  constructor(private readonly definition: ServiceDefinition) {}

  /** Sets the application to describe. Call it before the first request. */
  setApplication(nest: INestApplication): void {
    this.nest = nest;
  }

  get document(): ApiDocument {
    if (!this.nest) throw new Error('setApplication() must be called before the document is read');
    return (this.built ??= describeApplication(this.nest, this.definition));
  }
}
