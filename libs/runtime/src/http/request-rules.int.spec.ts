import { request as httpRequest } from 'node:http';
import { error, JSON_TYPE, PROBE, ProbeWorld } from '../fixtures/probe-world';

const MEBIBYTE = 1024 * 1024;

describe('what an HTTP request brings', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  describe('bodies', () => {
    it.each([
      ['nothing', undefined],
      ['no bytes', ''],
      ['spaces', ' \n '],
    ])('count as {} when they are %s with a JSON content type', async (_name, body) => {
      expect(await probe.post('raw', body)).toMatchObject({ status: 200, body: { body: {} } });
      const removed = await probe.caller.send('DELETE', 'reviews', `${PROBE}/items/3`, {
        body,
        headers: JSON_TYPE,
      });
      expect(removed).toMatchObject({ status: 200, body: { id: 3 } });
    });

    it('may be left out where none is needed', async () => {
      expect(await probe.post('created', undefined, {})).toMatchObject({ status: 201 });
    });

    it.each(['[]', '[{"name":"x"}]', '"text"', '7', 'null', 'true'])(
      'are refused when they are %s',
      async (body) => {
        const answer = await probe.post('raw', body);
        expect(answer).toEqual(error(400, 'validation_failed'));
        expect(answer.body.msg).toBe('The request body must be a JSON object.');
      },
    );

    it.each([
      ['{', 'at position 1'],
      ['{"a":1,}', 'at position 7'],
      ['{"a":1', 'at position 6'],
      ['name=x', "token 'a'"],
      ['{"password":secret}', "token 's'"],
      ['{"a":"unfinished', 'Unterminated string'],
      ['{"a":"secret\n"}', 'control character'],
    ])(
      'are refused when they are %j, with one reason that gives nothing of them back',
      async (body, reason) => {
        const answer = await probe.post('raw', body);
        expect(answer).toEqual(error(400, 'invalid_json'));
        const { msg } = answer.body;
        expect(msg).toMatch(/^The request body is not valid JSON: [^":]+\.$/);
        expect(msg.match(/JSON: /g)).toHaveLength(1);
        expect(msg).toContain(reason);
        expect(msg).not.toContain('secret');
      },
    );

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'nonsense',
    ])('are refused as %s', async (type) => {
      const answer = await probe.post('raw', '{}', { 'content-type': type });
      expect(answer).toEqual(error(415, 'unsupported_media_type'));
    });

    it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
      'are JSON as %s',
      async (type) => {
        const answer = await probe.post('raw', '{"a":"ü"}', { 'content-type': type });
        expect(answer).toMatchObject({ status: 200, body: { body: { a: 'ü' } } });
      },
    );

    it.each([
      ['a control character', { a: { b: ['fine', 'x\u0000y'] } }, 'a.b[1]'],
      ['DEL', { a: '\u007f' }, 'a'],
      ['a C1 control character', { a: '\u0092' }, 'a'],
      ['half of a surrogate pair', { a: '\ud83d' }, 'a'],
      ['a control character in a name', { 'x\u0001': 1 }, 'x?'],
    ])('are refused with %s', async (_name, body, field) => {
      expect(await probe.post('raw', body)).toEqual(error(400, 'invalid_value', { field }));
    });

    it.each([
      ['{"__proto__":{"admin":true}}', '__proto__'],
      ['{"a":{"\\u005f_proto__":1}}', 'a.__proto__'],
      ['{"a":{"constructor":{"prototype":1}}}', 'a.constructor'],
    ])('are refused with a reserved name as in %s', async (body, field) => {
      expect(await probe.post('raw', body)).toEqual(error(400, 'invalid_value', { field }));
    });

    it('may have line breaks, tabs and whole surrogate pairs', async () => {
      const body = { a: 'one\r\n\ttwo 😀' };
      expect(await probe.post('raw', body)).toMatchObject({ status: 200, body: { body } });
    });

    it('are refused when they are nested without end', async () => {
      const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await probe.post('raw', deep)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });

    it('may have 2 MiB, and no more', async () => {
      const body = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
      expect(await probe.post('raw', body(2 * MEBIBYTE))).toMatchObject({ status: 200 });
      expect(await sendRaw(3 * MEBIBYTE, 'content-length')).toEqual([413, 'payload_too_large']);
      expect(await sendRaw(3 * MEBIBYTE, 'chunked')).toEqual([413, 'payload_too_large']);
    });

    /** Other clients may give up before they read an answer that comes while they still send. */
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
    it('that are unknown are dropped', async () => {
      expect((await probe.post('named', { name: 'Ann', more: 1 })).body).toEqual({ name: 'Ann' });
    });

    it('that are missing are named, with all other faults', async () => {
      const answer = await probe.post('named', { count: '7', parts: [{ size: 1 }, { size: 'x' }, {}] });
      expect(answer).toEqual(
        error(400, 'missing_field', {
          field: 'name',
          errors: [
            { field: 'name', msg: 'name is required.' },
            { field: 'count', msg: 'count must be an integer number.' },
            { field: 'parts[1].size', msg: 'parts[1].size must be an integer number.' },
            { field: 'parts[2].size', msg: 'parts[2].size is required.' },
          ],
        }),
      );
    });

    it('that are wrong say how, one reason for each', async () => {
      const answer = await probe.post('named', { name: 'a name that is too long' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', field: 'name' } });
      expect(answer.body.errors).toHaveLength(1);
    });

    it('are required of a request without a body too', async () => {
      expect(await probe.post('named', undefined, {})).toMatchObject({
        status: 400,
        body: { code: 'missing_field' },
      });
    });
  });

  describe('queries', () => {
    it('are refused when a parameter is repeated', async () => {
      expect(await probe.get('query?name=a&name=b')).toEqual(error(400, 'invalid_value', { field: 'name' }));
    });

    it('are refused with control characters', async () => {
      expect(await probe.get('query?name=a%00b')).toEqual(error(400, 'invalid_value', { field: 'name' }));
    });

    it.each(['%', '%zz', '%ff', '%C3', '%ED%A0%80'])(
      'refuses %s, which no text is encoded as',
      async (value) => {
        const refused = error(400, 'invalid_value', { field: 'name' });
        expect(await probe.get(`query?other=%C3%A9&name=a${value}`)).toEqual(refused);
      },
    );

    it('stay text', async () => {
      expect(await probe.get('query?name=007&other=1')).toMatchObject({ status: 200, body: { name: '007' } });
    });
  });

  it('is a path of percent-encoded UTF-8', async () => {
    const answer = await probe.get('items/%ff');
    expect(answer).toEqual(error(400, 'validation_failed'));
    expect(answer.body.msg).toBe('The path is not percent-encoded UTF-8; encode it again.');
  });

  describe('ids in paths', () => {
    it('are positive integers', async () => {
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
    ])('are never %s', async (id) => {
      expect(await probe.get(`items/${id}`)).toEqual(error(400, 'invalid_value', { field: 'id' }));
    });
  });
});
