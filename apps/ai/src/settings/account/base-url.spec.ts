import { ApiError } from '@plaudit/contracts';
import type { UrlPolicy } from '@plaudit/outbound';
import { checkedBaseUrl } from './base-url';

const CLOSED: UrlPolicy = { allowLoopback: false, allowHosts: ['ollama:11434'] };
const LOCAL: UrlPolicy = { allowLoopback: true };

function refusal(text: string, policy: UrlPolicy): unknown {
  try {
    return `accepted as ${checkedBaseUrl('ai.base_url', text, policy)}`;
  } catch (error) {
    const { code, message, details } = error as ApiError;
    return { code, message, field: details.field };
  }
}

describe('checkedBaseUrl', () => {
  it.each([
    ['https://api.openai.com/v1', CLOSED, 'https://api.openai.com/v1'],
    ['https://API.openai.com:443/v1///', CLOSED, 'https://api.openai.com/v1'],
    ['https://api.openai.com', CLOSED, 'https://api.openai.com'],
    ['http://ollama:11434/v1', CLOSED, 'http://ollama:11434/v1'],
    ['http://127.0.0.1:9000/v1/', LOCAL, 'http://127.0.0.1:9000/v1'],
    ['http://localhost:9000', LOCAL, 'http://localhost:9000'],
  ])('returns %s in its normal form', (text, policy, normal) => {
    expect(checkedBaseUrl('ai.base_url', text, policy)).toBe(normal);
  });

  it.each([
    ['http://api.openai.com/v1', CLOSED, 'ai.base_url must begin with https://.'],
    ['http://api.openai.com/v1', LOCAL, 'ai.base_url must begin with https://.'],
    ['http://127.0.0.1:9000/v1', CLOSED, 'ai.base_url points to an address that is not allowed.'],
    ['https://169.254.169.254/latest', LOCAL, 'ai.base_url points to an address that is not allowed.'],
    ['https://[::ffff:10.0.0.1]/', CLOSED, 'ai.base_url points to an address that is not allowed.'],
    [
      'http://ollama:11435/v1',
      CLOSED,
      'ai.base_url must have a full public host name, such as hooks.example.com.',
    ],
    [
      'https://vault.internal/v1',
      CLOSED,
      'ai.base_url has a host name that is reserved for private networks.',
    ],
    [
      'https://api.example.com:5432',
      CLOSED,
      'ai.base_url has port 5432, which is not allowed; use 80, 443 or one above 1023.',
    ],
    ['https://0x7f.1/', CLOSED, 'The IP address in ai.base_url must be written in plain dotted form.'],
    ['https://user:secret@api.example.com', CLOSED, 'ai.base_url must not contain a user name or password.'],
    ['https://api.example.com/v1?key=1', CLOSED, 'ai.base_url must not have a query or fragment.'],
    ['https://api.example.com/v1#x', CLOSED, 'ai.base_url must not have a query or fragment.'],
    [
      'https://api.example.com/v1\r\nHost: x',
      CLOSED,
      'ai.base_url must not contain spaces, control characters or backslashes.',
    ],
    ['file:///etc/passwd', CLOSED, 'ai.base_url must begin with http:// or https://.'],
    ['api.example.com', CLOSED, 'ai.base_url must begin with http:// or https://.'],
  ])('refuses %j', (text, policy, message) => {
    expect(refusal(text, policy)).toEqual({ code: 'invalid_url', message, field: 'ai.base_url' });
  });
});
