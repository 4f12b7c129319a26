import { ApiError } from '@plaudit/contracts';
import { getChannelType } from './channel-type';

describe('getChannelType', () => {
  it('refuses an unknown type with 404 and names the operation that lists the types', () => {
    const lookUp = () => getChannelType('myspace');
    expect(lookUp).toThrow(ApiError);
    expect(lookUp).toThrow(expect.objectContaining({ code: 'unknown_channel_type' }));
    expect(lookUp).toThrow('/channels/types');
  });
});
