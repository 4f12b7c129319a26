import { request as httpRequest } from 'node:http';
import { errorResponse, JSON_TYPE, PROBE, ProbeWorld } from '../fixtures/probe-world';

const MEBIBYTE = 1024 * 1024;

describe('HTTP requests', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  describe('bodies', () => {
    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['blank', ' \n '],
    ])('treats a %s body with a JSON content type as {}', async (_name, body) => {
      expect(await probe.post('raw', body)).toMatchObject({ status: 200, body: { body: {} } });
      const removed = await probe.caller.send('DELETE', 'reviews', `${PROBE}/items/3`, {
        body,
        headers: JSON_TYPE,
      });
      expect(removed).toMatchObject({ status: 200, body: { id: 3 } });
    });

    it('accepts a request without a body and content type if the operation needs no fields', async () => {
      expect(await probe.post('created', undefined, {})).toMatchObject({ status: 201 });
    });

    it.each(['[]', '[{"name":"x"}]', '"text"', '7', 'null', 'true'])('refuses the body %s', async (body) => {
      const response = await probe.post('raw', body);
      expect(response).toEqual(errorResponse(400, 'validation_failed'));
      expect(response.body.msg).toBe('The request body must be a JSON object.');
    });

    it.each([
      ['{', 'at position 1'],
      ['{"a":1,}', 'at position 7'],
      ['{"a":1', 'at position 6'],
      ['name=x', "token 'a'"],
      ['{"password":secret}', "token 's'"],
      ['{"a":"unfinished', 'Unterminated string'],
      ['{"a":"secret\n"}', 'control character'],
    ])('refuses the invalid JSON %j with one reason that quotes none of the body', async (body, reason) => {
      const response = await probe.post('raw', body);
      expect(response).toEqual(errorResponse(400, 'invalid_json'));
      const { msg } = response.body;
      expect(msg).toMatch(/^The request body is not valid JSON: [^":]+\.$/);
      expect(msg.match(/JSON: /g)).toHaveLength(1);
      expect(msg).toContain(reason);
      expect(msg).not.toContain('secret');
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'nonsense',
    ])('refuses the content type %s', async (type) => {
      const response = await probe.post('raw', '{}', { 'content-type': type });
      expect(response).toEqual(errorResponse(415, 'unsupported_media_type'));
    });

    it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
      'reads the content type %s as JSON',
      async (type) => {
        const response = await probe.post('raw', '{"a":"ü"}', { 'content-type': type });
        expect(response).toMatchObject({ status: 200, body: { body: { a: 'ü' } } });
      },
    );

    it.each([
      ['a control character', { a: { b: ['fine', 'x\u0000y'] } }, 'a.b[1]'],
      ['DEL', { a: '\u007f' }, 'a'],
      ['a C1 control character', { a: '\u0092' }, 'a'],
      ['half of a surrogate pair', { a: '\ud83d' }, 'a'],
      ['a control character in a name', { 'x\u0001': 1 }, 'x?'],
    ])('refuses a body with %s', async (_name, body, field) => {
      expect(await probe.post('raw', body)).toEqual(errorResponse(400, 'invalid_value', { field }));
    });

    it.each([
      ['{"__proto__":{"admin":true}}', '__proto__'],
      ['{"a":{"\\u005f_proto__":1}}', 'a.__proto__'],
      ['{"a":{"constructor":{"prototype":1}}}', 'a.constructor'],
    ])('refuses a reserved name in %s', async (body, field) => {
      expect(await probe.post('raw', body)).toEqual(errorResponse(400, 'invalid_value', { field }));
    });

    it('accepts line breaks, tabs and whole surrogate pairs', async () => {
      const body = { a: 'one\r\n\ttwo 😀' };
      expect(await probe.post('raw', body)).toMatchObject({ status: 200, body: { body } });
    });

    it('refuses a body that is nested 100,000 levels deep', async () => {
      const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await probe.post('raw', deep)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });

    it('accepts 2 MiB and refuses 3 MiB', async () => {
      const body = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
      expect(await probe.post('raw', body(2 * MEBIBYTE))).toMatchObject({ status: 200 });
      expect(await sendRaw(3 * MEBIBYTE, 'content-length')).toEqual([413, 'payload_too_large']);
      expect(await sendRaw(3 * MEBIBYTE, 'chunked')).toEqual([413, 'payload_too_large']);
    });

    /**
     * Uses node:http, because other clients may fail before they read a response that arrives while they still send.
     */
    async function sendRaw(bytes: number, framing: 'content-length' | 'chunked'): Promise<unknown> {
      const length: Record<string, string> = framing === 'chunked' ? {} : { 'content-length': String(bytes) };
      const url = probe.url('raw');
      return new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          url,
          { method: 'POST', headers: { ...JSON_TYPE, ...length } },
          (incoming) => {
            let text = '';
            incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
            incoming.on('end', () =>
              resolve([incoming.statusCode, (JSON.parse(text) as { code: string }).code]),
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.write('x'.repeat(bytes - MEBIBYTE));
        outgoing.end('x'.repeat(MEBIBYTE));
      });
    }
  });

  describe('fields', () => {
    it('drops unknown fields', async () => {
      expect((await probe.post('named', { name: 'Ann', more: 1 })).body).toEqual({ name: 'Ann' });
    });

    it('reports every fault and takes code and field from the first one', async () => {
      const response = await probe.post('named', { count: '7', parts: [{ size: 1 }, { size: 'x' }, {}] });
      expect(response).toEqual(
        errorResponse(400, 'missing_field', {
          field: 'name',
          errors: [
            { field: 'name', msg: 'name is required.' },
            { field: 'count', msg: 'count must be an integer.' },
            { field: 'parts[1].size', msg: 'parts[1].size must be an integer.' },
            { field: 'parts[2].size', msg: 'parts[2].size is required.' },
          ],
        }),
      );
    });

    it('does not call a list missing whose items are wrong', async () => {
      const { body } = await probe.post('named', { name: 'a', parts: [7] });
      expect(body.errors).toEqual([{ field: 'parts[0]', msg: 'parts[0] must be an object.' }]);
      const { errors } = (await probe.post('named', { name: 'a', parts: {} })).body;
      expect(errors).toEqual([
        { field: 'parts', msg: 'parts must be a list.' },
        { field: 'parts.size', msg: 'parts.size is required.' },
      ]);
    });

    it('reports one reason for each invalid field', async () => {
      const response = await probe.post('named', { name: 'a name that is too long' });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed', field: 'name' } });
      expect(response.body.errors).toHaveLength(1);
    });

    it('requires fields also if the request has no body', async () => {
      expect(await probe.post('named', undefined, {})).toMatchObject({
        status: 400,
        body: { code: 'missing_field' },
      });
    });
  });

  describe('query strings', () => {
    it('refuses a repeated parameter', async () => {
      expect(await probe.get('query?name=a&name=b')).toEqual(
        errorResponse(400, 'invalid_value', { field: 'name' }),
      );
    });

    it('refuses control characters', async () => {
      expect(await probe.get('query?name=a%00b')).toEqual(
        errorResponse(400, 'invalid_value', { field: 'name' }),
      );
    });

    it.each(['%', '%zz', '%ff', '%C3', '%ED%A0%80'])(
      'refuses %s, which is not percent-encoded UTF-8',
      async (value) => {
        const refused = errorResponse(400, 'invalid_value', { field: 'name' });
        expect(await probe.get(`query?other=%C3%A9&name=a${value}`)).toEqual(refused);
      },
    );

    it.each([
      ['query?nam=a', 'nam', "Unknown query parameter 'nam'. Did you mean 'name'?"],
      ['query?name=a&page=2', 'page', "Unknown query parameter 'page'. This operation takes name."],
      ['query?toString=a', 'toString', "Unknown query parameter 'toString'. This operation takes name."],
      ['items/7?deep=1', 'deep', "Unknown query parameter 'deep'. This operation takes no query parameters."],
    ])('refuses the unknown parameter of %s', async (path, field, msg) => {
      expect(await probe.get(path)).toEqual(errorResponse(400, 'invalid_value', { field, msg }));
    });

    it('refuses an unknown parameter of any method before it reads the body', async () => {
      const refused = errorResponse(400, 'invalid_value', { field: 'dry_run' });
      expect(await probe.post('named?dry_run=1', {})).toEqual(refused);
      expect(await probe.caller.send('DELETE', 'reviews', `${PROBE}/items/3?dry_run=1`)).toEqual(refused);
    });

    it('refuses a client without the right before it names a parameter', async () => {
      const narrow = probe.world.as({ scopes: ['channels:read'] });
      expect(await narrow.get('reviews', `${PROBE}/query?nam=a`)).toEqual(
        errorResponse(403, 'forbidden', { required: 'reviews:read' }),
      );
    });

    it('ignores unknown parameters of pages, and of operations that pass their query on', async () => {
      expect(await probe.caller.get('reviews', '/probe-page?utm_source=mail')).toMatchObject({ status: 200 });
      const passed = await probe.get('passed-on?anything=1');
      expect(passed).toMatchObject({ status: 200, body: { anything: '1' } });
    });

    it('refuses an unknown parameter that another service passes on', async () => {
      const ask = (query: string) => probe.caller.get('reviews', `/probe-page/for-another-service?${query}`);
      expect(await ask('nam=a')).toEqual(errorResponse(400, 'invalid_value', { field: 'nam' }));
      expect(await ask('name=a')).toMatchObject({ status: 200, body: { name: 'a' } });
    });

    it('keeps parameters as text', async () => {
      expect(await probe.get('query?name=007')).toMatchObject({ status: 200, body: { name: '007' } });
    });
  });

  it('refuses a path that is not percent-encoded UTF-8', async () => {
    const response = await probe.get('items/%ff');
    expect(response).toEqual(errorResponse(400, 'validation_failed'));
    expect(response.body.msg).toBe('The path is not percent-encoded UTF-8; encode it again.');
  });

  describe('ids in paths', () => {
    it('accepts positive integers up to Number.MAX_SAFE_INTEGER', async () => {
      expect(await probe.get('items/42')).toMatchObject({ status: 200, body: { id: 42 } });
      expect(await probe.get('items/9007199254740991')).toMatchObject({
        body: { id: Number.MAX_SAFE_INTEGER },
      });
    });

    it.each([
      'abc',
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '%2042',
      '01',
      '9007199254740992',
      '99999999999999999999',
      '1'.repeat(2_000),
    ])('refuses the id %s', async (id) => {
      expect(await probe.get(`items/${id}`)).toEqual(errorResponse(400, 'invalid_value', { field: 'id' }));
    });
  });
});
