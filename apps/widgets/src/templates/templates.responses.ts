import { ApiProperty } from '@nestjs/swagger';
import { WIDGET_TYPES } from '../settings/widget-types';
import { SETTINGS_PROPERTY } from '../widgets/widgets.dto';

export class WidgetTemplateResponse {
  @ApiProperty({ example: 'list-compact', description: 'The id of the template.' }) id: string;
  @ApiProperty({ enum: WIDGET_TYPES, example: 'list', description: 'The type of widget that it is for.' })
  type: string;
  @ApiProperty({ example: 'Compact list', description: 'The display name of the template.' }) name: string;
  @ApiProperty({
    example: 'Reviews one below the other, with a line between them.',
    description: 'What a widget with these settings looks like.',
  })
  description: string;
  @ApiProperty({
    ...SETTINGS_PROPERTY,
    description:
      'What differs from the defaults of the type. Send it as the `settings` of POST /widgets/add or POST /widgets/preview.',
  })
  settings: object;
}

export class WidgetTemplatesResponse {
  @ApiProperty({ type: [WidgetTemplateResponse], description: 'The templates, by type.' })
  templates: readonly WidgetTemplateResponse[];
}
