import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { APP_SCRIPT } from './app-script';
import { APP_STYLE } from './app-style';

const REVALIDATE = 'no-cache';

@ApiExcludeController()
@Controller('app/assets')
export class AssetsController {
  @Get('app.js')
  @Scoped('public')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', REVALIDATE)
  @Header('X-Content-Type-Options', 'nosniff')
  script(): string {
    return APP_SCRIPT;
  }

  @Get('app.css')
  @Scoped('public')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', REVALIDATE)
  @Header('X-Content-Type-Options', 'nosniff')
  style(): string {
    return APP_STYLE;
  }
}
