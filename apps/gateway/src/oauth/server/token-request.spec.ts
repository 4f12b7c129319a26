import { faultOf } from './token-request';

const RESOURCES = ['https://plaudit.example/public/v1', 'https://plaudit.example/public/v1/mcp'];
const errorOf = (form: string, resources: readonly string[] | null = RESOURCES): string | undefined =>
  faultOf(new URLSearchParams(form), resources)?.error;

describe('a request for tokens', () => {
  it.each(['', 'resource=', `resource=${RESOURCES[1]}`, `resource=${RESOURCES[0]}&resource=${RESOURCES[1]}`])(
    'may have the form "%s"',
    (form) => {
      expect(errorOf(form)).toBeUndefined();
    },
  );

  it.each([
    ['invalid_target', `resource=${RESOURCES[1]}/`],
    ['invalid_target', `resource=${RESOURCES[1]}&resource=https://evil.example/`],
    ['invalid_target', `resource=&resource=${RESOURCES[1]}`],
    ['invalid_request', 'code=x%00'],
    ['invalid_request', 'code=x\u0000'],
    ['invalid_request', 'x%0a=1'],
  ])('is refused with %s for the form "%s"', (error, form) => {
    expect(errorOf(form)).toBe(error);
  });

  it('that gives a token up names no resource', () => {
    expect(errorOf('resource=https://evil.example/', null)).toBeUndefined();
    expect(errorOf('token=x%00', null)).toBe('invalid_request');
  });
});
