import { Body, Controller, Post } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ErasedResponse, EraseInput } from './privacy.dto';
import { PrivacyService } from './privacy.service';

@ApiTags('Reviews')
@Controller('public/v1/privacy')
export class PrivacyController {
  constructor(private readonly privacy: PrivacyService) {}

  @Post('erase')
  @Scoped('reviews:write')
  @ApiExtension('x-role', 'admin')
  @ApiOperation({
    operationId: 'erasePerson',
    summary: 'Anonymise what is stored of a person',
    description:
      'Needs a key of the role admin. Takes author, addresses, links, media, own fields and the person’s name in the text away from the reviews of this email address; rating, date, tags and the other words stay. What is added later under this address is stored anonymously. Events that were published earlier keep what they said until the stream forgets them, after 14 days.',
  })
  @ApiOkResponse({ type: ErasedResponse })
  async erase(@CurrentPrincipal() principal: Principal, @Body() body: EraseInput): Promise<ErasedResponse> {
    return { success: true, reviews: await this.privacy.erase(principal, body) };
  }
}
