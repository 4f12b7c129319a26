import { ApiError } from '@plaudit/contracts';
import { appStore } from '../platforms/apps/app-store';
import type { PlatformMeta } from '../platforms/platform';
import { websiteSchema } from '../platforms/website/website-schema';
import {
  assertAddable,
  assertComplete,
  cleanKey,
  namesProfile,
  parseCodes,
  subdomainOf,
  toConfig,
} from './connection-input';

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

  it('refuses a platform that can only be connected with a file', () => {
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

describe('subdomainOf', () => {
  const meta: PlatformMeta = { ...appStore.meta, required: ['subdomain'] };

  it('returns the subdomain in lower case, or nothing for a platform without one', () => {
    expect(subdomainOf(meta, ' Acme-2 ')).toBe('acme-2');
    expect(subdomainOf(appStore.meta, 'acme')).toBe('');
  });

  it.each([
    [undefined, 'subdomain_required'],
    ['  ', 'subdomain_required'],
    ['a', 'invalid_value'],
    ['-acme', 'invalid_value'],
    ['acme.evil', 'invalid_value'],
    ['acme/evil', 'invalid_value'],
    ['acme@evil', 'invalid_value'],
    ['acme:80', 'invalid_value'],
    ['acme?', 'invalid_value'],
    ['a\nb', 'invalid_value'],
    ['\u0430cme', 'invalid_value'],
    ['a'.repeat(63), 'invalid_value'],
  ])('refuses %j, which could lead to another host', (subdomain, code) => {
    expect(errorOf(() => subdomainOf(meta, subdomain))).toMatchObject({
      code,
      details: { field: 'subdomain' },
    });
  });
});

describe('cleanKey', () => {
  it('returns a key without the spaces around it, and the file of a private key with its lines', () => {
    expect(cleanKey('access_token', ' live_1:2 ')).toBe('live_1:2');
    const file = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';
    expect(cleanKey('access_token', `${file}\n`)).toBe(file);
  });

  it.each(['', ' ', 'a\r\nx-evil: 1', 'a\u0000b', 'kéy', 'a\u200bb'])(
    'refuses %j, which no header can have',
    (key) => {
      for (const field of ['access_token', 'trend_id'] as const) {
        expect(errorOf(() => cleanKey(field, key))).toMatchObject({
          code: 'invalid_value',
          details: { field },
        });
      }
    },
  );
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
    ['with a password', appStore, 'https://ann:secret@apps.apple.com/gb/app/acme/id1', 'password'],
    ['with a user and without a scheme', appStore, 'ann@apps.apple.com/gb/app/acme/id1', 'password'],
  ])('refuses a URL %s', (_name, platform, url, hint) => {
    expect(errorOf(() => toConfig(platform, { url }))).toMatchObject({
      code: 'profile_not_valid',
      message: expect.stringContaining(hint) as unknown,
      details: { field: 'url', reason: 'wrong_address' },
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

  const ruled: PlatformMeta = {
    ...appStore.meta,
    stores: { re: /^[A-Z]\d+$/, what: 'the id of a shop', example: 'A1', max: 2 },
  };

  it('keeps the case of stores that follow a rule', () => {
    expect(parseCodes('stores', 'A1;B2, A1', ruled)).toEqual(['A1', 'B2']);
  });

  it.each([
    ['a1', 'the id of a shop'],
    ['A1,B2,C3', 'at most 2'],
  ])('refuses the stores %s, which break the rule', (stores, hint) => {
    expect(errorOf(() => parseCodes('stores', stores, ruled))).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining(hint) as unknown,
      details: { field: 'stores' },
    });
  });
});
