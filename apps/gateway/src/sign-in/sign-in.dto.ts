import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, Matches, MaxLength } from 'class-validator';

/** Longer ones are nobody's, and would only cost time to hash. */
const MAX_PASSWORD = 1_000;

export class SignInInput {
  @ApiProperty({ example: 'owner@example.com', description: 'The address that the user signs in with.' })
  @IsString()
  @Length(1, 254)
  email: string;

  @ApiProperty({
    example: 'correct horse battery',
    format: 'password',
    description: 'The password of that user.',
  })
  @IsString()
  @Length(1, MAX_PASSWORD)
  password: string;
}

export class LoginLinkResponse {
  @ApiProperty({
    example: true,
    enum: [true],
    type: Boolean,
    description: 'Always true; an error has false.',
  })
  success: true;

  @ApiProperty({
    example: 'https://reviews.example.com/login/once#t=pO2…',
    format: 'uri',
    description:
      'Redirect the user to it: it signs in once, within 60 seconds. On the white-label domain when the account has one.',
  })
  url: string;

  @ApiProperty({
    example: 'https://plaudit.example.com/login/once#t=pO2…',
    format: 'uri',
    description: 'The same link on the host of this installation; whichever is followed first works.',
  })
  alternate_url: string;
}

export class OneTimeTokenInput {
  @IsString()
  @MaxLength(100)
  @Matches(/^[\w-]*$/)
  token: string;
}
