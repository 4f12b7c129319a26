import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Param,
  Post,
  Query,
  type Type,
} from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  type ApiOperationOptions,
  ApiParam,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  bodyOf,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  Requested,
  type RequestedCreation,
  Scoped,
  TakesRawBody,
} from '@plaudit/runtime';
import { type DashboardImport, DashboardImportsService } from './dashboard-imports.service';
import { type ReceivedBody, readImportBody } from './import-body';
import type { ImportResult } from './imported-reviews';
import {
  DashboardImportInput,
  DashboardImportQuery,
  ReviewImportInput,
  ReviewImportQuery,
} from './review-imports.dto';
import { DashboardImportResponse, ReviewImportResponse } from './review-imports.responses';
import { ReviewImportsService } from './review-imports.service';

const ID = { name: 'id', description: 'Id of a channel from GET /channels/get', example: 42 };
const FILE = 'author,rating,text,date\nLena Vogt,4,Open on Sundays.,2026-02-03\n';
const RULES =
  'The file is the body as text/csv, or csv of a JSON object. A body as text/csv can have any charset: name it in the Content-Type, or leave UTF-8, UTF-16 and what spreadsheets write to be recognised. Columns are recognised by their names. Each row needs a date, and a text or a rating. Valid rows are stored, and each of the others has an error. A review that the channel has already is not stored again. The status is 200 even if no row is valid. With validate_only nothing is stored and the Idempotency-Key stays unused.';

/** Passes the bytes of the body and what they are to a parameter of an operation with `@TakesRawBody`. */
const Received = createParamDecorator((_data: unknown, context: ExecutionContext): ReceivedBody => {
  const request = context.switchToHttp().getRequest<Parameters<typeof bodyOf>[0]>();
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers;
  return { contentType, contentEncoding, bytes: bodyOf(request) ?? Buffer.alloc(0) };
});

/** Documents an operation that takes a file, or a JSON object with the file in it. */
function ApiImport(input: Type, example: object, options: ApiOperationOptions): MethodDecorator {
  const content = {
    'application/json': { schema: { allOf: [{ $ref: getSchemaPath(input) }] }, example },
    'text/csv': { schema: { type: 'string' as const, example: FILE }, example: FILE },
  };
  return applyDecorators(
    ApiExtraModels(input),
    ApiOperation({ ...options, requestBody: { required: true, content } }),
    ApiErrors('bulk_empty', 'bulk_too_large', 'missing_field'),
  );
}

/** Imports files of reviews. */
@ApiTags('Channels')
@Controller('public/v1/channels/import')
export class ReviewImportsController {
  constructor(
    private readonly imports: ReviewImportsService,
    private readonly dashboards: DashboardImportsService,
  ) {}

  @Post()
  @Scoped('channels:write')
  @Idempotent()
  @TakesRawBody()
  @ApiImport(
    DashboardImportInput,
    { type: 'csv', name: 'Acme Bakery, market stall', csv: FILE },
    {
      operationId: 'importChannel',
      summary: 'Create a channel that cannot be crawled, with the reviews of a file',
      description: `For types with the method dashboard. ${RULES}`,
    },
  )
  @ApiOkResponse({ type: DashboardImportResponse })
  @ApiErrors('unknown_channel_type', 'channel_limit_reached', 'profile_not_valid')
  async create(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Received() body: ReceivedBody,
    @Query() query: DashboardImportQuery,
  ): Promise<DashboardImportResponse> {
    const request = readImportBody(DashboardImportInput, body, query);
    const creation = requested.answeredBy((result: DashboardImport) => result);
    return this.dashboards.import(principal, request, creation);
  }

  @Post(':id')
  @Scoped('channels:write')
  @Idempotent()
  @TakesRawBody()
  @ApiParam(ID)
  @ApiImport(
    ReviewImportInput,
    { csv: FILE },
    {
      operationId: 'importChannelReviews',
      summary: 'Add the reviews of a CSV file to a channel',
      description: `For channels of every type. A crawl does not count imported reviews as missing. ${RULES}`,
    },
  )
  @ApiOkResponse({ type: ReviewImportResponse })
  async import(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Requested() requested: RequestedCreation,
    @Received() body: ReceivedBody,
    @Query() query: ReviewImportQuery,
  ): Promise<ReviewImportResponse> {
    const request = readImportBody(ReviewImportInput, body, query);
    const creation = requested.answeredBy((result: ImportResult) => result);
    return this.imports.import(principal, id, request, creation);
  }
}
