import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UNKNOWN_CHANNEL_TYPES_PATH, UnknownIdsRequest, type UnknownIdsResponse } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { PLATFORMS } from '../platforms/registry';

/** Serves reports, which has copies of the connected channels and not of the catalogue. */
@ApiExcludeController()
@Controller(UNKNOWN_CHANNEL_TYPES_PATH)
export class UnknownChannelTypesController {
  @Post()
  @HttpCode(200)
  @Scoped('public')
  find(@Body() { ids }: UnknownIdsRequest): UnknownIdsResponse {
    return { unknown: ids.filter((id) => !PLATFORMS.some(({ meta }) => meta.typeId === id)) };
  }
}
