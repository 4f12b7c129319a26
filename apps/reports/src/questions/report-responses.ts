import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ApiErrors } from '@plaudit/runtime';

const ETAG = {
  description: 'Changes with the answer. Send it as `If-None-Match` to get 304 while the answer is the same.',
  schema: { type: 'string' as const, example: 'W/"jEd3yQq2bV1n5mZ0tXk9Ww-json"' },
};

/** Leaves a field out of the documented examples of responses, which have no `compare`. */
export const ONLY_WITH_COMPARE = { 'x-only-with': 'compare' };

/** Documents the responses of a report: JSON of this type, its CSV with an example, 304 and the errors. */
export function ReportResponses(response: Type, csvExample: string): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(response),
    ApiOkResponse({
      description: 'The report. In CSV a header line, then the lines of the report.',
      headers: { ETag: ETAG },
      content: {
        'application/json': { schema: { $ref: getSchemaPath(response) } },
        'text/csv': { schema: { type: 'string', example: csvExample }, example: csvExample },
      },
    }),
    ApiResponse({ status: 304, description: 'The answer still has the ETag in If-None-Match.' }),
    ApiErrors('not_found', 'upstream_unavailable'),
  );
}
