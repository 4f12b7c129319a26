import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ApiError, Optional } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { IsIn } from 'class-validator';
import { setPublicHeaders } from '../embed/embed-headers';
import type { HttpReply } from '../embed/http-exchange';
import { ImageProxy } from './image-proxy';
import { IMAGE_WIDTHS, type ImageWidth } from './image-width';
import { PublicImages } from './public-images';

const WIDTHS = IMAGE_WIDTHS.map(String);

class ImageQuery {
  @ApiPropertyOptional({ enum: WIDTHS, description: 'Pixels across, at most', default: '80' })
  @Optional()
  @IsIn(WIDTHS)
  w?: string;
}

@ApiTags('Embed')
@Controller('embed/v1/img')
export class ImageController {
  constructor(
    private readonly images: PublicImages,
    private readonly proxy: ImageProxy,
  ) {}

  @Get(':signature/:hash')
  @Scoped('public')
  @ApiOperation({ operationId: 'getPublicImage', summary: "Our copy of a review's picture, as WebP" })
  async image(
    @Param('signature') signature: string,
    @Param('hash') hash: string,
    @Query() { w }: ImageQuery,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer> {
    setPublicHeaders(reply);
    const url = await this.images.originalOf(signature, hash);
    const content = url === null ? null : await this.proxy.copyOf(url, Number(w ?? 80) as ImageWidth);
    if (content === null) throw new ApiError('not_found', 'There is no such picture.');
    reply.header('Content-Type', 'image/webp').header('Cache-Control', 'public, max-age=31536000, immutable');
    return content;
  }
}
