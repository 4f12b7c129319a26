import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { DataField, NameField, RecipientRules, ScheduleField } from './fields/input-fields';

/** Body of PUT /invite/requests/update/{id}. Unknown fields are ignored. */
export class InviteUpdateInput {
  @NameField('Name of the recipient; null removes it')
  name?: string | null;

  @ApiPropertyOptional({
    maxLength: 254,
    description:
      'Another recipient of the same type: one email address, or a mobile number with + and country code. Pending messages of the whole sequence go to it',
    example: 'noa@example.com',
  })
  @Optional()
  @RecipientRules()
  recipient?: string;

  @ScheduleField('A reminder cannot be before the message that it follows')
  schedule?: string;

  @DataField('Replaces the values for the placeholders {{data.…}}')
  data?: Record<string, string | number | boolean | null>;
}
