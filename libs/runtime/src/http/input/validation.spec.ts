import { Optional } from '@plaudit/contracts';
import { IsBoolean, IsString, validateSync } from 'class-validator';
import { toApiError } from './validation';
import { ValidationCode } from './validation-code.decorator';

class BaseInput {
  @IsString() name: string;
}

@ValidationCode('invalid_value', 422)
class SettingsInput extends BaseInput {
  @ValidationCode('webhook_url_invalid') @IsString() url: string;
  @Optional() @IsBoolean() active?: boolean;
}

function errorOf(dto: object): object {
  const { status, code, details } = toApiError(validateSync(dto));
  return { status, code, field: details.field };
}

describe('ValidationCode', () => {
  const valid = { name: 'x', url: 'https://example.com/' };

  it('sets code and status of a field, and only the status if the field is missing', () => {
    const expected = { status: 422, code: 'webhook_url_invalid', field: 'url' };
    expect(errorOf(Object.assign(new SettingsInput(), valid, { url: 7 }))).toEqual(expected);
    const missing = errorOf(Object.assign(new SettingsInput(), valid, { url: undefined }));
    expect(missing).toEqual({ ...expected, code: 'missing_field' });
  });

  it('sets code and status of every other field of a class, inherited fields included', () => {
    const expected = { status: 422, code: 'invalid_value' };
    const active = Object.assign(new SettingsInput(), valid, { active: 'yes' });
    const name = Object.assign(new SettingsInput(), valid, { name: 7 });
    expect(errorOf(active)).toEqual({ ...expected, field: 'active' });
    expect(errorOf(name)).toEqual({ ...expected, field: 'name' });
  });

  it('leaves classes without it at 400', () => {
    expect(errorOf(new BaseInput())).toEqual({ status: 400, code: 'missing_field', field: 'name' });
    const name = Object.assign(new BaseInput(), { name: 7 });
    expect(errorOf(name)).toEqual({ status: 400, code: 'validation_failed', field: 'name' });
  });
});
