import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtDashboard, temporaryFolder } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { ask, ORIGIN, type PageAnswer, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { GatewayEnv } from '../gateway.env';
import { DashboardFilesCache } from './dashboard-files.cache';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const INDEX = '<!doctype html><title>The dashboard</title>';

const SCRIPT = `/* ${'the script of the dashboard '.repeat(200)} */`;

const VANITY = 'reviews.acme.example';

describe('dashboard', () => {
  let gateway: GatewayWorld;

  const { verifiedDomain } = signIns(() => gateway);

  beforeAll(async () => {
    const folder = temporaryFolder('dashboard-');
    mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
    const files = {
      'secret.txt': 'secret',
      'dist/index.html': INDEX,
      'dist/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'dist/assets/index-B7xYz_1a.js': SCRIPT,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    gateway = await startSignInWorld({ DASHBOARD_DIR: join(folder, 'dist') });
    await verifiedDomain(VANITY);
  });

  afterAll(() => gateway.close());

  const getRoot = (headers: Record<string, string> = {}, method = 'GET'): Promise<PageAnswer> =>
    ask(gateway, '/', { method, headers });

  describe('GET /', () => {
    it.each([['plaudit.localhost'], [VANITY]])(
      'redirects a browser to the pages on the host %s',
      async (host) => {
        const answer = await getRoot({ accept: BROWSER, host });
        expect(answer.status).toBe(302);
        expect(answer.headers.location).toBe('/app');
        expect(answer.headers.vary).toBe('Accept');
      },
    );

    it('redirects a browser that uses an unknown host to the host of PUBLIC_URL', async () => {
      const headers = { accept: BROWSER, host: 'evil.example' };
      const { location } = (await getRoot(headers)).headers;
      expect((await ask(gateway, String(location), { headers })).headers.location).toBe(`${ORIGIN}/app`);
    });

    it.each([[{}], [{ accept: '*/*' }], [{ accept: 'application/json' }]])(
      'returns the paths of the API to a client that sends the headers %j',
      async (headers) => {
        const answer = await getRoot(headers);
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toContain('application/json');
        expect(answer.headers.vary).toBe('Accept');
        const places = { api: '/public/v1', docs: '/docs', openapi: '/public/v1/openapi.json' };
        expect(answer.json()).toEqual({ success: true, ...places });
        expect((await ask(gateway, places.openapi)).status).toBe(200);
        expect((await ask(gateway, places.docs)).status).toBe(200);
        expect((await ask(gateway, `${places.api}/hello`)).json()).toMatchObject({ code: 'missing_key' });
      },
    );

    it('answers HEAD requests', async () => {
      expect(await getRoot({}, 'HEAD')).toMatchObject({ status: 200, text: '' });
      const answer = await getRoot({ accept: BROWSER }, 'HEAD');
      expect([answer.status, answer.headers.location]).toEqual([302, '/app']);
    });

    it.each(['POST', 'PUT', 'DELETE'])('answers 405 to %s', async (method) => {
      expect((await getRoot({}, method)).status).toBe(405);
    });
  });

  describe('the redirect of paths with a trailing slash', () => {
    it.each([
      ['/docs/', '/docs'],
      ['/docs/?x=1', '/docs?x=1'],
      ['/app/', '/app'],
      ['/app/reviews/', '/app/reviews'],
      ['/login/once/', '/login/once'],
    ])('leads from %s to %s', async (path, page) => {
      const answer = await ask(gateway, path);
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toBe(page);
    });

    it.each([
      ['GET', '/docs//', 404],
      ['GET', '//docs/', 404],
      ['GET', '//evil.example/', 404],
      ['GET', '/docs/nothing', 404],
      ['POST', '/docs/', 405],
      ['DELETE', '/app/session/', 405],
      ['GET', '/health/', 404],
    ])('does not apply to %s %s', async (method, path, status) => {
      const answer = await ask(gateway, path, { method });
      expect(answer.status).toBe(status);
      expect(answer.json()).toMatchObject({
        success: false,
        code: status === 404 ? 'not_found' : 'method_not_allowed',
      });
    });

    it('does not apply to the API, which ignores the slash', async () => {
      expect((await ask(gateway, '/public/v1/openapi.json/')).status).toBe(200);
    });
  });

  describe('the dashboard below /app', () => {
    const open = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<PageAnswer> =>
      ask(gateway, path, { method, headers: { accept: BROWSER, ...headers } });

    it('gets its page for every path that a browser opens, with a policy that allows only its own files', async () => {
      for (const path of ['/app', '/app/sign-in', '/app/1/inbox?rating=5', '/app/1/widgets/4711']) {
        const page = await open(path);
        expect([page.status, page.text]).toEqual([200, INDEX]);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.headers['cache-control']).toBe('no-store');
        expect(page.headers['content-security-policy']).toContain(
          "script-src 'self'; style-src 'self'; img-src 'self' data: blob:;",
        );
        expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(page.headers['content-security-policy']).not.toContain('unsafe');
      }
    });

    it('is served on white-label domains too', async () => {
      expect((await open('/app', { host: VANITY })).text).toBe(INDEX);
      expect((await open('/app/once', { host: VANITY })).text).toBe(INDEX);
    });

    it.each([
      ['/login/once', '/app/once'],
      ['/app/keys', '/app'],
      ['/app/security', '/app'],
      ['/app/account', '/app'],
      ['/app/mailbox', '/app'],
    ])('takes the place of the page %s of earlier versions, which leads to %s', async (path, page) => {
      for (const host of ['plaudit.localhost', VANITY]) {
        const answer = await open(path, { host });
        expect([answer.status, answer.headers.location]).toEqual([302, page]);
      }
    });

    it('has no requests of the pages of earlier versions', async () => {
      for (const [method, path] of [
        ['POST', '/app/keys'],
        ['DELETE', '/app/keys/1'],
        ['PUT', '/app/account'],
      ] as const)
        expect((await open(path, {}, method)).status).toBe(405);
    });

    it('keeps files with a hash in their name for a year, and answers 304 to a browser that has them', async () => {
      const file = await open('/app/assets/index-B7xYz_1a.js', { accept: '*/*' });
      expect([file.status, file.text]).toEqual([200, SCRIPT]);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(file.headers['x-content-type-options']).toBe('nosniff');
      const again = await open('/app/assets/index-B7xYz_1a.js', {
        'if-none-match': String(file.headers.etag),
      });
      expect([again.status, again.text]).toEqual([304, '']);
      expect((await open('/app/favicon.svg', { accept: 'image/*' })).headers['cache-control']).toBe(
        'no-cache',
      );
    });

    it.each([
      ['br', 'gzip, br'],
      ['gzip', 'gzip'],
    ])('sends files compressed with %s to browsers that take it', async (encoding, accepted) => {
      const response = await fetch(`${gateway.url}/app/assets/index-B7xYz_1a.js`, {
        headers: { 'accept-encoding': accepted },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      // The body arrives expanded, so the length shows that it was small on the way.
      expect(await response.text()).toBe(SCRIPT);
      expect(Number(response.headers.get('content-length'))).toBeLessThan(SCRIPT.length);
    });

    it.each([
      ['/app/assets/index-old00000.js', BROWSER],
      ['/app/assets/..%2fpackage.json', BROWSER],
      ['/app/assets/../secret.txt', BROWSER],
      ['/app/secret.txt', '*/*'],
      ['/app', '*/*'],
      ['/app/reviews', '*/*'],
      ['/app/reviews', 'application/json'],
    ])('has nothing at %s for a client that accepts %s', async (path, accept) => {
      const answer = await open(path, { accept });
      expect([answer.status, answer.json().code]).toEqual([404, 'not_found']);
    });

    it('does not answer a POST with its page', async () => {
      expect((await open('/app/reviews', {}, 'POST')).status).toBe(405);
    });

    it('answers HEAD without a body, and redirects from an unknown host to the host of PUBLIC_URL', async () => {
      expect(await open('/app/reviews', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
      const elsewhere = await open('/app/reviews?x=1', { host: 'evil.example' });
      expect([elsewhere.status, elsewhere.headers.location]).toEqual([302, `${ORIGIN}/app/reviews`]);
    });
  });
});

const cacheOf = (folder: string): DashboardFilesCache =>
  new DashboardFilesCache(Object.assign(new GatewayEnv(), { DASHBOARD_DIR: folder }));

describe('DashboardFilesCache', () => {
  it('has every file that the built page names, and lets browsers keep each of them for a year', async () => {
    const files = cacheOf(await builtDashboard());
    const page = (await files.index?.body.in('identity'))?.toString() ?? '';
    const named = [...page.matchAll(/(?:src|href)="\/app\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(named.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(1);
    for (const name of named)
      expect([name, files.find(name)?.headers['Cache-Control']]).toEqual([
        name,
        'public, max-age=31536000, immutable',
      ]);
  });

  it('has no inline script and no style of another site in the built page, which the policy would refuse', async () => {
    const page = (await cacheOf(await builtDashboard()).index?.body.in('identity'))?.toString() ?? '';
    expect(page).toContain('<div id="root">');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
    expect(page).not.toMatch(/(?:src|href)="(?!\/app\/)/);
  });

  it('has no page if the folder has none', () => {
    expect(cacheOf('/nowhere').index).toBeNull();
    expect(cacheOf(__dirname).index).toBeNull();
  });
});
