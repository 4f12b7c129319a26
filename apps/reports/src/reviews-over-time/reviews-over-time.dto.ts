import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Matches } from 'class-validator';
import { ReportQuery } from '../questions/report-query.dto';
import type { ReportScope } from '../questions/report-scope';

const MAX_RANGE = 60;
const DEFAULT_RANGE = 12;

/** Query of GET /reports/reviews_over_time as text. An empty value means left out. */
export class ReviewsOverTimeQuery extends ReportQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_RANGE,
    default: DEFAULT_RANGE,
    description: 'Number of months, of which the current one is the last',
    example: 12,
  })
  @Optional()
  @Matches(/^([1-9]|[1-5]\d|60)?$/, { message: `range must be an integer from 1 to ${MAX_RANGE}` })
  range?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Only this channel',
    example: 42,
  })
  @Optional()
  @Matches(/^([1-9]\d{0,14})?$/, { message: 'channel_id must be the id of a channel' })
  channel_id?: string;
}

/** Returns the number of months that the query asks for. */
export function rangeOf({ range }: ReviewsOverTimeQuery): number {
  return range ? Number(range) : DEFAULT_RANGE;
}

/** Returns the query with `channel_id` among its `channels`, so that it is checked like them. */
export function withChannelId(query: ReviewsOverTimeQuery): ReviewsOverTimeQuery {
  const { channels, channel_id } = query;
  return channel_id ? { ...query, channels: channels ? `${channels},${channel_id}` : channel_id } : query;
}

/** Returns the scope of the channel that both `channel_id` and `channels` name. It is empty if they have none in common. */
export function inBoth<Scope extends Pick<ReportScope, 'channel_ids'>>(
  scope: Scope,
  { channels, channel_id }: ReviewsOverTimeQuery,
): Scope {
  if (!channels || !channel_id) return scope;
  return { ...scope, channel_ids: channels.split(',').includes(channel_id) ? [Number(channel_id)] : [] };
}
