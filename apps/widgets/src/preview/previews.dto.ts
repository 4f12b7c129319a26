import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsId, Optional } from '@plaudit/contracts';
import { FreeForm } from '@plaudit/runtime';
import { Allow, IsBoolean, IsString, MaxLength } from 'class-validator';
import { WIDGET_TYPES } from '../settings/widget-types';
import { SETTINGS_PROPERTY } from '../widgets/widgets.dto';

/** Body of POST /widgets/preview. It has either a type or an id. */
export class WidgetPreviewInput {
  @ApiPropertyOptional({
    enum: WIDGET_TYPES,
    example: 'list',
    description: 'Shows a new widget of this type. Send either `type` or `id`.',
  })
  @Allow()
  type?: unknown;

  @ApiPropertyOptional({
    example: 12,
    description: 'Shows this widget with other settings. Send either `type` or `id`.',
  })
  @Optional()
  @IsId()
  id?: number;

  /** Validated against the JSON Schema of the widget type. Its errors are 422 with the dotted path of the key, not 400. */
  @ApiPropertyOptional({
    ...SETTINGS_PROPERTY,
    description:
      'Merged into the defaults of the type, or into the settings of the widget, as POST /widgets/add and PUT /widgets/update/{id} do. They are not stored.',
  })
  @Allow()
  @FreeForm()
  settings?: unknown;

  @ApiPropertyOptional({
    maxLength: 35,
    example: 'de',
    description:
      "The language of the widget's own texts. Without it, the language of the settings, or English. A language that has no translation is ignored.",
  })
  @Optional()
  @IsString()
  @MaxLength(35)
  lang?: string;

  @ApiPropertyOptional({
    default: false,
    example: false,
    description:
      'Shows invented reviews with one to five stars, although the sub account may have approved ones. They say that they are samples.',
  })
  @Optional()
  @IsBoolean()
  sample?: boolean;
}
