import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { publicPagesUrl, Scoped } from '@plaudit/runtime';
import { EmbedHttpService } from '../embed/embed-http.service';
import { framePageHeight } from '../heights/frame-page-height';
import { HostedPageService } from '../hosted-page/hosted-page.service';
import type { HttpReply, HttpRequest } from '../http/http-exchange';
import { setPublicHeaders } from '../http/public-headers';
import { WidgetsEnv } from '../widgets.env';
import { keyOfPage, type RichOembed, richOembed } from './oembed';
import { OembedQuery } from './oembed.dto';

const NOT_IMPLEMENTED = 501;

interface FormatRefusal {
  success: false;
  msg: string;
  code: 'invalid_value';
  field: 'format';
}

/** Tells editors such as WordPress and Notion how to embed the hosted page whose address an author pasted. */
@ApiTags('Embed')
@Controller('embed/v1/oembed')
export class OembedController {
  constructor(
    private readonly http: EmbedHttpService,
    private readonly pages: HostedPageService,
    private readonly env: WidgetsEnv,
  ) {}

  @Get()
  @Scoped('public')
  @ApiOperation({ operationId: 'getOembed', summary: 'Get the iframe of a hosted page, by oEmbed' })
  async find(
    @Query() { url, format, maxwidth, maxheight }: OembedQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<RichOembed | FormatRefusal> {
    setPublicHeaders(reply);
    if (format && format !== 'json') {
      reply.code(NOT_IMPLEMENTED);
      return { success: false, msg: 'format must be json.', code: 'invalid_value', field: 'format' };
    }
    const { PUBLIC_URL: publicUrl } = this.env;
    // Pages that were linked before PUBLIC_PAGES_URL was set have the other address.
    const pagesUrl = publicPagesUrl(this.env);
    const key = keyOfPage(url, [pagesUrl, publicUrl]);
    if (key === null) {
      throw new ApiError('not_found', `url must be the address of a hosted page: ${pagesUrl}/w/{key}.`);
    }
    const lang = new URL(url).searchParams.get('lang') ?? undefined;
    const requested = await this.http.get({ request, reply }, key, lang);
    if (!requested.target.active) throw new ApiError('not_found', 'The widget of this page is not active.');
    const { target, settings, language } = requested;
    const shown = await this.pages.frameContent(requested);
    return richOembed({
      key: target.key,
      type: target.type,
      language,
      title: await this.pages.title(requested),
      publicUrl,
      maxWidth: Number(maxwidth ?? Infinity),
      maxHeight: Number(maxheight ?? Infinity),
      heightAt: framePageHeight(target.type, settings, shown),
    });
  }
}
