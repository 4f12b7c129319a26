import { Controller, Get, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';

const FOUND = 302;

/** Redirects from the paths of earlier versions, which people may have kept, to the dashboard. */
@ApiExcludeController()
@Controller()
export class OldPagesController {
  /** The path in one-time links. The browser takes their fragment along, which has the token. */
  @Get('login/once')
  @Scoped('public')
  @Redirect('/app/once', FOUND)
  once(): void {}

  @Get(['app/keys', 'app/security', 'app/account', 'app/mailbox'])
  @Scoped('public')
  @Redirect('/app', FOUND)
  page(): void {}
}
