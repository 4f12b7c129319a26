import { IsId, Nullable, Optional } from '@plaudit/contracts';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsString,
  IsUrl,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { IsWebUrl } from '../../content';
import { toApiError } from './validation';

const DIGITS = { message: '$property must be digits' };

class PartInput {
  @IsInt() @Min(-1) @Max(1_000_000) size: number;
}

/** Every rule that the DTOs of the services use. */
class EveryInput {
  @Optional() @IsString() text?: string;
  @Optional() @Nullable() @IsBoolean() flag?: boolean | null;
  @Optional() @IsInt() integer?: number;
  @Optional() @IsInt() @Min(-1) @Max(1_000_000) ranged?: number;
  @Optional() @IsInt() @Min(0) least?: number;
  @Optional() @IsNumber() @Max(5) most?: number;
  @Optional() @IsNumber() number?: number;
  @Optional() @IsId() id?: number;
  @Optional() @IsArray() @IsId({ each: true }) ids?: number[];
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(3) @IsString({ each: true }) list?: string[];
  @Optional() @IsIn(['a', 'b']) word?: string;
  @Optional() @IsIn(['', 'a', 'b']) wordOrEmpty?: string;
  @Optional() @Nullable() @IsIn([1, null]) choice?: number | null;
  @Optional() @IsIn([1]) one?: number;
  @Optional() @IsArray() @IsIn(['a', 'b'], { each: true }) words?: string[];
  @Optional() @IsString() @IsNotEmpty() full?: string;
  @Optional() @IsString() @MinLength(10) long?: string;
  @Optional() @IsString() @MaxLength(1_000) short?: string;
  @Optional() @IsString() @Length(1, 3) sized?: string;
  @Optional() @Length(0, 3) brief?: string;
  @Optional() @IsEmail() email?: string;
  @Optional() @IsUrl() url?: string;
  @Optional() @IsWebUrl() web_url?: string;
  @Optional() @IsObject() object?: object;
  @Optional() @IsString() @Matches(/^\d+$/, DIGITS) digits?: string;
  @Optional() @ValidateNested() @Type(() => PartInput) part?: PartInput;
  @Optional()
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => PartInput)
  parts?: PartInput[];
}

describe('the message for a field', () => {
  it.each<[string, unknown, ...string[]]>([
    ['text', 7, 'text must be a string.'],
    ['flag', 'yes', 'flag must be true or false.'],
    ['integer', '7', 'integer must be an integer.'],
    ['ranged', 1.5, 'ranged must be an integer from -1 to 1,000,000.'],
    ['ranged', -2, 'ranged must be an integer from -1 to 1,000,000.'],
    ['ranged', 2_000_000, 'ranged must be an integer from -1 to 1,000,000.'],
    ['least', -1, 'least must be an integer of at least 0.'],
    ['most', 6, 'most must be a number of at most 5.'],
    ['number', 'x', 'number must be a number.'],
    ['id', 0, 'id must be a positive integer.'],
    ['id', '7', 'id must be a positive integer.'],
    ['id', 2 ** 53, 'id must be a positive integer.'],
    ['ids', 7, 'ids must be a list.'],
    ['ids', [7, 0], 'ids[1] must be a positive integer.'],
    ['list', [], 'list must have at least 1 item.'],
    ['list', ['a', 'b', 'c', 'd'], 'list must have at most 3 items.'],
    ['list', ['a', 7], 'list[1] must be a string.'],
    ['word', 'c', 'word must be one of a, b.'],
    ['wordOrEmpty', 'c', 'wordOrEmpty must be one of a, b.'],
    ['choice', 2, 'choice must be one of 1, null.'],
    ['one', 2, 'one must be 1.'],
    ['words', ['c'], 'words[0] must be one of a, b.'],
    ['full', '', 'full must not be empty.'],
    ['long', 'x', 'long must have at least 10 characters.'],
    ['short', 'x'.repeat(1_001), 'short must have at most 1,000 characters.'],
    ['sized', 'long', 'sized must have 1 to 3 characters.'],
    ['brief', 'long', 'brief must have at most 3 characters.'],
    ['email', 'x', 'email must be an email address.'],
    ['url', 'x', 'url must be an absolute http or https URL.'],
    ['web_url', 'x', 'web_url must be an absolute http or https URL.'],
    ['object', [], 'object must be an object.'],
    ['digits', 'x', 'digits must be digits.'],
    ['part', 7, 'part must be an object.'],
    ['part', { size: 'x' }, 'part.size must be an integer from -1 to 1,000,000.'],
    ['part', {}, 'part.size is required.'],
    ['parts', [{ size: 1 }, { size: 'x' }], 'parts[1].size must be an integer from -1 to 1,000,000.'],
    ['parts', [7], 'parts[0] must be an object.'],
  ])('%s with the value %j is a sentence of ours', (field, value, ...messages) => {
    const errors = validateSync(plainToInstance(EveryInput, { [field]: value }));
    const { message, details } = toApiError(errors);
    expect([message, details.errors?.map(({ msg }) => msg)]).toEqual([messages[0], messages]);
  });
});
