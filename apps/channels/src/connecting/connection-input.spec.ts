import { ApiError } from '@plaudit/contracts';
import { appStore } from '../platforms/apps/app-store';
import type { PlatformMeta } from '../platforms/platform';
import { websiteSchema } from '../platforms/website/website-schema';
import { assertAddable, assertComplete, namesProfile, parseCodes, toConfig } from './connection-input';

function errorOf(work: () => unknown): Pick<ApiError, 'code' | 'message' | 'details'> | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as ApiError;
  }
}

describe('assertAddable', () => {
  it('refuses a platform with OAuth and returns the path that gives the sign-in URL', () => {
    expect(errorOf(() => assertAddable({ method: 'oauth', label: 'Example' }))).toMatchObject({
      code: 'oauth_required',
      details: { authorize_url_path: '/public/v1/channels/authorize_url' },
    });
  });

  it('refuses a platform that can only be connected in the dashboard', () => {
    expect(errorOf(() => assertAddable({ method: 'dashboard', label: 'Example' }))?.code).toBe(
      'dashboard_only',
    );
  });
});

describe('namesProfile', () => {
  const meta = (method: PlatformMeta['method']): PlatformMeta => ({ ...appStore.meta, method });

  it('returns true only for a method without a person, and with every required field', () => {
    const url = 'https://apps.apple.com/gb/app/id1';
    const named = (['url', 'credentials', 'oauth', 'dashboard'] as const).filter((method) =>
      namesProfile(meta(method), { url }),
    );
    expect(named).toEqual(['url', 'credentials']);
    expect(namesProfile(meta('url'), { countries: 'gb' })).toBe(false);
  });
});

describe('assertComplete', () => {
  it('names the missing fields', () => {
    for (const url of [undefined, '', '  ']) {
      const missing = errorOf(() => assertComplete(appStore.meta, { url }));
      expect(missing).toMatchObject({ code: 'missing_field', details: { field: 'url' } });
    }
    const meta: PlatformMeta = {
      ...appStore.meta,
      method: 'credentials',
      required: ['access_token', 'trend_id'],
    };
    expect(errorOf(() => assertComplete(meta, { trend_id: '7' }))?.details).toMatchObject({
      field: 'access_token',
      errors: [{ field: 'access_token' }],
    });
  });
});

describe('toConfig', () => {
  it('cleans up the fields and omits those that the platform does not use', () => {
    const input = {
      url: ' Apps.Apple.com/gb/app/acme/id1?utm_source=x ',
      countries: 'GB; us,gb',
      stores: ' ',
      access_token: 'secret',
    };
    expect(toConfig(appStore, input)).toEqual({
      url: 'https://apps.apple.com/gb/app/acme/id1',
      countries: ['gb', 'us'],
    });
  });

  it.each([
    ['of another platform', websiteSchema, 'https://apps.apple.com/gb/app/acme/id1', 'app_store'],
    [
      'that is not a profile of the platform',
      appStore,
      'https://apps.apple.com/gb/developer/acme/id1',
      'App Store',
    ],
    ['of an unrelated website', appStore, 'https://www.example.com/', 'App Store'],
    ['that cannot be parsed', appStore, 'not an address', 'App Store'],
  ])('refuses a URL %s', (_name, platform, url, hint) => {
    expect(errorOf(() => toConfig(platform, { url }))).toMatchObject({
      code: 'profile_not_valid',
      message: expect.stringContaining(hint) as unknown,
      details: { field: 'url' },
    });
  });
});

describe('parseCodes', () => {
  it('returns the distinct codes, or null for an empty list', () => {
    expect(parseCodes('countries', 'us, GB  de;us', appStore.meta)).toEqual(['us', 'gb', 'de']);
    expect(parseCodes('countries', '', appStore.meta)).toBeNull();
    expect(parseCodes('countries', null, appStore.meta)).toBeNull();
    expect(parseCodes('countries', ' ,', websiteSchema.meta)).toBeNull();
  });

  it.each([
    ['countries', 'us', websiteSchema.meta],
    ['stores', 'main', appStore.meta],
  ] as const)('refuses %s of a platform that has none', (field, text, meta) => {
    expect(errorOf(() => parseCodes(field, text, meta))).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining(`${field} cannot be set for ${meta.label}`) as unknown,
      details: { field },
    });
  });

  it('refuses a code that the platform does not know, and names it', () => {
    expect(errorOf(() => parseCodes('countries', 'us,zz', appStore.meta))).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining('"zz"') as unknown,
      details: { field: 'countries' },
    });
  });
});
