import { readClientMetadata, redirectHostOf } from './client-metadata';

const read = (raw: unknown): unknown => readClientMetadata(raw, 'none');
const withUri = (uri: unknown): object => ({ redirect_uris: [uri] });

describe('readClientMetadata', () => {
  it('keeps what the product uses and drops the rest', () => {
    expect(
      read({
        client_id: 'https://app.example/client.json',
        client_name: ' Assistant ',
        client_uri: 'https://app.example',
        logo_uri: '',
        redirect_uris: ['https://app.example/callback'],
        grant_types: ['implicit', 'authorization_code'],
        response_types: ['token'],
        scope: 'openid everything',
        jwks_uri: 'http://169.254.169.254/',
        client_secret: 'chosen by the app',
        id_token_signed_response_alg: 'none',
      }),
    ).toEqual({
      client_name: 'Assistant',
      client_uri: 'https://app.example/',
      redirect_uris: ['https://app.example/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      application_type: 'web',
    });
  });

  it.each([
    ['https://app.example/callback?tenant=1', 'web'],
    ['http://localhost/callback', 'native'],
    ['http://127.0.0.1:33418/', 'native'],
    ['http://[::1]/callback', 'native'],
    ['com.example.app:/callback', 'native'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'native'],
  ])('accepts the redirect URI %s of an app of the type %s', (uri, application_type) => {
    expect(read(withUri(uri))).toMatchObject({ redirect_uris: [uri], application_type });
  });

  it.each([
    'http://app.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/',
    'https://app.example/#fragment',
    'https://app.example/#',
    'https://*.example/callback',
    'https://app.example\\@evil.example/',
    'https://user:password@app.example/',
    'https://app.example/ space',
    'https://app.example/\u202e',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'mailto:a@example.com',
    '/callback',
    '',
    `https://app.example/${'x'.repeat(500)}`,
    7,
  ])('refuses the redirect URI %j', (uri) => {
    expect(() => read(withUri(uri))).toThrow(/^redirect_uris must /);
  });

  it.each([
    ['redirect_uris', { redirect_uris: [] }],
    ['redirect_uris', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`) }],
    ['redirect_uris', {}],
    ['client_name', { client_name: 'Plaudit\u202e' }],
    ['client_name', { client_name: 'a\u0000b' }],
    ['client_name', { client_name: '\u200b' }],
    ['client_name', { client_name: 'x'.repeat(101) }],
    ['client_name', { client_name: ['a'] }],
    ['logo_uri', { logo_uri: 'http://app.example/logo.png' }],
    ['logo_uri', { logo_uri: 'javascript:alert(1)' }],
    ['client_uri', { client_uri: 'data:,x' }],
    ['token_endpoint_auth_method', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['grant_types', { grant_types: ['client_credentials'] }],
    ['grant_types', { grant_types: 'authorization_code' }],
  ])('refuses a wrong %s in %j', (field, fields) => {
    const raw = { redirect_uris: ['https://app.example/callback'], ...fields };
    const asked = 'redirect_uris' in fields || Object.keys(fields).length > 0 ? raw : {};
    expect(() => read(asked)).toThrow(new RegExp(`^${field} must `));
  });

  it.each([null, [], 'text', 7])('refuses %j, which is no object', (raw) => {
    expect(() => read(raw)).toThrow('must be a JSON object');
  });
});

describe('redirectHostOf', () => {
  it.each([
    ['https://app.example:8443/callback', 'app.example'],
    ['http://localhost:5000/', 'localhost'],
    ['com.example.app:/callback', 'com.example.app:'],
  ])('names the target of %s as %s', (uri, host) => {
    expect(redirectHostOf(uri)).toBe(host);
  });
});
