import type { INestApplication } from '@nestjs/common';
import type { ServiceDefinition } from '../service/define-service';
import type { ApiDocument } from './api-document';
import { describeApplication } from './describe-application';

/** The OpenAPI document of the running service: made when it is first asked for, and kept, as the code stays the same. */
export class ApiDescription {
  private nest: INestApplication | null = null;
  private made: ApiDocument | null = null;

  constructor(private readonly definition: ServiceDefinition) {}

  /** The application that is to be described; before its first request. */
  of(nest: INestApplication): void {
    this.nest = nest;
  }

  get document(): ApiDocument {
    if (!this.nest) throw new Error('the application has not been made yet');
    return (this.made ??= describeApplication(this.nest, this.definition));
  }
}
