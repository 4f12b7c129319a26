import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ListQuery } from '@plaudit/runtime';
import { IsBoolean, IsString, MaxLength } from 'class-validator';

/** Body of POST /invite/sending/retry. */
export class SendingRetryInput {
  @ApiPropertyOptional({
    maxLength: 320,
    description: 'The sender to try, from GET /invite/sending/status. Default: all that are stopped',
    example: 'info@example.com',
  })
  @Optional()
  @IsString()
  @MaxLength(320)
  sender?: string;
}

export class FuseRequestsQuery extends ListQuery {
  @ApiPropertyOptional({
    maxLength: 320,
    description: 'Only recipients that contain this text, in any case',
    example: 'example.com',
  })
  @Optional()
  @IsString()
  @MaxLength(320)
  search?: string;
}

/** Body of POST /invite/fuses/decide/{id}. */
export class FuseDecisionInput {
  @ApiProperty({
    description:
      'true: the mailboxes do not exist, so suppress the people. false: the mail server was wrong, so go on writing to them',
    example: false,
  })
  @IsBoolean()
  suppress: boolean;

  @ApiPropertyOptional({
    description:
      'With suppress false: whether the people are allowed again whose mails of the same hour came back before the fuse went out',
    default: false,
    example: true,
  })
  @Optional()
  @IsBoolean()
  undo?: boolean;
}
