import { Body, Controller, Post } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiBodyExample, CurrentPrincipal, Scoped } from '@plaudit/runtime';
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
    summary: 'Anonymise the reviews and invitations of a person',
    description:
      'Requires a key with the role admin. A key of the main sub account with `account_management` erases the person in all sub accounts, any other key in its own. Removes author, addresses, links, media, own fields and the person’s name in the text from the reviews with this email address, and from those that the person wrote on the page of an invitation. Rating, date, tags and the rest of the text stay. Reviews that are added later with this address are stored anonymously. Invitations to the person lose recipient, name, data and message, those that wait are skipped, and the person gets no more of them. If the invitations cannot be erased now, the response is 503 and the request can be repeated; each response counts what it erased itself. Events published earlier keep their content until the stream deletes them, after 14 days.',
  })
  @ApiBodyExample(EraseInput, { from_email: 'noa@example.com' })
  @ApiOkResponse({ type: ErasedResponse })
  async erase(@CurrentPrincipal() principal: Principal, @Body() body: EraseInput): Promise<ErasedResponse> {
    const sub_accounts = await this.privacy.erase(principal, body);
    return {
      success: true,
      reviews: sub_accounts.reduce((sum, { reviews }) => sum + reviews, 0),
      invitations: sub_accounts.reduce((sum, { invitations }) => sum + invitations, 0),
      sub_accounts,
    };
  }
}
