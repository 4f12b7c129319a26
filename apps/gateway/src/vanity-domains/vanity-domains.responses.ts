import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { proofOf, statusOf, VANITY_STATUSES, type VanityStatus } from './domain-verification';
import type { VanityDomainRow } from './vanity-domains.repository';

export class VanityProofResponse {
  @ApiProperty({
    description: 'Name of the TXT record',
    example: '_plaudit-challenge.reviews.acme.example.com',
  })
  name: string;

  @ApiProperty({
    description: 'Value of the TXT record',
    example: 'plaudit-verification=5f0c…',
  })
  value: string;
}

export const VANITY_STATUS = {
  enum: VANITY_STATUSES,
  description:
    'none without a vanity_url; pending until the TXT record of vanity_proof was seen in DNS; verified when the domain is in use',
  example: 'verified',
};

export const VANITY_PROOF = {
  type: VanityProofResponse,
  nullable: true,
  description: 'TXT record that proves the vanity_url. Keep it in DNS. Null without a vanity_url.',
};

export class VanityVerificationResponse extends SuccessResponse {
  @ApiProperty(VANITY_STATUS) vanity_status: VanityStatus;
  @ApiProperty(VANITY_PROOF) vanity_proof: VanityProofResponse | null;
}

export function toVanityFields(
  domain: VanityDomainRow | null,
): Pick<VanityVerificationResponse, 'vanity_status' | 'vanity_proof'> {
  return { vanity_status: statusOf(domain), vanity_proof: domain && proofOf(domain) };
}
