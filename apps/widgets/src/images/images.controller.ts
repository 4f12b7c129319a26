import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ApiError, CLIENT_NETWORK_HEADER, Optional } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { IsIn } from 'class-validator';
import type { HttpReply } from '../http/http-exchange';
import { setPublicHeaders } from '../http/public-headers';
import { ImageProxyClient } from './image-proxy.client';
import { IMAGE_SIZES, type ImageSize } from './image-size';
import { ImagesService } from './images.service';

const SIZES = IMAGE_SIZES.map(String);

class ImageQuery {
  @ApiPropertyOptional({
    enum: SIZES,
    description:
      'The size in pixels: of a square cut from the centre up to 256, of the shorter side for 800, and of the longer side otherwise',
    default: '80',
  })
  @Optional()
  @IsIn(SIZES)
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
    const size = Number(w ?? 80) as ImageSize;
    const content = origin && (await this.proxy.fetchAsWebp({ ...origin, size, network }));
    if (content === null) throw new ApiError('not_found', 'There is no such image.');
    reply.header('Content-Type', 'image/webp').header('Cache-Control', 'public, max-age=31536000, immutable');
    return content;
  }
}
