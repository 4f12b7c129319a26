import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped, SuccessResponse } from '@plaudit/runtime';

@ApiTags('Connection')
@Controller('public/v1')
export class HelloController {
  /** Needs no scope, so that every valid key can be checked. */
  @Get('hello')
  @Scoped('public')
  @ApiOperation({
    summary: 'Check that the API key works and the integration is enabled',
    operationId: 'hello',
    description: 'Use it to test a key. It changes nothing and costs one token.',
  })
  @ApiOkResponse({ type: SuccessResponse, description: 'The key works.' })
  hello(): SuccessResponse {
    return { success: true };
  }
}
