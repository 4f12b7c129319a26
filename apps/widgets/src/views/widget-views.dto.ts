import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { Matches } from 'class-validator';

/** Widgets in one response, and ids in one request. */
export const MAX_VIEWED_WIDGETS = 100;

const DEFAULT_DAYS = 30;
const ID = '[1-9]\\d{0,14}';

/** Query of GET /widgets/views as text. */
export class WidgetViewsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 365,
    default: DEFAULT_DAYS,
    example: 30,
    description: 'Number of days, the last of which is today in UTC',
  })
  @Optional()
  @Matches(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, { message: 'days must be an integer from 1 to 365' })
  days?: string;

  @ApiPropertyOptional({
    example: '12',
    description: `Only these widgets: the ids of \`GET /widgets/get\`, separated by commas, at most ${MAX_VIEWED_WIDGETS}. Unknown ones match nothing. Default: all`,
  })
  @CommaList()
  @Optional()
  @Matches(new RegExp(`^${ID}(,${ID}){0,${MAX_VIEWED_WIDGETS - 1}}$`), {
    message: `widgets must be ids of widgets, separated by commas, at most ${MAX_VIEWED_WIDGETS}`,
  })
  widgets?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 812,
    description: 'The cursor of the next page, as the previous page returned it: the id of its last widget',
  })
  @Optional()
  @Matches(/^[1-9]\d{0,14}$/, {
    message: 'cursor must be a positive integer, as the previous page returned it',
  })
  cursor?: string;
}

/** What a validated query asks for. */
export interface ViewsQuestion {
  days: number;
  /** Null for all widgets. */
  widgetIds: readonly number[] | null;
  /** Only widgets with a smaller id. Null begins with the newest one. */
  beforeId: number | null;
}

export function viewsQuestion({ days, widgets, cursor }: WidgetViewsQuery): ViewsQuestion {
  return {
    days: Number(days ?? DEFAULT_DAYS),
    widgetIds: widgets ? widgets.split(',').map(Number) : null,
    beforeId: cursor === undefined ? null : Number(cursor),
  };
}
