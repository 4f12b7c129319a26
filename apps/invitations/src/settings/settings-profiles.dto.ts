import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { FreeForm } from '@plaudit/runtime';
import { IsBoolean, IsDefined, Matches } from 'class-validator';

const WORD = 'settings_id must be the id of a settings profile, such as 12.';

/** Query of GET /invite/settings/get. */
export class InviteSettingsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 12,
    description:
      'The id of a profile from GET /invite/settings/list. Without it, the default profile is returned.',
  })
  @Optional()
  @Matches(/^[1-9]\d{0,14}$/, { message: WORD })
  settings_id?: string;
}

/** Body of POST /invite/settings/add. */
export class InviteSettingsAddInput {
  /** Checked by `change-settings.ts`, whose errors name dotted paths. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The settings that differ from the defaults. Only `name` is required.',
  })
  @IsDefined({ message: 'settings must be an object' })
  @FreeForm()
  settings: unknown;
}

/** Body of PUT /invite/settings/update/{settings_id}. */
export class InviteSettingsUpdateInput {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Merged into the settings: objects are merged, lists are replaced, and `null` restores the default. An empty object changes nothing.',
  })
  @IsDefined({ message: 'settings must be an object' })
  @FreeForm()
  settings: unknown;

  @ApiPropertyOptional({
    default: false,
    description:
      'true: the caller becomes `created_by`, and a paused profile goes on with the addresses that it has. Only an admin may take a paused profile over.',
    example: false,
  })
  @Optional()
  @IsBoolean()
  take_over?: boolean;
}
