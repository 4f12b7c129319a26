import { Controller, Get, Logger, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped, warnOfFailure } from '@plaudit/runtime';
import { type LinkReply, type LinkRequest, setLinkHeaders, visitorOf } from '../links/page-reply';
import { OpeningsService } from './openings.service';

/** A transparent image of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Serves the image that counts openings of mails. The response is the same for every address. */
@ApiExcludeController()
@Controller('o')
export class OpenImageController {
  private readonly logger = new Logger(OpenImageController.name);

  constructor(private readonly openings: OpeningsService) {}

  @Get(':file')
  @Scoped('public')
  async image(
    @Param('file') file: string,
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<Buffer> {
    const visitor = visitorOf(request);
    try {
      if (visitor) await this.openings.record(file.replace(/\.gif$/, ''), visitor);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not record the opening of a mail', error);
    }
    setLinkHeaders(reply);
    reply.header('Content-Type', 'image/gif').header('Cross-Origin-Resource-Policy', 'cross-origin');
    return GIF;
  }
}
