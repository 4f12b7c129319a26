import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn } from 'class-validator';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';

/** Query of GET /widgets/templates. */
export class TemplatesQuery {
  @ApiPropertyOptional({
    enum: WIDGET_TYPES,
    example: 'carousel',
    description: 'Only the templates of this type.',
  })
  @Optional()
  @IsIn(WIDGET_TYPES)
  type?: WidgetType;
}
