import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Items of the largest page, and of a request that names no limit. */
export const MAX_LIST_PAGE = 1_000;

/** Query of a list in the order of its ids. Without any parameter, the list begins at its first item. */
export class ListQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIST_PAGE,
    default: MAX_LIST_PAGE,
    example: 100,
    description: 'Number of items per page',
  })
  @Optional()
  @Matches(/^([1-9]\d{0,2}|1000)$/, { message: `limit must be an integer from 1 to ${MAX_LIST_PAGE}` })
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 812,
    description: 'The cursor of the next page, as the previous page returned it: the id of its last item',
  })
  @Optional()
  @Matches(/^[1-9]\d{0,14}$/, {
    message: 'cursor must be a positive integer, as the previous page returned it',
  })
  cursor?: string;
}

/** Documents `next_cursor` in the response of a list that is an object. */
export class PagedListResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The cursor of the next page; null on the last page',
  })
  next_cursor: number | null;
}

/** The headers of a list's response, for its OpenAPI description. */
export const LIST_PAGE_HEADERS = {
  Link: {
    description: 'The address of the next page, with rel="next". Absent on the last page.',
    schema: { type: 'string', example: '</public/v1/users/get?limit=100&cursor=812>; rel="next"' },
  },
  'X-Next-Cursor': {
    description: 'The cursor of the next page. Absent on the last page.',
    schema: { type: 'integer', example: 812 },
  },
} as const;

/** Which part of a list to read. */
export interface ListPage {
  limit: number;
  /** Only items with a greater id. 0 begins at the first item. */
  afterId: number;
}

/** One page of a list. */
export interface ListSlice<T> {
  items: T[];
  nextCursor: number | null;
}

/** Returns the page that a validated query asks for. */
export function listPageOf({ limit, cursor }: ListQuery): ListPage {
  return { limit: Number(limit ?? MAX_LIST_PAGE), afterId: Number(cursor ?? 0) };
}

/** Reads one page. `read` gets the number of rows to read: one more than the page has, which shows whether more follow. */
export async function readListPage<T extends { id: number }>(
  { limit }: ListPage,
  read: (rows: number) => Promise<T[]>,
): Promise<ListSlice<T>> {
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1) as T).id : null };
}

/** Sets the headers `Link` and `X-Next-Cursor` of a response. Sets neither for null, which is the last page. */
export type NextPageLink = (nextCursor: number | null) => void;

/** Passes a {@link NextPageLink} for the response to a parameter of a controller's method. */
export const NextPage = createParamDecorator((_data: unknown, context: ExecutionContext): NextPageLink => {
  const http = context.switchToHttp();
  // The gateway routes a request by another target than the client sent.
  const [path = '', query = ''] = http.getRequest<FastifyRequest>().originalUrl.split('?');
  return (nextCursor) => {
    if (nextCursor === null) return;
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', String(nextCursor));
    void http.getResponse<FastifyReply>().headers({
      Link: `<${path}?${parameters.toString()}>; rel="next"`,
      'X-Next-Cursor': String(nextCursor),
    });
  };
});
