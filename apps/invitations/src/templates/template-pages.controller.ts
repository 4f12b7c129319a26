import { Controller, Get, Header, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { LinkReply } from '../links/page-reply';
import { TemplateLanguageQuery } from './templates.dto';
import { TemplatesService } from './templates.service';

/** Nothing in the page runs, and it loads nothing but images. */
const POLICY = "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'";

/** Serves the page that shows a template with sample data. GET /invite/templates/list returns its address. */
@ApiExcludeController()
@Controller('i/templates')
export class TemplatePagesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get(':slug')
  @Scoped('public')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', POLICY)
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Referrer-Policy', 'no-referrer')
  page(
    @Param('slug') slug: string,
    @Query() { language }: TemplateLanguageQuery,
    @Res({ passthrough: true }) reply: LinkReply,
  ): string {
    const html = this.templates.sample(slug, language);
    // Nobody may cache an error, so only a page that exists has the header.
    reply.header('Cache-Control', 'public, max-age=3600');
    return html;
  }
}
