import { signedHeaders } from './aws-signature';

const KEY = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  at: new Date('2015-08-30T12:36:00Z'),
};

function signatureOf(request: Parameters<typeof signedHeaders>[0], service: string): string | undefined {
  const { authorization } = signedHeaders(request, { ...KEY, region: 'us-east-1', service });
  return /Signature=([0-9a-f]{64})$/.exec(authorization ?? '')?.[1];
}

describe('signedHeaders', () => {
  it('signs the request of the documentation of AWS as the documentation does', () => {
    const headers = signedHeaders(
      {
        method: 'GET',
        url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: '',
      },
      { ...KEY, region: 'us-east-1', service: 'iam' },
    );
    expect(headers).toEqual({
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-date, ' +
        'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    });
  });

  it.each([
    [
      'get-vanilla of the test suite of AWS',
      { method: 'GET', url: 'https://example.amazonaws.com/', headers: {}, body: '' },
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'post-vanilla of the test suite of AWS',
      { method: 'POST', url: 'https://example.amazonaws.com/', headers: {}, body: '' },
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
  ])('signs %s', (_name, request, expected) => {
    expect(signatureOf(request, 'service')).toBe(expected);
  });

  it('signs another body differently', () => {
    const request = { method: 'POST', url: 'https://sns.us-east-1.amazonaws.com/', headers: {}, body: 'a=1' };
    expect(signatureOf({ ...request, body: 'a=2' }, 'sns')).not.toBe(signatureOf(request, 'sns'));
  });
});
