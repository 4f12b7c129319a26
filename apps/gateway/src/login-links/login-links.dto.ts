import { ApiProperty } from '@nestjs/swagger';

export class LoginLinkResponse {
  @ApiProperty({
    example: true,
    enum: [true],
    type: Boolean,
    description: 'Always true; an error response has false.',
  })
  success: true;

  @ApiProperty({
    example: 'https://reviews.example.com/login/once#t=pO2xV9aQ7',
    format: 'uri',
    description:
      'Redirect the user to this URL. It signs the user in once, within 60 seconds. It is on the white-label domain if the account has one.',
  })
  url: string;

  @ApiProperty({
    example: 'https://plaudit.example.com/login/once#t=pO2xV9aQ7',
    format: 'uri',
    description:
      'The same link on the host of this installation. Only the first of the two URLs to be used signs the user in.',
  })
  alternate_url: string;
}
