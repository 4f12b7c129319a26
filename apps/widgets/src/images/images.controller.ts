import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ApiError, CLIENT_NETWORK_HEADER, Optional } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { IsIn } from 'class-validator';
import type { HttpReply } from '../http/http-exchange';
import { setPublicHeaders } from '../http/public-headers';
import { IMAGE_WIDTHS, type ImageWidth } from './image-format';
import { ImageProxyClient } from './image-proxy.client';
import { ImagesService } from './images.service';

const WIDTHS = IMAGE_WIDTHS.map(String);

class ImageQuery {
  @ApiPropertyOptional({ enum: WIDTHS, description: 'The maximum width in pixels', default: '80' })
  @Optional()
  @IsIn(WIDTHS)
  w?: string;
}

@ApiTags('Embed')
@Controller('embed/v1/img')
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly proxy: ImageProxyClient,
  ) {}

  @Get(':signature/:hash')
  @Scoped('public')
  @ApiOperation({ operationId: 'getPublicImage', summary: 'Get our copy of a review image, as WebP' })
  async image(
    @Param('signature') signature: string,
    @Param('hash') hash: string,
    @Query() { w }: ImageQuery,
    @Headers(CLIENT_NETWORK_HEADER) network: string | undefined,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer> {
    setPublicHeaders(reply);
    const origin = await this.images.findOrigin(signature, hash);
    const width = Number(w ?? 80) as ImageWidth;
    const content = origin && (await this.proxy.fetchAsWebp({ ...origin, width, network }));
    if (content === null) throw new ApiError('not_found', 'There is no such image.');
    reply.header('Content-Type', 'image/webp').header('Cache-Control', 'public, max-age=31536000, immutable');
    return content;
  }
}
