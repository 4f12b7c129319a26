import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { FreeForm, IsName } from '@plaudit/runtime';
import { Allow, IsBoolean } from 'class-validator';
import { WIDGET_TYPES } from '../settings/widget-types';

/** How OpenAPI describes a settings object. Its keys depend on the type of the widget. */
export const SETTINGS_PROPERTY = {
  type: 'object',
  additionalProperties: true,
  example: { header: { title: 'What guests say' }, source: { min_rating: 4 } },
} as const;

class WidgetFields {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 191,
    example: 'Home page',
    description: 'The name of the widget in your account. Visitors do not see it.',
  })
  @Optional()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    example: true,
    description: 'If false, pages that embed the widget show nothing.',
  })
  @Optional()
  @IsBoolean()
  active?: boolean;

  /** Validated against the JSON Schema of the widget type. Its errors are 422 with the dotted path of the key, not 400. */
  @ApiPropertyOptional({
    ...SETTINGS_PROPERTY,
    description:
      'Merged recursively into the settings: objects merge, lists are replaced, and `null` restores the default. A setting that may be null, such as `style.max_width` (no maximum), becomes null.',
  })
  @Allow()
  @FreeForm()
  settings?: unknown;
}

/** Body of POST /widgets/add. */
export class WidgetAddInput extends WidgetFields {
  @ApiProperty({
    enum: WIDGET_TYPES,
    example: 'list',
    description: 'A type from GET /widgets/types. It cannot be changed later.',
  })
  @Allow()
  type: unknown;
}

/** Body of PUT /widgets/update/{id}. Fields that are not sent keep their values. */
export class WidgetUpdateInput extends WidgetFields {}
