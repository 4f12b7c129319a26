import { ApiError } from '@plaudit/contracts';
import { appStore } from '../platforms/app-store';
import type { PlatformMeta } from '../platforms/platform';
import { websiteSchema } from '../platforms/website-schema';
import { assertAddable, getChannelType, parseCodes, toConfig } from './connection-input';

function refusal(work: () => unknown): Pick<ApiError, 'code' | 'message' | 'details'> | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as ApiError;
  }
}

it('an unknown type is 404 and says where the types are', () => {
  expect(refusal(() => getChannelType('myspace'))).toMatchObject({
    code: 'unknown_channel_type',
    message: expect.stringContaining('/channels/types') as unknown,
  });
});

describe('platforms that are connected elsewhere', () => {
  it('by signing in say where', () => {
    expect(refusal(() => assertAddable({ method: 'oauth', label: 'Example' }))).toMatchObject({
      code: 'oauth_required',
      details: { authorize_url_path: '/public/v1/channels/authorize_url' },
    });
  });

  it('on the dashboard say so', () => {
    expect(refusal(() => assertAddable({ method: 'dashboard', label: 'Example' }))?.code).toBe(
      'dashboard_only',
    );
  });
});

describe('the fields of a connection', () => {
  it('that are missing are named', () => {
    for (const url of [undefined, '', '  ']) {
      const missing = refusal(() => toConfig(appStore, { url }));
      expect(missing).toMatchObject({ code: 'missing_field', details: { field: 'url' } });
    }
    const meta: PlatformMeta = {
      ...appStore.meta,
      method: 'credentials',
      required: ['access_token', 'trend_id'],
    };
    expect(refusal(() => toConfig({ ...appStore, meta }, { trend_id: '7' }))?.details).toMatchObject({
      field: 'access_token',
      errors: [{ field: 'access_token' }],
    });
  });

  it('are cleaned up, and those the platform does not use are left out', () => {
    const input = {
      url: ' Apps.Apple.com/gb/app/acme/id1?utm_source=x ',
      countries: 'GB; us,gb',
      stores: 'main',
      access_token: 'secret',
    };
    expect(toConfig(appStore, input)).toEqual({
      url: 'https://apps.apple.com/gb/app/acme/id1',
      countries: ['gb', 'us'],
    });
  });

  it.each([
    ['of another platform', websiteSchema, 'https://apps.apple.com/gb/app/acme/id1', 'app_store'],
    ['that is no profile', appStore, 'https://apps.apple.com/gb/developer/acme/id1', 'App Store'],
    ['of some website', appStore, 'https://www.example.com/', 'App Store'],
    ['that is none', appStore, 'not an address', 'App Store'],
  ])('an address %s is refused with 422', (_name, platform, url, hint) => {
    expect(refusal(() => toConfig(platform, { url }))).toMatchObject({
      code: 'profile_not_valid',
      message: expect.stringContaining(hint) as unknown,
      details: { field: 'url' },
    });
  });
});

describe('countries', () => {
  it('are a list of codes, or none', () => {
    expect(parseCodes('countries', 'us, GB  de;us', appStore.meta)).toEqual(['us', 'gb', 'de']);
    expect(parseCodes('countries', '', appStore.meta)).toBeNull();
    expect(parseCodes('countries', null, appStore.meta)).toBeNull();
    expect(parseCodes('countries', 'us', websiteSchema.meta)).toBeNull();
  });

  it('that the platform does not know are refused by name', () => {
    expect(refusal(() => parseCodes('countries', 'us,zz', appStore.meta))).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining('"zz"') as unknown,
      details: { field: 'countries' },
    });
  });
});
